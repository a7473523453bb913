//! The heads that only teach, and their losses.

use burn::module::Module;
use burn::tensor::activation::{log_softmax, softplus};
use burn::tensor::{Device, Tensor};

use super::linear::Linear;
use super::values;
use crate::auxiliary::AuxiliaryTargets;
use crate::config::NetConfig;
use crate::{DIRECTIONS, END_TURN, SQUARES};

/// The heads, over the trunk's last features.
#[derive(Module, Debug)]
pub struct Auxiliary {
    squares: Linear, // [C, 4 + 1]: the answer's directions, whether the man ends at home
    soon: Linear,    // [hidden, 1]
}

/// What they say before any normalisation.
pub struct RawAuxiliary {
    /// Logits of the opponent's answer, as the player to move sees it `[B, 200]`.
    pub reply: Tensor<2>,
    /// Logits that the man on each square ends at home `[B, 50]`.
    pub home: Tensor<2>,
    /// The value a little later, before the hyperbolic tangent `[B, 1]`.
    pub soon: Tensor<2>,
}

impl Auxiliary {
    pub(crate) fn zeros(config: &NetConfig) -> Self {
        Self {
            squares: Linear::zeros(config.channels, DIRECTIONS + 1),
            soon: Linear::zeros(config.value_hidden, 1),
        }
    }

    /// From the squares `[B*50, C]` and the value heads' hidden layer `[B, hidden]`.
    pub(crate) fn forward(&self, x: Tensor<2>, hidden: Tensor<2>) -> RawAuxiliary {
        let [batch, _] = hidden.dims();
        let squares = self.squares.forward(x); // [B*50, 5]
        let squares = squares.reshape([batch, SQUARES, DIRECTIONS + 1]).swap_dims(1, 2); // [B, 5, 50]
        let squares = squares.reshape([batch, END_TURN + SQUARES]); // [B, 250]
        RawAuxiliary {
            reply: squares.clone().narrow(1, 0, END_TURN),
            home: squares.narrow(1, END_TURN, SQUARES),
            soon: self.soon.forward(hidden),
        }
    }
}

/// Losses of the answer (cross-entropy in nats), the men (in nats a man) and the value (squared
/// error), as tensors `[1]`; sums over samples divided by `counts`.
pub(crate) fn losses(
    raw: RawAuxiliary,
    targets: &AuxiliaryTargets,
    counts: [f32; 3],
    device: &Device,
) -> [Tensor<1>; 3] {
    let [replies, men, values] = counts;
    let samples = targets.soon.len();
    let mut reply = vec![0.0; samples * END_TURN];
    for (sample, action) in targets.reply.iter().enumerate() {
        if let Some(action) = action {
            reply[sample * END_TURN + usize::from(*action)] = 1.0;
        }
    }
    let reply = values::on(device, reply, [samples, END_TURN]); // [B, 200]
    let home = targets.home.iter().map(|home| home.map(|home| f32::from(u8::from(home))));
    let (home, home_known) = known(home, [samples, SQUARES], device); // [B, 50]
    let (soon, soon_known) = known(targets.soon.iter().copied(), [samples, 1], device); // [B, 1]
    let men_loss = softplus(raw.home.clone(), 1.0) - raw.home * home; // [B, 50]
    let value_loss = (raw.soon.tanh() - soon).square(); // [B, 1]
    [
        (log_softmax(raw.reply, 1) * reply).sum().neg() / replies,
        (men_loss * home_known).sum() / men,
        (value_loss * soon_known).sum() / values,
    ]
}

/// The values with zeros for those that are not known, and ones where they are.
fn known(
    values: impl Iterator<Item = Option<f32>>,
    shape: [usize; 2],
    device: &Device,
) -> (Tensor<2>, Tensor<2>) {
    let each = |value: Option<f32>| (value.unwrap_or(0.0), f32::from(u8::from(value.is_some())));
    let (filled, mask) = values.map(each).unzip();
    (values::on(device, filled, shape), values::on(device, mask, shape))
}

//! The heads: policy per square and for ending the turn; result, margin and plies from the pooled
//! board.

use burn::module::Module;
use burn::tensor::Tensor;
use burn::tensor::activation::relu;

use crate::auxiliary::{Auxiliary, RawAuxiliary};
use crate::config::NetConfig;
use crate::init::Init;
use crate::network::{Linear, pool};
use crate::{DIRECTIONS, END_TURN, SQUARES};

/// The plies head works in units of this many plies.
pub const PLIES_SCALE: f32 = 100.0;

/// Results: win, draw, loss for the player to move.
pub const RESULTS: usize = 3;

/// Small enough that a new network's outputs are nearly uniform, not so small that nothing flows.
pub(crate) const HEAD_GAIN: f32 = 0.1;

/// What the network says before any normalisation.
pub struct RawOutputs {
    /// Policy logits `[B, 201]`.
    pub policy: Tensor<2>,
    /// Win, draw, loss logits `[B, 3]`.
    pub wdl: Tensor<2>,
    /// Margin logits `[B, bins]`.
    pub margin: Tensor<2>,
    /// Plies to the end before the softplus, in units of [`PLIES_SCALE`], `[B, 1]`.
    pub plies: Tensor<2>,
    /// What the teaching heads say, if there are any.
    pub auxiliary: Option<RawAuxiliary>,
}

/// All heads over the trunk's last features.
#[derive(Module, Debug)]
pub struct Heads {
    policy: Linear,   // [C, 4]
    end_turn: Linear, // [2C, 1]
    hidden: Linear,   // [2C, hidden]
    values: Linear,   // [hidden, 3 + bins + 1]
    auxiliary: Option<Auxiliary>,
    margin_bins: usize,
}

impl Heads {
    /// Heads with fresh weights.
    pub fn new(init: &mut Init, config: &NetConfig) -> Self {
        let (channels, bins) = (config.channels, config.margin_bins);
        let outputs = RESULTS + bins + 1;
        Self {
            policy: Linear::new(init, channels, DIRECTIONS, HEAD_GAIN),
            end_turn: Linear::new(init, 2 * channels, 1, HEAD_GAIN),
            hidden: Linear::new(init, 2 * channels, config.value_hidden, 1.0),
            values: Linear::new(init, config.value_hidden, outputs, HEAD_GAIN),
            auxiliary: config.auxiliary.then(|| Auxiliary::new(init, config)),
            margin_bins: bins,
        }
    }

    /// The outputs for the features of all squares, `[B*50, C]`.
    pub fn forward(&self, x: Tensor<2>) -> RawOutputs {
        let pooled = pool(x.clone()); // [B, 2C]
        let hidden = relu(self.hidden.forward(pooled.clone())); // [B, hidden]
        let values = self.values.forward(hidden.clone()); // [B, 3 + bins + 1]
        let bins = self.margin_bins;
        let auxiliary = self.auxiliary.as_ref().map(|heads| heads.forward(x.clone(), hidden));
        RawOutputs {
            policy: self.policy(x, pooled),
            wdl: values.clone().narrow(1, 0, RESULTS),
            margin: values.clone().narrow(1, RESULTS, bins),
            plies: values.narrow(1, RESULTS + bins, 1),
            auxiliary,
        }
    }

    /// Logits `[B, 201]` from the squares `[B*50, C]` and the pooled board `[B, 2C]`.
    fn policy(&self, x: Tensor<2>, pooled: Tensor<2>) -> Tensor<2> {
        let [batch, _] = pooled.dims();
        let moves = self.policy.forward(x); // [B*50, 4]
        let moves = moves.reshape([batch, SQUARES, DIRECTIONS]).swap_dims(1, 2); // [B, 4, 50]
        let moves = moves.reshape([batch, END_TURN]); // [B, 200]
        Tensor::cat(vec![moves, self.end_turn.forward(pooled)], 1) // [B, 201]
    }
}

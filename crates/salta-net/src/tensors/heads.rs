//! The heads: policy per square and for ending the turn; result, margin and plies from the pooled
//! board.

use burn::module::Module;
use burn::tensor::Tensor;
use burn::tensor::activation::relu;

use super::auxiliary::{Auxiliary, RawAuxiliary};
use super::linear::{Linear, pool};
use crate::config::NetConfig;
use crate::{DIRECTIONS, END_TURN, RESULTS, SQUARES};

/// What the network says before any normalisation.
pub struct RawOutputs {
    /// Policy logits `[B, 201]`.
    pub policy: Tensor<2>,
    /// Win, draw, loss logits `[B, 3]`.
    pub wdl: Tensor<2>,
    /// Margin logits `[B, bins]`.
    pub margin: Tensor<2>,
    /// Plies to the end before the softplus, in units of [`PLIES_SCALE`](crate::PLIES_SCALE), `[B, 1]`.
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
    /// Heads whose weights are all zero.
    pub fn zeros(config: &NetConfig) -> Self {
        let (channels, bins) = (config.channels, config.margin_bins);
        let outputs = RESULTS + bins + 1;
        Self {
            policy: Linear::zeros(channels, DIRECTIONS),
            end_turn: Linear::zeros(2 * channels, 1),
            hidden: Linear::zeros(2 * channels, config.value_hidden),
            values: Linear::zeros(config.value_hidden, outputs),
            auxiliary: config.auxiliary.then(|| Auxiliary::zeros(config)),
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

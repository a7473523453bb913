//! What the trunk and the heads are made of.

use burn::module::{Module, Param, ParamId};
use burn::tensor::Tensor;

use super::values;
use crate::SQUARES;

/// A parameter to be filled.
pub(super) fn zeros<const D: usize>(shape: [usize; D]) -> Param<Tensor<D>> {
    Param::initialized(ParamId::new(), Tensor::zeros(shape, &values::cpu()))
}

/// A matrix and a bias.
#[derive(Module, Debug)]
pub(super) struct Linear {
    weight: Param<Tensor<2>>, // [inputs, outputs]
    bias: Param<Tensor<1>>,   // [outputs]
}

impl Linear {
    /// All zero.
    pub(super) fn zeros(inputs: usize, outputs: usize) -> Self {
        Self { weight: zeros([inputs, outputs]), bias: zeros([outputs]) }
    }

    /// `x` `[N, inputs]` to `[N, outputs]`.
    pub(super) fn forward(&self, x: Tensor<2>) -> Tensor<2> {
        x.matmul(self.weight.val()) + self.bias.val().unsqueeze()
    }
}

/// Mean and maximum over the squares of each position: `[B*50, C]` to `[B, 2C]`.
pub(crate) fn pool(x: Tensor<2>) -> Tensor<2> {
    let [squares, channels] = x.dims();
    let batch = squares / SQUARES;
    let boards = x.reshape([batch, SQUARES, channels]); // [B, 50, C]
    let mean = boards.clone().mean_dim(1).reshape([batch, channels]); // [B, C]
    let max = boards.max_dim(1).reshape([batch, channels]); // [B, C]
    Tensor::cat(vec![mean, max], 1) // [B, 2C]
}

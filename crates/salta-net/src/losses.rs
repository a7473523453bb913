//! Losses, one formula per file, each on plain arrays (with its gradient) and in burn.
//!
//! Every loss is a sum over samples divided by the total weight of the whole batch, so that the
//! losses and gradients of the parts of a batch sum to those of the whole batch.

mod binary;
mod cross_entropy;
mod squared;

pub(crate) use binary::BinaryCrossEntropy;
#[cfg(feature = "burn")]
use burn::tensor::Tensor;
pub(crate) use cross_entropy::CrossEntropy;
pub(crate) use squared::{SquaredSoftplus, SquaredTanh};

use crate::targets::Target;

/// The loss of a head: the distance of its outputs from their target.
pub(crate) trait Loss: Sync {
    /// The weight of a sample in the divisor.
    fn count(&self, target: &Target) -> f32 {
        target.weight
    }

    /// Adds `weight` times the loss of a sample's `outputs` to `sum`, and overwrites `outputs` with
    /// `factor * weight` times its gradient. `weight` is not 0. Outputs that the target masks get
    /// no gradient.
    fn add(&self, outputs: &mut [f32], target: &Target, weight: f32, factor: f32, sum: &mut f32);

    /// The unweighted losses of `outputs` `[B, N]`: `[B, N]`, one per output and 0 where `mask`
    /// excludes it, or `[B, 1]`, one per sample. The caller multiplies by the weights.
    #[cfg(feature = "burn")]
    fn tensor(&self, outputs: Tensor<2>, target: Tensor<2>, mask: Tensor<2>) -> Tensor<2>;
}

//! Losses, one formula per file, each on plain arrays (with its gradient) and in burn.
//!
//! Every loss is a sum over samples divided by the total weight of the whole batch, so that the
//! losses and gradients of the parts of a batch add up to those of the whole batch.

mod binary;
mod cross_entropy;
mod squared;

#[cfg(feature = "burn")]
use burn::tensor::Tensor;

use crate::targets::Target;

/// The loss of a head: the distance of its outputs from their target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    /// Cross-entropy of a distribution over the outputs that count.
    CrossEntropy,
    /// Binary cross-entropy of each output that counts, as a logit.
    BinaryCrossEntropy,
    /// Squared error of one output after a softplus.
    SquaredSoftplus,
    /// Squared error of one output after a hyperbolic tangent.
    SquaredTanh,
}

impl Loss {
    /// The weight of a sample in the divisor; a sample with several independent outputs counts once
    /// for each.
    pub(crate) fn count(self, target: &Target) -> f32 {
        match self {
            Loss::BinaryCrossEntropy => target.mask.iter().filter(|counts| **counts).count() as f32,
            _ => target.weight,
        }
    }

    /// Adds `weight` times the loss of a sample's `outputs` to `sum`, and puts `factor` times its
    /// gradient in their place.
    pub(crate) fn add(
        self,
        outputs: &mut [f32],
        target: &Target,
        weight: f32,
        factor: f32,
        sum: &mut f32,
    ) {
        if weight == 0.0 {
            return outputs.fill(0.0);
        }
        match self {
            Loss::CrossEntropy => cross_entropy::add(outputs, target, weight, factor, sum),
            Loss::BinaryCrossEntropy => binary::add(outputs, target, weight, factor, sum),
            Loss::SquaredSoftplus => {
                squared::add(squared::softplus, outputs, target, weight, factor, sum);
            }
            Loss::SquaredTanh => squared::add(squared::tanh, outputs, target, weight, factor, sum),
        }
    }

    /// The losses of `outputs` `[B, N]` for each output, or for the sample as a whole, to be
    /// multiplied by the samples' weights: `[B, N]` or `[B, 1]`.
    #[cfg(feature = "burn")]
    pub(crate) fn tensor(
        self,
        outputs: Tensor<2>,
        target: Tensor<2>,
        mask: Tensor<2>,
    ) -> Tensor<2> {
        use burn::tensor::activation::softplus;

        match self {
            Loss::CrossEntropy => cross_entropy::tensor(outputs, target, mask),
            Loss::BinaryCrossEntropy => binary::tensor(outputs, target, mask),
            Loss::SquaredSoftplus => (softplus(outputs, 1.0) - target).square(),
            Loss::SquaredTanh => (outputs.tanh() - target).square(),
        }
    }
}

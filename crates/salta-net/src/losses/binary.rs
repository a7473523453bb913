//! Binary cross-entropy of each output that is not masked.

#[cfg(feature = "burn")]
use burn::tensor::Tensor;

use super::Loss;
use super::squared::softplus;
use crate::targets::Target;

/// Binary cross-entropy of each output, as a logit, that is not masked.
pub(crate) struct BinaryCrossEntropy;

impl Loss for BinaryCrossEntropy {
    /// A sample counts once for each output that is not masked.
    fn count(&self, target: &Target) -> f32 {
        target.mask.iter().filter(|counts| **counts).count() as f32
    }

    fn add(&self, logits: &mut [f32], target: &Target, weight: f32, factor: f32, sum: &mut f32) {
        for (logit, (target, counts)) in
            logits.iter_mut().zip(target.values.iter().zip(&target.mask))
        {
            if !counts {
                *logit = 0.0;
                continue;
            }
            let [entropy, probability] = softplus(*logit);
            *sum += weight * (entropy - *logit * target);
            *logit = factor * weight * (probability - target);
        }
    }

    /// `[B, N]`.
    #[cfg(feature = "burn")]
    fn tensor(&self, logits: Tensor<2>, target: Tensor<2>, mask: Tensor<2>) -> Tensor<2> {
        (burn::tensor::activation::softplus(logits.clone(), 1.0) - logits * target) * mask
    }
}

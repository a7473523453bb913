//! Cross-entropy of a distribution, over the outputs that are not masked.

#[cfg(feature = "burn")]
use burn::tensor::Tensor;

use super::Loss;
use crate::targets::Target;

/// Cross-entropy of a distribution over the outputs that are not masked.
pub(crate) struct CrossEntropy;

impl Loss for CrossEntropy {
    fn add(&self, logits: &mut [f32], target: &Target, weight: f32, factor: f32, sum: &mut f32) {
        for (logit, counts) in logits.iter_mut().zip(&target.mask) {
            *logit = if *counts { *logit } else { f32::NEG_INFINITY };
        }
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let exponentials: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
        let (normaliser, total) = (most + exponentials.ln(), target.values.iter().sum::<f32>());
        let mut loss = 0.0;
        for (logit, share) in logits.iter_mut().zip(&target.values) {
            let logarithm = *logit - normaliser;
            loss -= if *share == 0.0 { 0.0 } else { share * logarithm };
            *logit = factor * weight * (total * logarithm.exp() - share);
        }
        *sum += weight * loss;
    }

    /// `[B, 1]`.
    #[cfg(feature = "burn")]
    fn tensor(&self, logits: Tensor<2>, target: Tensor<2>, mask: Tensor<2>) -> Tensor<2> {
        /// Subtracted from the logits of masked outputs.
        const MASKED: f32 = 1e9;
        let logits = logits + (mask - 1.0) * MASKED;
        (burn::tensor::activation::log_softmax(logits, 1) * target).sum_dim(1).neg()
    }
}

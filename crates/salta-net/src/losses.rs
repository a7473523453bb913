//! Losses, each on plain arrays (with its gradient) and in burn.
//!
//! Every loss is a sum over samples divided by the total weight of the whole batch, so that the
//! losses and gradients of the parts of a batch sum to those of the whole batch.

#[cfg(feature = "burn")]
use burn::tensor::{Tensor, activation};

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
        (activation::softplus(logits.clone(), 1.0) - logits * target) * mask
    }
}

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
        (activation::log_softmax(logits, 1) * target).sum_dim(1).neg()
    }
}

/// Squared error of one output after a softplus.
pub(crate) struct SquaredSoftplus;

impl Loss for SquaredSoftplus {
    fn add(&self, outputs: &mut [f32], target: &Target, weight: f32, factor: f32, sum: &mut f32) {
        add_squared(softplus(outputs[0]), outputs, target, weight, factor, sum);
    }

    #[cfg(feature = "burn")]
    fn tensor(&self, outputs: Tensor<2>, target: Tensor<2>, _mask: Tensor<2>) -> Tensor<2> {
        (activation::softplus(outputs, 1.0) - target).square()
    }
}

/// Squared error of one output after a hyperbolic tangent.
pub(crate) struct SquaredTanh;

impl Loss for SquaredTanh {
    fn add(&self, outputs: &mut [f32], target: &Target, weight: f32, factor: f32, sum: &mut f32) {
        let value = outputs[0].tanh();
        add_squared([value, 1.0 - value * value], outputs, target, weight, factor, sum);
    }

    #[cfg(feature = "burn")]
    fn tensor(&self, outputs: Tensor<2>, target: Tensor<2>, _mask: Tensor<2>) -> Tensor<2> {
        (outputs.tanh() - target).square()
    }
}

/// [`Loss::add`], given the activation of the output and its derivative.
fn add_squared(
    [value, derivative]: [f32; 2],
    outputs: &mut [f32],
    target: &Target,
    weight: f32,
    factor: f32,
    sum: &mut f32,
) {
    let error = value - target.values[0];
    *sum += weight * error * error;
    outputs[0] = 2.0 * factor * weight * error * derivative;
}

/// Softplus, the logarithm of 1 + eˣ, and its derivative, the logistic function.
fn softplus(x: f32) -> [f32; 2] {
    [x.max(0.0) + (-x.abs()).exp().ln_1p(), 1.0 / (1.0 + (-x).exp())]
}

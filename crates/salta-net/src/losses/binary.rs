//! Binary cross-entropy of each output that counts.

use super::squared::softplus;
use crate::targets::Target;

pub(super) fn add(logits: &mut [f32], target: &Target, weight: f32, factor: f32, sum: &mut f32) {
    for (logit, (target, counts)) in logits.iter_mut().zip(target.values.iter().zip(&target.mask)) {
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
pub(super) fn tensor(logits: super::T2, target: super::T2, mask: super::T2) -> super::T2 {
    (burn::tensor::activation::softplus(logits.clone(), 1.0) - logits * target) * mask
}

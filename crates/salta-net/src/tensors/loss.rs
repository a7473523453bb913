//! The losses as tensors: the same sums as [`gradient`](crate::gradient) takes.

use burn::tensor::activation::{log_softmax, softplus};
use burn::tensor::{Device, Tensor};

use super::heads::RawOutputs;
use super::{auxiliary, values};
use crate::batch::TrainBatch;
use crate::config::NetConfig;
use crate::loss::{Divisors, two_hot};
use crate::terms::{COUNT, LossWeights};
use crate::{PLIES_SCALE, POLICY, RESULTS};

/// Added to the logits of illegal actions.
const ILLEGAL: f32 = -1e9;

/// The terms as tensors `[1]`, in the order of [`LOSSES`](crate::LOSSES); those of auxiliary heads
/// may be missing.
pub(crate) struct HeadLosses(Vec<Tensor<1>>);

impl HeadLosses {
    /// The weighted sum to minimise.
    pub(crate) fn total(&self, weights: &LossWeights) -> Tensor<1> {
        let weighted = self.0.iter().zip(weights.factors()).map(|(loss, f)| loss.clone() * f);
        weighted.reduce(|sum, loss| sum + loss).expect("there are heads")
    }

    /// The numbers, zero for heads that are missing.
    pub(crate) fn values(&self) -> [f32; COUNT] {
        let mut values = [0.0; COUNT];
        for (value, loss) in values.iter_mut().zip(&self.0) {
            *value = values::of(loss.clone())[0];
        }
        values
    }
}

/// The losses of `outputs` for the samples of `batch`.
pub(crate) fn losses(
    outputs: RawOutputs,
    batch: &TrainBatch,
    config: &NetConfig,
    divisors: Divisors,
    device: &Device,
) -> HeadLosses {
    let samples = batch.samples;
    let weight = values::on(device, batch.value_weight.clone(), [samples, 1]) / divisors.value; // [B, 1]
    let wdl = values::on(device, masked_results(batch), [samples, RESULTS]); // [B, 3]
    let margin = values::on(device, margin_targets(batch, config), [samples, config.margin_bins]);
    let mut losses = vec![
        policy_loss(outputs.policy, batch, device) / divisors.policy,
        (cross_entropy(outputs.wdl, wdl) * weight.clone()).sum(),
        (cross_entropy(outputs.margin, margin) * weight.clone()).sum(),
        (plies_error(outputs.plies, batch, device) * weight).sum(),
    ];
    if let Some(raw) = outputs.auxiliary {
        losses.extend(auxiliary::losses(raw, &batch.auxiliary, divisors.auxiliary, device));
    }
    HeadLosses(losses)
}

/// Cross-entropy of each row: `[B, N]` and `[B, N]` to `[B, 1]`.
fn cross_entropy(logits: Tensor<2>, target: Tensor<2>) -> Tensor<2> {
    (log_softmax(logits, 1) * target).sum_dim(1).neg()
}

/// The policy's cross-entropy over legal actions, added up over samples.
fn policy_loss(logits: Tensor<2>, batch: &TrainBatch, device: &Device) -> Tensor<1> {
    let shape = [batch.samples, POLICY];
    let illegal = batch.legal.iter().map(|&legal| if legal { 0.0 } else { ILLEGAL }).collect();
    let target = values::on(device, batch.policy.clone(), shape); // [B, 201]
    cross_entropy(logits + values::on(device, illegal, shape), target).sum()
}

/// Squared error of the plies, `[B, 1]`.
fn plies_error(raw: Tensor<2>, batch: &TrainBatch, device: &Device) -> Tensor<2> {
    let target = masked(&batch.plies, batch).map(|plies| plies / PLIES_SCALE).collect();
    (softplus(raw, 1.0) - values::on(device, target, [batch.samples, 1])).square()
}

/// Values of samples that count, zero for the others: whatever stands there, zero times it is zero.
fn masked(values: &[f32], batch: &TrainBatch) -> impl Iterator<Item = f32> {
    let pairs = values.iter().zip(&batch.value_weight);
    pairs.map(|(&value, &weight)| if weight > 0.0 { value } else { 0.0 })
}

fn masked_results(batch: &TrainBatch) -> Vec<f32> {
    let counts = batch.value_weight.iter().map(|&weight| weight > 0.0);
    let rows = batch.wdl.chunks_exact(RESULTS).zip(counts);
    rows.flat_map(|(row, counts)| row.iter().map(move |&v| if counts { v } else { 0.0 })).collect()
}

/// The margins as two-hot rows, `[B, bins]`.
fn margin_targets(batch: &TrainBatch, config: &NetConfig) -> Vec<f32> {
    masked(&batch.margin, batch).flat_map(|points| two_hot(points, config)).collect()
}

//! Losses and gradients with burn, on any device: an option of the learner, and the reference for
//! [`gradient`](crate::gradient).

use burn::tensor::{Device, Tensor};
use rayon::prelude::*;

use super::network::BurnNetwork;
use super::{device, values};
use crate::SQUARES;
use crate::batch::TrainBatch;
use crate::compute::Compute;
use crate::config::NetConfig;
use crate::heads::{self, HEADS, Head};
use crate::network::Network;
use crate::targets::Target;
use crate::terms::{COUNT, LossWeights};

/// For each part of a batch the losses of each head, and the gradient of their weighted sum in the
/// order of [`Network::slots`].
pub(crate) fn gradients(
    network: &Network,
    parts: &[TrainBatch],
    divisors: [f32; COUNT],
    weights: &LossWeights,
    compute: Compute,
) -> Vec<([f32; COUNT], Vec<f32>)> {
    let (config, device) = (network.config(), device::device(compute));
    let network = BurnNetwork::new(network.graph().into(), network.values(), &device);
    let gradient = |part| gradient(&network, part, config, divisors, weights.factors(), &device);
    parts.par_iter().map(gradient).collect()
}

fn gradient(
    network: &BurnNetwork,
    part: &TrainBatch,
    config: &NetConfig,
    divisors: [f32; COUNT],
    factors: [f32; COUNT],
    device: &Device,
) -> ([f32; COUNT], Vec<f32>) {
    let network = network.trainable();
    let shape = [part.samples, SQUARES, config.features];
    let outputs = network.forward(values::on(device, part.features.clone(), shape));
    let mut losses = [0.0; COUNT];
    let mut total: Option<Tensor<1>> = None;
    for (at, outputs) in heads::present(config).zip(outputs) {
        let loss = loss(&HEADS[at], outputs, part, config, divisors[at], device);
        losses[at] = values::of(loss.clone())[0];
        let weighted = loss * factors[at];
        total = Some(total.map_or(weighted.clone(), |total| total + weighted));
    }
    let mut gradients = total.expect("there are heads").backward();
    let of = |tensor: &Tensor<2>| match tensor.grad_remove(&mut gradients) {
        Some(gradient) => values::of(gradient),
        None => vec![0.0; tensor.dims().iter().product()],
    };
    (losses, network.parameters().iter().flat_map(of).collect())
}

/// The loss of a head's `outputs` `[B, N]`, as `[1]`.
fn loss(
    head: &Head,
    outputs: Tensor<2>,
    batch: &TrainBatch,
    config: &NetConfig,
    divisor: f32,
    device: &Device,
) -> Tensor<1> {
    let [samples, width] = outputs.dims();
    let mut target = Target::none(width);
    let (mut wanted, mut mask, mut weights) = (Vec::new(), Vec::new(), Vec::new());
    for sample in 0..samples {
        target.clear();
        (head.target)(batch, sample, config, &mut target);
        weights.push(target.weight / divisor);
        wanted.extend_from_slice(&target.values);
        mask.extend(target.mask.iter().map(|counts| f32::from(u8::from(*counts))));
    }
    let rows = |values| values::on(device, values, [samples, width]);
    let losses = head.loss.tensor(outputs, rows(wanted), rows(mask)); // [B, N] or [B, 1]
    (losses * values::on(device, weights, [samples, 1])).sum()
}

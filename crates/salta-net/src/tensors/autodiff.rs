//! Losses and gradients with burn, on any device: an option of the learner, and the reference for
//! [`gradient`](crate::gradient).

use std::ops::Range;

use burn::tensor::{Device, Tensor};
use rayon::prelude::*;

use super::network::BurnNetwork;
use super::{device, values};
use crate::SQUARES;
use crate::compute::Compute;
use crate::config::NetConfig;
use crate::gradient::{Objective, Part};
use crate::heads::{self, HEADS};
use crate::network::Network;
use crate::targets::Target;
use crate::terms::COUNT;

/// For each part of a batch the losses of each head, and the gradient of their weighted sum in the
/// order of [`Network::slots`].
pub(crate) fn gradients(
    network: &Network,
    objective: Objective<'_>,
    parts: &[Range<usize>],
    compute: Compute,
) -> Vec<Part> {
    let (config, device) = (network.config(), device::device(compute));
    let network = BurnNetwork::new(network.graph().into(), network.values(), &device);
    let gradient = |part: &Range<usize>| gradient(&network, config, objective, part, &device);
    parts.par_iter().map(gradient).collect()
}

fn gradient(
    network: &BurnNetwork,
    config: &NetConfig,
    objective: Objective<'_>,
    samples: &Range<usize>,
    device: &Device,
) -> Part {
    let network = network.trainable();
    let each = SQUARES * config.features;
    let features = objective.batch.features[samples.start * each..samples.end * each].to_vec();
    let shape = [samples.len(), SQUARES, config.features];
    let outputs = network.forward(values::on(device, features, shape));
    let factors = objective.weights.factors();
    let mut losses = [0.0; COUNT];
    let mut total: Option<Tensor<1>> = None;
    for (at, outputs) in heads::present(config).zip(outputs) {
        let loss = loss(at, outputs, config, objective, samples, device);
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

/// The loss of the `outputs` `[B, N]` of head `at` for these samples, as `[1]`.
fn loss(
    at: usize,
    outputs: Tensor<2>,
    config: &NetConfig,
    objective: Objective<'_>,
    samples: &Range<usize>,
    device: &Device,
) -> Tensor<1> {
    let Objective { batch, divisors, .. } = objective;
    let [count, width] = outputs.dims();
    let mut target = Target::none(width);
    let (mut wanted, mut mask, mut weights) = (Vec::new(), Vec::new(), Vec::new());
    for sample in samples.clone() {
        target.clear();
        (HEADS[at].target)(batch, sample, config, &mut target);
        weights.push(target.weight / divisors[at]);
        wanted.extend_from_slice(&target.values);
        mask.extend(target.mask.iter().map(|counts| f32::from(u8::from(*counts))));
    }
    let rows = |values| values::on(device, values, [count, width]);
    let losses = HEADS[at].loss.tensor(outputs, rows(wanted), rows(mask)); // [B, N] or [B, 1]
    (losses * values::on(device, weights, [count, 1])).sum()
}

//! Losses and gradients by burn, on any device: what the learner takes its gradient from if it is
//! told to, and what [`gradient`](crate::gradient) is held to.

use burn::module::Module;
use burn::tensor::Device;
use rayon::prelude::*;

use super::network::BurnNetwork;
use super::{device, loss, values, weights};
use crate::SQUARES;
use crate::batch::TrainBatch;
use crate::compute::Compute;
use crate::loss::Divisors;
use crate::network::Network;
use crate::terms::{COUNT, LossWeights};

/// For each part of a batch the losses of each head, and the gradient of their weighted sum in the
/// order of [`Network::slots`].
pub(crate) fn gradients(
    network: &Network,
    parts: &[TrainBatch],
    divisors: Divisors,
    weights: &LossWeights,
    compute: Compute,
) -> Vec<([f32; COUNT], Vec<f32>)> {
    let (network, device) = (BurnNetwork::new(network), device::device(compute));
    parts.par_iter().map(|part| gradient(&network, part, divisors, weights, &device)).collect()
}

fn gradient(
    network: &BurnNetwork,
    part: &TrainBatch,
    divisors: Divisors,
    factors: &LossWeights,
    device: &Device,
) -> ([f32; COUNT], Vec<f32>) {
    let network = weights::trainable(&network.clone().to_device(device));
    let shape = [part.samples, SQUARES, network.config().features];
    let features = values::on(device, part.features.clone(), shape); // [B, 50, F]
    let outputs = network.forward(features);
    let losses = loss::losses(outputs, part, network.config(), divisors, device);
    let gradients = losses.total(factors).backward();
    (losses.values(), weights::gradients(&network, gradients))
}

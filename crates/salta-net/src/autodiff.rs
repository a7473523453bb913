//! Losses and gradients by burn, on any device: what the learner takes its gradient from if it is told to, and what
//! [`gradient`](crate::gradient) is held to.

use burn::module::Module;
use burn::tensor::Device;

use crate::batch::TrainBatch;
use crate::config::LossWeights;
use crate::loss::{self, COUNT, Divisors, HeadLosses};
use crate::network::Network;
use crate::{SQUARES, parameters, tensors};

/// The losses of each head for the samples of `part`, and the gradient of their weighted sum in the
/// order of [`parameters::slots`].
pub(crate) fn gradient(
    network: &Network,
    part: &TrainBatch,
    divisors: Divisors,
    weights: &LossWeights,
    device: &Device,
) -> ([f32; COUNT], Vec<f32>) {
    let network = parameters::trainable(&network.clone().to_device(device));
    let losses = forward(&network, part, divisors, device);
    let gradients = losses.total(weights).backward();
    (losses.values(), parameters::gradients(&network, gradients))
}

/// The losses of each head for the samples of `part`.
pub(crate) fn losses(network: &Network, part: &TrainBatch, divisors: Divisors) -> [f32; COUNT] {
    forward(network, part, divisors, &tensors::cpu()).values()
}

fn forward(
    network: &Network,
    part: &TrainBatch,
    divisors: Divisors,
    device: &Device,
) -> HeadLosses {
    let shape = [part.samples, SQUARES, network.config().features];
    let features = tensors::on(device, part.features.clone(), shape); // [B, 50, F]
    loss::losses(network.forward(features), part, network.config(), divisors, device)
}

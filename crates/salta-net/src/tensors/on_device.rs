//! The forward pass with burn: on a GPU, or for operations without a kernel.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use burn::tensor::{Device, Tensor};

use super::network::BurnNetwork;
use super::{device, values};
use crate::SQUARES;
use crate::compute::Compute;
use crate::forward::Raw;
use crate::network::Network;

/// The smallest batch that a GPU computes; smaller ones are padded.
const SMALLEST: usize = 32;

/// A network on a device, shared by workers. Only submitting work is serialised, so one worker's
/// batch is computed while others wait for theirs or search.
pub(crate) struct OnDevice {
    network: Mutex<BurnNetwork>,
    /// Input features per square.
    features: usize,
    compute: Compute,
    device: Device,
}

impl OnDevice {
    pub(crate) fn new(network: &Network, compute: Compute) -> Self {
        let (features, device) = (network.config().features, device::device(compute));
        let network = BurnNetwork::new(network.graph().into(), network.values(), &device);
        OnDevice { network: Mutex::new(network), features, compute, device }
    }

    /// The heads' outputs for `features` `[batch, 50, F]`.
    pub(crate) fn run(&self, features: &[f32], batch: usize) -> Raw {
        // A GPU gets few different shapes, because kernels are compiled and tuned for each.
        let filled = match self.compute {
            Compute::Cpu => batch.max(1),
            Compute::Vulkan => batch.next_power_of_two().max(SMALLEST),
        };
        let mut features = features.to_vec();
        features.resize(filled * SQUARES * self.features, 0.0);
        let shape = [filled, SQUARES, self.features];
        let features = values::on(&self.device, features, shape); // [B, 50, F]
        let network = self.network.lock().unwrap_or_else(PoisonError::into_inner);
        let outputs = match self.compute {
            Compute::Vulkan => network.forward(features),
            // On the CPU, the worker itself computes, so it must not hold the lock meanwhile.
            Compute::Cpu => {
                let own = network.clone();
                drop(network);
                own.forward(features)
            }
        };
        let mut heads = outputs.into_iter();
        Raw::default().map(|_: Vec<f32>| rows(heads.next().expect("heads for players"), batch))
    }
}

/// The first rows of a matrix.
fn rows(matrix: Tensor<2>, rows: usize) -> Vec<f32> {
    let [_, width] = matrix.dims();
    let mut values = values::of(matrix);
    values.truncate(rows * width);
    values
}

impl fmt::Debug for OnDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnDevice").field("compute", &self.compute).finish_non_exhaustive()
    }
}

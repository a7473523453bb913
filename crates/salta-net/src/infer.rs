//! Inference on one thread, for players. This module never starts or uses a second thread, so run
//! one clone per worker.

use std::sync::Arc;

use ndarray::Array2;
use salta_env::{Evaluations, Precision};
use salta_search::math::exp;
use salta_search::qtransform;

use crate::compute::{Compute, ComputeError};
use crate::config::NetConfig;
use crate::forward::{Forward, Raw};
use crate::kernels::arch::arch;
use crate::kernels::dot::Instructions;
use crate::network::Network;
#[cfg(feature = "burn")]
use crate::tensors::OnDevice;
use crate::{PLIES_SCALE, POLICY, RESULTS, SQUARES};

/// A network ready to evaluate; clones share the weights.
#[derive(Debug, Clone)]
pub struct Inference {
    forward: By,
    config: NetConfig,
    centres: Vec<f32>,
}

#[derive(Debug, Clone)]
enum By {
    Arrays(Arc<Forward>),
    #[cfg(feature = "burn")]
    Device(Arc<OnDevice>),
}

impl Inference {
    /// An evaluator of this network.
    pub fn new(network: &Network) -> Self {
        Self::computed(network, Compute::Cpu)
    }

    /// An evaluator of this network on another device. Clones share the device: give it large
    /// batches from several threads at once.
    ///
    /// # Errors
    /// If the device does not work, or is a GPU and the network is in int8.
    pub fn on(network: &Network, compute: Compute) -> Result<Self, ComputeError> {
        if compute != Compute::Cpu && network.precision() == Precision::Int8 {
            return Err(ComputeError::Int8);
        }
        compute.check(network.config())?;
        Ok(Self::computed(network, compute))
    }

    /// [`Inference::on`], unchecked.
    pub(crate) fn computed(network: &Network, compute: Compute) -> Self {
        let arrays = match (compute, network.ranges()) {
            (Compute::Vulkan, _) => None,
            (Compute::Cpu, None) => Forward::new(arch(), network),
            (Compute::Cpu, ranges) => Forward::exact(Instructions::best(), network, ranges),
        };
        let forward = match arrays {
            Some(forward) => By::Arrays(Arc::new(forward)),
            #[cfg(feature = "burn")]
            None => By::Device(Arc::new(OnDevice::new(network, compute))),
            #[cfg(not(feature = "burn"))]
            None => unreachable!("devices and operations that need burn are refused"),
        };
        let config = network.config().clone();
        Self { forward, centres: config.margin_centres(), config }
    }

    /// The network's settings.
    pub fn config(&self) -> &NetConfig {
        &self.config
    }

    /// Evaluates `features` `[batch, 50, F]`, on the calling thread unless another device was
    /// chosen.
    ///
    /// On the CPU, a position's outputs are bit-identical regardless of the rest of the batch.
    ///
    /// # Panics
    /// Unless `features` has batch * 50 * F values.
    pub fn infer(&self, features: &[f32], batch: usize) -> Evaluations {
        let each = SQUARES * self.config.features;
        assert_eq!(features.len(), batch * each, "features must be [batch, 50, F]");
        let raw = match &self.forward {
            By::Arrays(forward) => forward.run(features, batch),
            #[cfg(feature = "burn")]
            By::Device(network) => network.run(features, batch),
        };
        outputs(raw, batch, &self.centres)
    }
}

fn outputs(raw: Raw, batch: usize, centres: &[f32]) -> Evaluations {
    let [policy, results, bins, plies] = raw;
    let wdl = results.chunks_exact(RESULTS).flat_map(softmax).collect();
    let points = |bins| softmax(bins).iter().zip(centres).map(|(p, at)| p * at).sum::<f32>();
    let margin = bins.chunks_exact(centres.len()).map(points).collect();
    let plies = plies.into_iter().map(|left| softplus(left) * PLIES_SCALE).collect();
    evaluations(batch, [policy, wdl, margin, plies])
}

/// Evaluations from their values, row by row.
pub(crate) fn evaluations(batch: usize, values: [Vec<f32>; 4]) -> Evaluations {
    let [policy, wdl, margin, plies] = values;
    let matrix = |values, width| {
        Array2::from_shape_vec((batch, width), values).expect("a row for each position")
    };
    Evaluations {
        policy_logits: matrix(policy, POLICY),
        wdl: matrix(wdl, RESULTS),
        margin: margin.into(),
        plies: plies.into(),
    }
}

fn softmax(logits: &[f32]) -> Vec<f32> {
    let mut shares = logits.to_vec();
    qtransform::softmax(&mut shares);
    shares
}

fn softplus(x: f32) -> f32 {
    x.max(0.0) + libm::log1pf(exp(-x.abs()))
}

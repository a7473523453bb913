//! A network as the searches' [`Evaluator`].

use std::mem;
use std::time::{Duration, Instant};

use salta_core::{Position, SQUARES, Variant};
use salta_env::{Evaluations, Evaluator, FEATURES, encode};

use crate::compute::{Compute, ComputeError};
use crate::infer::Inference;
use crate::network::Network;

/// Encodes positions and asks a network on the calling thread; one clone per worker.
#[derive(Debug, Clone)]
pub struct NetEvaluator {
    inference: Inference,
    features: Vec<f32>,
    encoding: Duration,
}

impl NetEvaluator {
    /// An evaluator of this network.
    ///
    /// # Panics
    /// If the network was not made for this encoding: it reads other than [`FEATURES`] features.
    pub fn new(network: &Network) -> Self {
        Self::with(Inference::new(network))
    }

    /// The same, computing elsewhere.
    ///
    /// # Errors
    /// If that does not work here.
    ///
    /// # Panics
    /// As [`NetEvaluator::new`].
    pub fn on(network: &Network, compute: Compute) -> Result<Self, ComputeError> {
        Ok(Self::with(Inference::on(network, compute)?))
    }

    fn with(inference: Inference) -> Self {
        assert_eq!(inference.config().features, FEATURES, "the network reads another encoding");
        Self { inference, features: Vec::new(), encoding: Duration::ZERO }
    }
}

impl Evaluator for NetEvaluator {
    fn evaluate(&mut self, variant: &Variant, positions: &[Position]) -> Evaluations {
        let (each, started) = (SQUARES * FEATURES, Instant::now());
        self.features.resize(positions.len() * each, 0.0);
        for (position, out) in positions.iter().zip(self.features.chunks_exact_mut(each)) {
            encode(variant, position, out);
        }
        self.encoding += started.elapsed();
        let outputs = self.inference.infer(&self.features, positions.len());
        Evaluations {
            policy_logits: outputs.policy_logits,
            wdl: outputs.wdl,
            margin: outputs.margin,
            plies: outputs.plies,
        }
    }

    fn take_encoding_time(&mut self) -> Duration {
        mem::take(&mut self.encoding)
    }
}

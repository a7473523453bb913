//! A network, or a model from another program, as the searches' [`Evaluator`].

use std::mem;
use std::time::{Duration, Instant};

use salta_core::{Position, SQUARES, Variant};
use salta_env::{Encoding, Evaluations, Evaluator, UnsupportedBoard};

use crate::compute::{Compute, ComputeError};
use crate::infer::Inference;
use crate::network::Network;
#[cfg(not(target_family = "wasm"))]
use crate::onnx;

/// Encodes positions and runs a network on them, on the calling thread; use one clone per worker.
#[derive(Debug, Clone)]
pub struct NetEvaluator {
    by: By,
    reads: Encoding,
    features: Vec<f32>,
    encoding: Duration,
}

#[derive(Debug, Clone)]
enum By {
    Network(Inference),
    #[cfg(not(target_family = "wasm"))]
    Onnx(onnx::Model),
}

impl NetEvaluator {
    /// An evaluator of this network.
    ///
    /// # Panics
    /// If the network's number of features matches none of the [`Encoding`]s.
    pub fn new(network: &Network) -> Self {
        Self::with(Inference::new(network))
    }

    /// Like [`NetEvaluator::new`], but on another device.
    ///
    /// # Errors
    /// As [`Inference::on`].
    ///
    /// # Panics
    /// As [`NetEvaluator::new`].
    pub fn on(network: &Network, compute: Compute) -> Result<Self, ComputeError> {
        Ok(Self::with(Inference::on(network, compute)?))
    }

    /// An evaluator of a model from another program.
    #[cfg(not(target_family = "wasm"))]
    pub fn onnx(model: &onnx::Model) -> Self {
        Self::by(By::Onnx(model.clone()), model.encoding())
    }

    fn with(inference: Inference) -> Self {
        let reads = inference.config().encoding().expect("the network reads a known encoding");
        Self::by(By::Network(inference), reads)
    }

    fn by(by: By, reads: Encoding) -> Self {
        Self { by, reads, features: Vec::new(), encoding: Duration::ZERO }
    }
}

impl Evaluator for NetEvaluator {
    fn supports(&self, variant: &Variant) -> Result<(), UnsupportedBoard> {
        self.reads.check(variant.board())
    }

    fn evaluate(&mut self, variant: &Variant, positions: &[Position]) -> Evaluations {
        let each = SQUARES * self.reads.features();
        // Plain WebAssembly has no clock.
        let started = (!cfg!(target_family = "wasm")).then(Instant::now);
        self.features.resize(positions.len() * each, 0.0);
        for (position, out) in positions.iter().zip(self.features.chunks_exact_mut(each)) {
            self.reads.encode(variant, position, out);
        }
        self.encoding += started.map_or(Duration::ZERO, |started| started.elapsed());
        match &self.by {
            By::Network(inference) => inference.infer(&self.features, positions.len()),
            #[cfg(not(target_family = "wasm"))]
            By::Onnx(model) => model.infer_or_nan(&self.features, positions.len()),
        }
    }

    fn take_encoding_time(&mut self) -> Duration {
        mem::take(&mut self.encoding)
    }
}

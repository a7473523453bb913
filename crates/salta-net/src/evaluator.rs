//! A network as the searches' [`Evaluator`].

use salta_core::{Position, SQUARES, Variant};
use salta_env::{Evaluations, Evaluator, FEATURES, encode};

use crate::infer::Inference;
use crate::network::Network;

/// Encodes positions and asks a network on the calling thread; one clone per worker.
#[derive(Debug, Clone)]
pub struct NetEvaluator {
    inference: Inference,
    features: Vec<f32>,
}

impl NetEvaluator {
    /// An evaluator of this network.
    ///
    /// # Panics
    /// If the network was not made for this encoding: it reads other than [`FEATURES`] features.
    pub fn new(network: &Network) -> Self {
        assert_eq!(network.config().features, FEATURES, "the network reads another encoding");
        Self { inference: Inference::new(network), features: Vec::new() }
    }
}

impl Evaluator for NetEvaluator {
    fn evaluate(&mut self, variant: &Variant, positions: &[Position]) -> Evaluations {
        let each = SQUARES * FEATURES;
        self.features.resize(positions.len() * each, 0.0);
        for (position, out) in positions.iter().zip(self.features.chunks_exact_mut(each)) {
            encode(variant, position, out);
        }
        let outputs = self.inference.infer(&self.features, positions.len());
        Evaluations {
            policy_logits: outputs.policy_logits,
            wdl: outputs.wdl,
            margin: outputs.margin,
            plies: outputs.plies,
        }
    }
}

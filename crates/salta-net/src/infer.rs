//! A network on one thread, for players.
//!
//! burn's `rayon` feature is off in this workspace, so nothing in here starts or uses a second
//! thread; run one clone per worker instead.

use ndarray::{Array1, Array2};

use crate::config::NetConfig;
use crate::heads::{PLIES_SCALE, RESULTS, RawOutputs};
use crate::network::Network;
use crate::{POLICY, SQUARES, tensors};

/// Positions evaluated at once: as many as keep a layer's gathered input near the cache.
const CHUNK: usize = 16;

/// What the network says about B positions, each from the view of its player to move.
#[derive(Debug, Clone, PartialEq)]
pub struct Outputs {
    /// Policy logits `[B, 201]`, illegal actions included.
    pub policy_logits: Array2<f32>,
    /// Probabilities of win, draw, loss `[B, 3]`.
    pub wdl: Array2<f32>,
    /// Expected margin in points `[B]`.
    pub margin: Array1<f32>,
    /// Expected plies to the end `[B]`.
    pub plies: Array1<f32>,
}

/// A network ready to evaluate; clones share the weights.
#[derive(Debug, Clone)]
pub struct Inference {
    network: Network,
    centres: Vec<f32>,
}

impl Inference {
    /// An evaluator of this network.
    pub fn new(network: &Network) -> Self {
        Self { network: network.clone(), centres: network.config().margin_centres() }
    }

    /// The network's settings.
    pub fn config(&self) -> &NetConfig {
        self.network.config()
    }

    /// Evaluates `features` `[batch, 50, F]` on the calling thread.
    ///
    /// A position's outputs are the same to the last bit whatever the rest of the batch.
    ///
    /// # Panics
    /// Unless `features` has batch * 50 * F values.
    pub fn infer(&self, features: &[f32], batch: usize) -> Outputs {
        let each = SQUARES * self.config().features;
        assert_eq!(features.len(), batch * each, "features must be [batch, 50, F]");
        let mut rows = Rows::with_capacity(batch);
        let mut start = 0;
        for count in chunks(batch) {
            self.infer_chunk(&features[start * each..(start + count) * each], count, &mut rows);
            start += count;
        }
        rows.into_outputs(batch)
    }

    fn infer_chunk(&self, features: &[f32], count: usize, rows: &mut Rows) {
        let mut input = features.to_vec();
        // A batch of one takes other kernels, with other last bits, than any larger one.
        let padded = count.max(2);
        input.resize(padded * SQUARES * self.config().features, 0.0);
        let shape = [padded, SQUARES, self.config().features];
        rows.push(self.network.forward(tensors::tensor(input, shape)), count, &self.centres);
    }
}

/// Sizes of the chunks of a batch.
fn chunks(batch: usize) -> impl Iterator<Item = usize> {
    (0..batch).step_by(CHUNK).map(move |start| CHUNK.min(batch - start))
}

/// Outputs under way.
struct Rows {
    policy: Vec<f32>,
    wdl: Vec<f32>,
    margin: Vec<f32>,
    plies: Vec<f32>,
}

impl Rows {
    fn with_capacity(batch: usize) -> Self {
        Self {
            policy: Vec::with_capacity(batch * POLICY),
            wdl: Vec::with_capacity(batch * RESULTS),
            margin: Vec::with_capacity(batch),
            plies: Vec::with_capacity(batch),
        }
    }

    fn push(&mut self, raw: RawOutputs, count: usize, centres: &[f32]) {
        self.policy.extend_from_slice(&tensors::values(raw.policy)[..count * POLICY]);
        let wdl = tensors::values(raw.wdl);
        self.wdl.extend(wdl.chunks_exact(RESULTS).take(count).flat_map(softmax));
        let margin = tensors::values(raw.margin);
        let mean = |logits| softmax(logits).iter().zip(centres).map(|(p, at)| p * at).sum::<f32>();
        self.margin.extend(margin.chunks_exact(centres.len()).take(count).map(mean));
        let plies = tensors::values(raw.plies);
        self.plies.extend(plies.iter().take(count).map(|&raw| softplus(raw) * PLIES_SCALE));
    }

    fn into_outputs(self, batch: usize) -> Outputs {
        let matrix = |values, width| {
            Array2::from_shape_vec((batch, width), values).expect("a row for each position")
        };
        Outputs {
            policy_logits: matrix(self.policy, POLICY),
            wdl: matrix(self.wdl, RESULTS),
            margin: self.margin.into(),
            plies: self.plies.into(),
        }
    }
}

fn softmax(logits: &[f32]) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares: Vec<f32> = logits.iter().map(|&logit| (logit - most).exp()).collect();
    let sum: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

fn softplus(x: f32) -> f32 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

//! Seeded initial weights: every value comes from one generator, in the order of the tensors.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::graph::Graph;

/// The initial weights of a network: uniform, with mean 0 and the standard deviation of each
/// tensor; for a deviation of 0, nothing is drawn.
pub(crate) fn weights(graph: &Graph, seed: u64) -> Vec<f32> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut weights = vec![0.0; graph.weights()];
    for (slot, deviation) in graph.slots.iter().zip(&graph.deviations) {
        if *deviation > 0.0 {
            let bound = 3f32.sqrt() * deviation;
            let draw = |value: &mut f32| *value = (2.0 * rng.random::<f32>() - 1.0) * bound;
            weights[slot.range()].iter_mut().for_each(draw);
        }
    }
    weights
}

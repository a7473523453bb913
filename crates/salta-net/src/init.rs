//! Seeded initial weights: every value comes from one generator, in the order of the tensors.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::graph::Graph;

/// The initial weights of a network.
pub(crate) fn weights(graph: &Graph, seed: u64) -> Vec<f32> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let tensors = graph.slots().iter().zip(graph.deviations());
    tensors
        .flat_map(|(slot, deviation)| uniform(&mut rng, slot.range().len(), *deviation))
        .collect()
}

/// Uniform values with mean 0 and this standard deviation; for 0, nothing is drawn.
fn uniform(rng: &mut ChaCha8Rng, count: usize, deviation: f32) -> Vec<f32> {
    if deviation == 0.0 {
        return vec![0.0; count];
    }
    let bound = 3f32.sqrt() * deviation;
    let draw = || (2.0 * rng.random::<f32>() - 1.0) * bound;
    std::iter::repeat_with(draw).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::architecture::graph;
    use crate::config::NetConfig;

    /// Earlier runs must remain resumable and reproducible.
    #[test]
    fn a_seed_gives_what_it_always_gave() {
        let config = NetConfig { features: 3, channels: 8, blocks: 2, ..NetConfig::default() };
        let [one, two] = [1, 2].map(|seed| weights(&graph(&config), seed));
        let bytes: Vec<u8> = one.iter().flat_map(|value| value.to_le_bytes()).collect();
        let hash = blake3::hash(&bytes).to_hex();
        assert_eq!(&hash[..16], "f6dfe9db67eadcb8");
        assert_ne!(one, two);
    }
}

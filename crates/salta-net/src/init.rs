//! Seeded initial weights: every value comes from one generator, in the order of the slots.
//!
//! No normalisation: the last layer of each block starts at zero and the others are scaled down, so
//! a new network is its stem and trains stably at any depth (Fixup, Zhang et al. 2019, §3).

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::config::NetConfig;
use crate::parameters;
use crate::parts::{AuxiliaryParts, BlockParts, Parts};
use crate::slot::{EMBEDDING, Slot};

/// Small enough that a new network's outputs are nearly uniform, not so small that nothing flows.
const HEAD_GAIN: f32 = 0.1;

/// Standard deviation of what the squares add.
const SQUARES_STD: f32 = 0.1;

/// The initial weights of a network of these settings, in the order of [`parameters::slots`].
pub(crate) fn weights(config: &NetConfig, seed: u64) -> Vec<f32> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let gains = by_name(config);
    let draw = |slot: Slot| uniform(&mut rng, slot.range().len(), deviation(&slot, &gains));
    parameters::slots(config).into_iter().flat_map(draw).collect()
}

/// The standard deviation of a tensor's values: a matrix `[inputs, outputs]` keeps the variance
/// through a ReLU (He et al. 2015, eq. 10), times its gain; biases are zero.
fn deviation(slot: &Slot, gains: &BTreeMap<String, f32>) -> f32 {
    match slot.name.strip_suffix(".weight") {
        Some(matrix) => gains[matrix] * (2.0 / slot.shape[0] as f32).sqrt(),
        None if slot.name == EMBEDDING => SQUARES_STD,
        None => 0.0,
    }
}

fn by_name(config: &NetConfig) -> BTreeMap<String, f32> {
    let mut gains = BTreeMap::new();
    let parts = Parts::of(config).zip(&gains_of(config));
    parts.map(|(named, gain)| gains.insert(named.name.clone(), *gain));
    gains
}

/// What each matrix's values are multiplied by.
fn gains_of(config: &NetConfig) -> Parts<f32> {
    let last = config.layers_per_block - 1;
    let depth = (config.blocks.max(1) as f32).powf(-0.5 / last.max(1) as f32);
    let gain = |layer| if layer == last { 0.0 } else { depth };
    let block = |index| BlockParts {
        layers: (0..config.layers_per_block).map(gain).collect(),
        pool: config.pools(index).then_some(0.0),
    };
    let auxiliary = AuxiliaryParts { squares: HEAD_GAIN, soon: HEAD_GAIN };
    Parts {
        stem: 1.0,
        blocks: (0..config.blocks).map(block).collect(),
        policy: HEAD_GAIN,
        end_turn: HEAD_GAIN,
        hidden: 1.0,
        values: HEAD_GAIN,
        auxiliary: config.auxiliary.then_some(auxiliary),
    }
}

/// Uniform values with mean 0; zeros take nothing from the generator.
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

    fn some(seed: u64) -> Vec<f32> {
        let config = NetConfig { features: 3, channels: 8, blocks: 2, ..NetConfig::default() };
        weights(&config, seed)
    }

    #[test]
    fn the_seed_alone_decides_the_weights() {
        assert_eq!(some(5), some(5));
        assert_ne!(some(5), some(6));
    }

    /// Runs of before must resume and repeat.
    #[test]
    fn a_seed_gives_what_it_always_gave() {
        let bytes: Vec<u8> = some(1).iter().flat_map(|value| value.to_le_bytes()).collect();
        let hash = blake3::hash(&bytes).to_hex();
        assert_eq!(&hash[..16], "f6dfe9db67eadcb8");
    }
}

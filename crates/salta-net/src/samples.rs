//! Networks for tests that hold the passes on plain arrays to burn's.

use pulp::Arch;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::config::NetConfig;
use crate::network::Network;

/// A network none of whose weights is zero, as after training.
pub(crate) fn network(config: &NetConfig) -> Network {
    let network = Network::new(config, 1).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let values = network.values().iter();
    let values: Vec<f32> = values.map(|v| v + rng.random_range(-0.05..0.05)).collect();
    network.with_values(values)
}

/// All instruction sets that this processor has.
pub(crate) fn arches() -> Vec<Arch> {
    #[allow(unused_mut)]
    let mut arches = vec![Arch::Scalar, Arch::new()];
    #[cfg(target_arch = "x86_64")]
    arches.extend(pulp::x86::V3::try_new().map(Arch::V3));
    arches
}

pub(crate) fn small() -> NetConfig {
    NetConfig { features: 5, channels: 16, blocks: 2, value_hidden: 24, ..NetConfig::default() }
}

/// Settings that take every path: odd widths, no pooling, few taps, no blocks, one layer a block.
pub(crate) fn configs() -> Vec<NetConfig> {
    vec![
        small(),
        NetConfig { channels: 32, ..small() },
        NetConfig { channels: 48, taps: 5, global_pooling: 0, ..small() },
        NetConfig { channels: 7, global_pooling: 1, value_hidden: 3, ..small() },
        NetConfig { blocks: 0, ..small() },
        NetConfig { auxiliary: true, ..small() },
        NetConfig { layers_per_block: 1, global_pooling: 1, ..small() },
        NetConfig { layers_per_block: 3, ..small() },
    ]
}

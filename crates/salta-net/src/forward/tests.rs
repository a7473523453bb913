//! The forward pass compared with the one through tensors.

use pulp::Arch;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Forward;
use crate::config::NetConfig;
use crate::network::Network;
use crate::{SQUARES, parameters, tensors};

/// A network none of whose weights is zero, as after training.
fn network(config: &NetConfig) -> Network {
    let network = Network::new(config, 1).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let values = parameters::flatten(&network);
    let values: Vec<f32> = values.iter().map(|v| v + rng.random_range(-0.05..0.05)).collect();
    parameters::with_values(network, &values)
}

fn features(config: &NetConfig, batch: usize) -> Vec<f32> {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    (0..batch * SQUARES * config.features).map(|_| rng.random_range(-1.0..1.0)).collect()
}

/// All that this processor has.
fn arches() -> Vec<Arch> {
    #[allow(unused_mut)]
    let mut arches = vec![Arch::Scalar, Arch::new()];
    #[cfg(target_arch = "x86_64")]
    arches.extend(pulp::x86::V3::try_new().map(Arch::V3));
    arches
}

fn small() -> NetConfig {
    NetConfig { features: 5, channels: 16, blocks: 2, value_hidden: 24, ..NetConfig::default() }
}

/// Settings that take every path: odd widths, no pooling, few taps, no blocks, one layer a block.
fn configs() -> Vec<NetConfig> {
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

fn assert_close(found: &[f32], expected: &[f32], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= 1e-4 * (1.0 + expected.abs()), "{what}: {found}");
    }
}

#[test]
fn the_same_numbers_as_through_tensors() {
    let batch = 15; // tiles of every size
    for config in configs() {
        let (network, features) = (network(&config), features(&config, batch));
        let shape = [batch, SQUARES, config.features];
        let expected = network.forward(tensors::tensor(features.clone(), shape));
        let [wdl, margin, plies] = [expected.wdl, expected.margin, expected.plies];
        let values = burn::tensor::Tensor::cat(vec![wdl, margin, plies], 1);
        let (policy, values) = (tensors::values(expected.policy), tensors::values(values));
        for arch in arches() {
            let raw = Forward::on(arch, &network).run(&features, batch);
            assert_close(&raw.policy, &policy, &format!("policy, {arch:?}, {config:?}"));
            assert_close(&raw.values, &values, &format!("values, {arch:?}, {config:?}"));
        }
    }
}

#[test]
fn a_position_has_the_same_bits_in_every_batch() {
    let config = NetConfig { channels: 32, global_pooling: 1, ..small() };
    let (network, features) = (network(&config), features(&config, 15));
    let each = SQUARES * config.features;
    for arch in arches() {
        let forward = Forward::on(arch, &network);
        let whole = forward.run(&features, 15);
        for position in 0..15 {
            let alone = forward.run(&features[position * each..(position + 1) * each], 1);
            let rows = alone.policy.len();
            assert_eq!(whole.policy[position * rows..(position + 1) * rows], alone.policy);
            let rows = alone.values.len();
            assert_eq!(whole.values[position * rows..(position + 1) * rows], alone.values);
        }
    }
}

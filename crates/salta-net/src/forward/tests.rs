//! The forward pass compared with the one through tensors.

use super::Forward;
use crate::SQUARES;
use crate::compute::Compute;
use crate::config::NetConfig;
use crate::samples::{arches, configs, features, network, small};
use crate::tensors::OnDevice;

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
        let expected = OnDevice::new(&network, Compute::Cpu).run(&features, batch);
        for arch in arches() {
            let Some(forward) = Forward::on(arch, &network) else { continue };
            let raw = forward.run(&features, batch);
            for (at, (found, expected)) in raw.iter().zip(&expected).enumerate() {
                assert_close(found, expected, &format!("head {at}, {arch:?}, {config:?}"));
            }
        }
    }
}

#[test]
fn a_position_has_the_same_bits_in_every_batch() {
    let config = NetConfig { channels: 32, global_pooling: 1, ..small() };
    let (network, features) = (network(&config), features(&config, 15));
    let each = SQUARES * config.features;
    for arch in arches() {
        let forward = Forward::on(arch, &network).expect("kernels");
        let whole = forward.run(&features, 15);
        for position in 0..15 {
            let alone = forward.run(&features[position * each..(position + 1) * each], 1);
            for (whole, alone) in whole.iter().zip(alone) {
                assert_eq!(whole[position * alone.len()..(position + 1) * alone.len()], alone);
            }
        }
    }
}

//! Compares the passes with each other and with the one on tensors.

mod exact;

use super::Forward;
use crate::SQUARES;
use crate::config::NetConfig;
use crate::kernels::dot::Instructions;
use crate::samples::{arches, features, network, small};

/// Batch size that needs tiles of every size.
const BATCH: usize = 15;

#[cfg(feature = "burn")]
#[test]
fn the_same_numbers_as_through_tensors() {
    use crate::compute::Compute;
    use crate::samples::configs;
    use crate::tensors::OnDevice;

    for config in configs() {
        let (network, features) = (network(&config), features(&config, BATCH));
        let expected = OnDevice::new(&network, Compute::Cpu).run(&features, BATCH);
        for arch in arches() {
            let Some(forward) = Forward::new(arch, &network) else { continue };
            let found = forward.run(&features, BATCH);
            for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
                let far = (found - expected).abs() / (1.0 + expected.abs());
                assert!(far <= 1e-4, "{found}, not {expected}; {arch:?}, {config:?}");
            }
        }
    }
}

#[test]
fn a_position_has_the_same_bits_in_every_batch() {
    let config = NetConfig { channels: 32, global_pooling: 1, ..small() };
    let (network, features) = (network(&config), features(&config, BATCH));
    let each = SQUARES * config.features;
    let passes = arches().into_iter().map(|arch| Forward::new(arch, &network).expect("kernels"));
    let int8 = |with| exact::int8(with, &config).expect("exact kernels");
    for forward in passes.chain(Instructions::available().into_iter().map(int8)) {
        let whole = forward.run(&features, BATCH);
        for position in 0..BATCH {
            let alone = forward.run(&features[position * each..(position + 1) * each], 1);
            for (whole, alone) in whole.iter().zip(alone) {
                assert_eq!(whole[position * alone.len()..(position + 1) * alone.len()], alone);
            }
        }
    }
}

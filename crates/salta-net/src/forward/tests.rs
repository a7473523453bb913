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
    // Panels of one to three vectors, and an odd number of channels.
    for channels in [7, 16, 32, 48] {
        let config = NetConfig { channels, global_pooling: 1, ..small() };
        let (network, features) = (network(&config), features(&config, BATCH));
        let passes = arches().into_iter().map(|arch| Forward::new(arch, &network));
        let int8 = Instructions::available().into_iter().map(|with| exact::int8(with, &config));
        for forward in passes.chain(int8).map(|forward| forward.expect("kernels")) {
            let whole = forward.run(&features, BATCH);
            let of_one = SQUARES * config.features;
            // The last so many positions, and each one alone.
            let tails = (1..BATCH).map(|batch| (BATCH - batch, batch));
            for (first, batch) in tails.chain((0..BATCH).map(|first| (first, 1))) {
                let part = forward.run(&features[first * of_one..][..batch * of_one], batch);
                for (whole, part) in whole.iter().zip(part) {
                    let each = part.len() / batch;
                    let expected = &whole[first * each..][..part.len()];
                    assert_eq!(expected, part, "{channels} channels, {batch} from {first}");
                }
            }
        }
    }
}

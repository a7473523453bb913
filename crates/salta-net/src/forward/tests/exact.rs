//! The exact pass gives the same bits with all instructions and stays close to the pass on floats;
//! a layer of bytes is compared with straightforward loops.

use super::BATCH;
use crate::config::NetConfig;
use crate::forward::{Forward, Raw};
use crate::kernels::arch::arch;
use crate::kernels::dot::Instructions;
use crate::kernels::exact::{Layer, Output};
use crate::kernels::layer::Shape;
use crate::kernels::multiply::Input;
use crate::samples::{configs, features, network};

fn bits(raw: &Raw) -> Vec<u32> {
    raw.iter().flatten().map(|value| value.to_bits()).collect()
}

pub(super) fn int8(with: Instructions, config: &NetConfig) -> Option<Forward> {
    let network = network(config);
    let ranges = Forward::exact(with, &network, None)?.ranges(&features(config, 8), 8);
    Forward::exact(with, &network, Some(&ranges))
}

/// The [`configs`] whose operations all have exact kernels.
fn exact_configs() -> impl Iterator<Item = NetConfig> {
    let there = configs().into_iter().filter(|config| config.validate().is_ok());
    there.filter(|config| int8(Instructions::best(), config).is_some())
}

#[test]
fn the_same_bits_with_all_instructions() {
    assert!(exact_configs().count() >= 10);
    for config in exact_configs() {
        let features = features(&config, BATCH);
        let all = Instructions::available();
        let run = |with: &Instructions| bits(&int8(*with, &config).unwrap().run(&features, BATCH));
        let found: Vec<_> = all.iter().map(run).collect();
        assert!(found.iter().all(|bits| *bits == found[0]), "{all:?}, {config:?}");
        let floats = |with: &Instructions| {
            bits(&Forward::exact(*with, &network(&config), None).unwrap().run(&features, BATCH))
        };
        let found: Vec<_> = all.iter().map(floats).collect();
        assert!(found.iter().all(|bits| *bits == found[0]), "{all:?}, {config:?}");
    }
}

#[test]
fn close_to_the_pass_on_floats() {
    for config in exact_configs() {
        let (network, features) = (network(&config), features(&config, BATCH));
        let expected = Forward::new(arch(), &network).unwrap().run(&features, BATCH);
        let compare = |exact: Forward, tolerance: f32, what: &str| {
            for (found, expected) in exact.run(&features, BATCH).iter().zip(&expected) {
                let scale = expected.iter().fold(1e-3, |most: f32, value| most.max(value.abs()));
                for (found, expected) in found.iter().zip(expected) {
                    let far = (found - expected).abs() / scale;
                    assert!(far <= tolerance, "{what}: {found}, not {expected}; {config:?}");
                }
            }
        };
        compare(Forward::exact(Instructions::best(), &network, None).unwrap(), 1e-4, "floats");
        compare(int8(Instructions::best(), &config).unwrap(), 0.1, "int8");
    }
}

#[test]
fn a_layer_of_bytes_is_the_obvious_loops() {
    let shape = Shape { taps: 2, inputs: 7, outputs: 21 };
    let weights: Vec<f32> = (0..14 * 21).map(|at| (at as f32 * 0.7).sin()).collect();
    let bias: Vec<f32> = (0..21).map(|at| (at as f32).cos()).collect();
    let unit = 0.03;
    // Three rows: the first reads itself and, as its second tap, the last; the second reads the
    // first as its second tap.
    let seen = [vec![(0, 0), (1, 2)], vec![(1, 0)], vec![]];
    let width = 16; // of the inputs
    let inputs: Vec<u8> = (0..3 * 2 * width)
        .map(|at| if at % width < 7 { (at * 37 % 128) as u8 } else { 0 })
        .collect();
    for with in Instructions::available() {
        let layer = Layer::of_bytes(shape, &weights, &bias, unit);
        let (mut floats, mut bytes) = (vec![0.0; 3 * 2 * 32], vec![0; 3 * 2 * 32]);
        let input = Input { bytes: &inputs, rectified: true, ..Input::of(&[], 2, width, &seen) };
        let output = &mut Output { floats: &mut floats, bytes: &mut bytes, bytes_per_unit: 20.0 };
        layer.apply(with, &input, output);
        for (row, seen) in seen.iter().enumerate() {
            for position in 0..2 {
                for output in 0..21 {
                    let column = |at: usize| weights[at * 21 + output];
                    let most = (0..14).fold(0.0_f32, |most, at| most.max(column(at).abs()));
                    let mut sum = 0;
                    for &(tap, from) in seen {
                        for input in 0..7 {
                            let weight =
                                (column(tap * 7 + input) / (most / 127.0)).round_ties_even();
                            let byte = inputs[(from * 2 + position) * width + input];
                            sum += weight as i32 * i32::from(byte);
                        }
                    }
                    let expected = (sum as f32 * (most / 127.0 * unit) + bias[output]).max(0.0);
                    let at = (row * 2 + position) * 32 + output;
                    assert_eq!(floats[at], expected, "{with:?}");
                    let byte = (expected * 20.0).min(127.0).round_ties_even();
                    assert_eq!(f32::from(bytes[at]), byte, "{with:?}");
                }
            }
        }
    }
}

//! Compares models computed by ONNX Runtime with the networks computed by the program. The tests
//! are skipped where its library is missing, but fail if `SALTA_NEEDS_ONNX` is set.

use std::env;

use salta_core::Variant;
use salta_env::{Evaluations, Precision};

use super::library::environment;
use super::{Model, encode};
use crate::SQUARES;
use crate::calibration::observations;
use crate::config::NetConfig;
use crate::config::block::{Attention, Block};
use crate::infer::Inference;
use crate::samples::{blocks, exact_blocks, features, network};

/// Whether the library is available; prints why not.
fn there() -> bool {
    let Err(error) = environment() else { return true };
    assert!(env::var_os("SALTA_NEEDS_ONNX").is_none(), "{error}");
    eprintln!("skipped: {error}");
    false
}

/// Blocks of every kind, in f32.
#[test]
fn a_network_is_the_same_there() {
    if !there() {
        return;
    }
    let batch = 3;
    let attention = Block::Attention(Attention { heads: 4 });
    for block in [blocks(), vec![attention]] {
        let config = NetConfig { block, channels: 12, ..NetConfig::default() };
        if config.validate().is_err() && matches!(config.block[..], [Block::Attention(_)]) {
            continue; // It needs burn.
        }
        let (network, features) = (network(&config), features(&config, batch));
        let found = Model::read(encode(&network, &[])).unwrap().infer(&features, batch).unwrap();
        let expected = Inference::new(&network).infer(&features, batch);
        let all = |it: &Evaluations| -> Vec<f32> {
            let policy = it.policy_logits.iter();
            policy.chain(&it.wdl).chain(&it.margin).chain(&it.plies).copied().collect()
        };
        for (found, expected) in all(&found).iter().zip(all(&expected)) {
            assert!((found - expected).abs() <= 1e-4 * (1.0 + expected.abs()), "{config:?}");
        }
    }
}

/// Sums of bytes are exact in ONNX Runtime too; the floats around them may differ in the last bits,
/// which can round an activation to a neighbouring byte.
#[test]
fn a_network_in_int8_is_the_same_there() {
    if !there() {
        return;
    }
    let variant = Variant::named("buettgenbach-1899").unwrap();
    for config in [
        NetConfig { channels: 32, blocks: 3, ..NetConfig::default() },
        NetConfig { channels: 20, taps: 5, global_pooling: 1, ..NetConfig::default() },
        NetConfig { block: exact_blocks(), ..NetConfig::default() },
    ] {
        let f32 = network(&config);
        let int8 = f32.in_precision(Precision::Int8, [&variant]).unwrap();
        let features = observations([&variant], config.encoding().expect("Salta's"));
        let batch = 64;
        let features = &features[..batch * SQUARES * config.features];
        let found = Model::read(encode(&int8, &[])).unwrap().infer(features, batch).unwrap();
        let of = |network| Inference::new(network).infer(features, batch);
        let (expected, unrounded) = (of(&int8), of(&f32));
        let far = |other: &Evaluations| {
            let pairs = found.policy_logits.iter().zip(&other.policy_logits);
            pairs.map(|(a, b)| f64::from((a - b).abs())).sum::<f64>()
        };
        let (apart, rounding) = (far(&expected), far(&unrounded));
        assert!(apart < 0.02 * rounding, "{apart} of {rounding}");
    }
}

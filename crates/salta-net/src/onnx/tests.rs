//! Compares models computed by ONNX Runtime with the networks computed by the program. The tests
//! are skipped where its library is missing, but fail if `SALTA_NEEDS_ONNX` is set.

use std::env;

use prost::Message;
use salta_core::Variant;
use salta_env::{Evaluations, Precision};

use super::library::environment;
use super::messages::{
    AttributeProto, FLOAT, GraphProto, INT64, ModelProto, NodeProto, OperatorSetIdProto,
    TensorProto, ValueInfoProto,
};
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

/// A model whose value is the mean of the features, less that of the batch if `centred`, and whose
/// logits are 0 with the shape [batch, 201], or [201, batch] if `transposed`.
fn means(centred: bool, transposed: bool) -> Vec<u8> {
    let node =
        |op: &str, inputs: &[&str], output: &str, attribute: Vec<AttributeProto>| NodeProto {
            op_type: op.into(),
            input: inputs.iter().map(|name| (*name).into()).collect(),
            output: vec![output.into()],
            attribute,
            ..NodeProto::default()
        };
    let axes = |axes: &[i64]| vec![AttributeProto::ints("axes", axes)];
    let tensor = |name: &str, dims: &[i64], data_type, raw_data| TensorProto {
        name: name.into(),
        dims: dims.to_vec(),
        data_type,
        raw_data,
        ..TensorProto::default()
    };
    let [row, column] = [[1, -1], [-1, 1]].map(|of: [i64; 2]| of.map(i64::to_le_bytes).concat());
    let (as_rows, weights, product) = match transposed {
        true => (row, [201, 1], ["weights", "rows"]),
        false => (column, [1, 201], ["rows", "weights"]),
    };
    let value = if centred { ["means", "mean"] } else { ["means", "zero"] };
    let keep = || vec![AttributeProto::int("keepdims", 0)];
    let nodes = vec![
        node("ReduceMean", &["features"], "means", [axes(&[1, 2]), keep()].concat()),
        node("ReduceMean", &["means"], "mean", axes(&[0])),
        node("Sub", &value, "value", vec![]),
        node("Reshape", &["means", "as_rows"], "rows", vec![]),
        node("MatMul", &product, "policy_logits", vec![]),
    ];
    let undeclared = |name: &str| {
        let mut value = ValueInfoProto::batched(name, &[], "");
        value.r#type.as_mut().unwrap().tensor_type.as_mut().unwrap().shape = None;
        value
    };
    let graph = GraphProto {
        node: nodes,
        name: "means".into(),
        initializer: vec![
            tensor("as_rows", &[2], INT64, as_rows),
            tensor("weights", &weights, FLOAT, vec![0; 4 * 201]),
            tensor("zero", &[1], FLOAT, vec![0; 4]),
        ],
        input: vec![ValueInfoProto::batched("features", &[50, 53], "")],
        output: ["policy_logits", "value"].map(undeclared).into(),
    };
    let opset = OperatorSetIdProto { domain: String::new(), version: 13 };
    let model = ModelProto {
        ir_version: 8,
        graph: Some(graph),
        opset_import: vec![opset],
        ..ModelProto::default()
    };
    model.encode_to_vec()
}

#[test]
fn models_that_mix_positions_or_their_axes_are_refused() {
    if !there() {
        return;
    }
    assert!(Model::read(means(false, false)).is_ok());
    let error = |file| Model::read(file).unwrap_err().to_string();
    let mixed = error(means(true, false));
    assert!(mixed.contains("in another way among other positions"), "{mixed}");
    let transposed = error(means(false, true));
    assert!(transposed.contains("has the shape [201, 2] for 2 positions"), "{transposed}");
}

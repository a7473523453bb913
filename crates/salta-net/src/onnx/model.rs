//! The network as an ONNX graph.

use prost::Message;

use super::OPSET;
use super::messages::{
    GraphProto, ModelProto, OperatorSetIdProto, StringStringEntryProto, ValueInfoProto,
};
use super::writer::Writer;
use crate::config::NetConfig;
use crate::heads::{HEADS, Head, Output};
use crate::network::Network;
use crate::values::{Channels, Shape};
use crate::{PLIES_SCALE, SQUARES};

/// The version of the file format that goes with [`OPSET`].
const IR_VERSION: i64 = 8;

/// The model's file: input `features` `[batch, 50, F]`; outputs `policy_logits` `[batch, 201]`,
/// `wdl` `[batch, 3]` (probabilities), `margin` `[batch]` (points), `plies` `[batch]`, and
/// `margin_probabilities` `[batch, bins]`, all from the view of the player to move. A network with
/// auxiliary heads also has `reply_logits` `[batch, 200]`, `home` `[batch, 50]` (probabilities) and
/// `soon` `[batch]`.
pub fn encode(network: &Network, metadata: &[(String, String)]) -> Vec<u8> {
    let entry = |(key, value): &(String, String)| StringStringEntryProto {
        key: key.clone(),
        value: value.clone(),
    };
    let model = ModelProto {
        ir_version: IR_VERSION,
        producer_name: "salta".into(),
        producer_version: env!("CARGO_PKG_VERSION").into(),
        doc_string: "Policy and value of a Salta position; see docs/encoding.md".into(),
        graph: Some(graph(network)),
        opset_import: vec![OperatorSetIdProto { domain: String::new(), version: OPSET }],
        metadata_props: metadata.iter().map(entry).collect(),
    };
    model.encode_to_vec()
}

fn graph(network: &Network) -> GraphProto {
    let (config, graph) = (network.config(), network.graph());
    let mut writer = Writer::new(graph.slots(), network.values(), graph.shapes());
    let mut values = vec!["features".to_owned()];
    for operation in graph.operations() {
        let value = operation.onnx(&mut writer, &values);
        values.push(value);
    }
    let heads: Vec<_> = HEADS.iter().zip(&graph.heads).collect();
    let mut outputs = Vec::new();
    for (at, (head, parts)) in heads.into_iter().enumerate() {
        let x = read(&mut writer, graph.shapes(), &values, parts);
        for (second, &(name, output, about)) in head.outputs.iter().enumerate() {
            write(&mut writer, config, &x, name, output);
            outputs.push((
                (crate::LOSSES[at].auxiliary, second),
                described(head, config, name, output, about),
            ));
        }
    }
    // What players ask, what else their heads say, the auxiliary heads.
    outputs.sort_by_key(|(order, _)| *order);
    let features = [SQUARES, config.features];
    GraphProto {
        node: writer.nodes,
        name: "salta".into(),
        initializer: writer.constants,
        input: vec![ValueInfoProto::batched("features", &features, "positions, encoded")],
        output: outputs.into_iter().map(|(_, output)| output).collect(),
    }
}

/// A head's outputs, `[B, N]`.
fn read(
    writer: &mut Writer<'_>,
    shapes: &[Shape],
    values: &[String],
    parts: &[Channels],
) -> String {
    let part = |part: &Channels| {
        let (mut x, Channels { id, first, count }) = (values[part.id].clone(), *part);
        if count < shapes[id].channels {
            let mut bound = |value| writer.ints(&format!("channel_{value}"), &[value as i64]);
            let bounds = [bound(first), bound(first + count)];
            let axis = writer.ints("axis_2", &[2]);
            x = writer.apply("Slice", &[&x, &bounds[0], &bounds[1], &axis], Vec::new());
        }
        let rows = shapes[id].rows;
        let x = if rows > 1 { writer.transpose(&x, &[0, 2, 1]) } else { x };
        writer.reshape(&x, &[count * rows])
    };
    let mut parts: Vec<String> = parts.iter().map(part).collect();
    match parts.len() {
        1 => parts.remove(0),
        _ => writer.apply("Concat", &parts.iter().collect::<Vec<_>>(), Writer::axis(1)),
    }
}

/// Makes an output of the outputs `x` `[B, N]` of a head.
fn write(writer: &mut Writer<'_>, config: &NetConfig, x: &String, name: &str, output: Output) {
    match output {
        Output::Logits => writer.apply_to("Identity", &[x], name, Vec::new()),
        Output::Softmax => writer.apply_to("Softmax", &[x], name, Writer::axis(1)),
        Output::Sigmoid => writer.apply_to("Sigmoid", &[x], name, Vec::new()),
        Output::Tanh => {
            let x = writer.apply("Tanh", &[x], Vec::new());
            flatten(writer, &x, name);
        }
        Output::Margin => {
            let shares = writer.apply("Softmax", &[x], Writer::axis(1));
            let centres = config.margin_centres();
            let centres = writer.floats("margin_centres", &[centres.len(), 1], &centres);
            let mean = writer.apply("MatMul", &[&shares, &centres], Vec::new());
            flatten(writer, &mean, name);
        }
        Output::Plies => {
            let scale = writer.floats("plies_scale", &[1], &[PLIES_SCALE]);
            let units = writer.apply("Softplus", &[x], Vec::new());
            let plies = writer.apply("Mul", &[&units, &scale], Vec::new());
            flatten(writer, &plies, name);
        }
    }
}

/// `[B, 1]` to `[B]`.
fn flatten(writer: &mut Writer<'_>, x: &String, output: &str) {
    let axis = writer.ints("axis_1", &[1]);
    writer.apply_to("Squeeze", &[x, &axis], output, Vec::new());
}

fn described(
    head: &Head,
    config: &NetConfig,
    name: &str,
    output: Output,
    about: &str,
) -> ValueInfoProto {
    let width = head.width(config);
    let rest: &[usize] = match output {
        Output::Margin | Output::Plies | Output::Tanh => &[],
        Output::Logits | Output::Softmax | Output::Sigmoid => &[width],
    };
    ValueInfoProto::batched(name, rest, about)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails if an operation omits one of its tensors.
    #[test]
    fn every_weight_stands_in_the_graph() {
        for (blocks, layers_per_block, taps, global_pooling, auxiliary) in
            [(0, 1, 5, 0, false), (1, 1, 9, 1, true), (3, 2, 9, 2, false), (2, 3, 5, 1, true)]
        {
            let config = NetConfig {
                features: 7,
                channels: 8,
                blocks,
                layers_per_block,
                taps,
                global_pooling,
                auxiliary,
                ..NetConfig::default()
            };
            let network = Network::new(&config, 1).unwrap();
            let model = ModelProto::decode(&*encode(&network, &[])).unwrap();
            let graph = model.graph.unwrap();
            let floats = graph.initializer.iter().filter(|t| t.data_type == 1);
            let numbers: i64 = floats.map(|t| t.dims.iter().product::<i64>()).sum();
            // Beside the weights: the margin's centres and the unit of plies.
            assert_eq!(numbers as usize, network.weights() + config.margin_bins + 1);
        }
    }

    #[test]
    fn metadata_is_kept() {
        let config = NetConfig { channels: 8, blocks: 1, ..NetConfig::default() };
        let network = Network::new(&config, 1).unwrap();
        let file = encode(&network, &[("variant".into(), "walker".into())]);
        let model = ModelProto::decode(&*file).unwrap();
        assert_eq!(model.opset_import[0].version, OPSET);
        assert_eq!(model.metadata_props[0].key, "variant");
        assert_eq!(model.metadata_props[0].value, "walker");
    }
}

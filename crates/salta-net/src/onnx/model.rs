//! The network as an ONNX graph.

use prost::Message;

use super::messages::{
    GraphProto, ModelProto, OperatorSetIdProto, StringStringEntryProto, ValueInfoProto,
};
use super::writer::Writer;
use crate::config::NetConfig;
use crate::graph::Graph;
use crate::heads::{self, HEADS, Output, Size};
use crate::network::Network;
use crate::ranges::Ranges;
use crate::values::{Channels, Shape};
use crate::{LOSSES, PLIES_SCALE, SQUARES};

/// The version of ONNX's operators that models are written for.
const OPSET: i64 = 18;

/// The version of the file format that goes with [`OPSET`].
const IR_VERSION: i64 = 8;

/// Encodes a network as a model file with the input `features` `[batch, 50, F]` and, from the view
/// of the player to move, those of the [`outputs`] whose heads the network has. The model of a
/// network in int8 computes the same sums, of bytes that may differ by one where a float does in
/// its last bit.
pub fn encode(network: &Network, metadata: &[(String, String)]) -> Vec<u8> {
    model(graph(network), metadata).encode_to_vec()
}

/// An output of models.
pub struct ModelOutput {
    /// Its name.
    pub name: &'static str,
    /// Its shape, as in `[batch, bins]`.
    pub shape: String,
    /// Its description.
    pub about: &'static str,
    /// The auxiliary head that it needs.
    pub auxiliary: Option<&'static str>,
}

/// The outputs of models, in order.
pub fn outputs() -> Vec<ModelOutput> {
    let mut outputs: Vec<_> = (0..HEADS.len()).flat_map(outputs_of).collect();
    outputs.sort_by_key(|(order, _)| *order);
    outputs.into_iter().map(|(_, output)| output).collect()
}

/// The outputs of a head, each with its sort key: first the main output of each head for players,
/// then their other outputs, then those of the auxiliary heads.
fn outputs_of(at: usize) -> impl Iterator<Item = ((bool, usize), ModelOutput)> {
    let (term, head) = (&LOSSES[at], &HEADS[at]);
    head.outputs.iter().enumerate().map(move |(second, &(name, output, about))| {
        let bins = head.reads.iter().any(|(_, size)| matches!(size, Size::MarginBins));
        let shape = match (output.is_sized(), bins) {
            (false, _) => "[batch]".into(),
            (true, true) => "[batch, bins]".into(),
            (true, false) => format!("[batch, {}]", head.width(&NetConfig::default())),
        };
        let auxiliary = term.auxiliary.then_some(term.name);
        ((term.auxiliary, second), ModelOutput { name, shape, about, auxiliary })
    })
}

fn model(graph: GraphProto, metadata: &[(String, String)]) -> ModelProto {
    let entry = |(key, value): &(String, String)| StringStringEntryProto {
        key: key.clone(),
        value: value.clone(),
    };
    ModelProto {
        ir_version: IR_VERSION,
        producer_name: "salta".into(),
        producer_version: env!("CARGO_PKG_VERSION").into(),
        doc_string: "Policy and value of a Salta position; see docs/encoding.md".into(),
        graph: Some(graph),
        opset_import: vec![OperatorSetIdProto { domain: String::new(), version: OPSET }],
        metadata_props: metadata.iter().map(entry).collect(),
    }
}

fn graph(network: &Network) -> GraphProto {
    let (config, graph) = (network.config(), network.graph());
    let mut writer = writer(&graph, network.values(), network.ranges());
    let values = values(&mut writer, &graph);
    let mut outputs = Vec::new();
    for at in heads::present(config) {
        let head = &HEADS[at];
        let x = read(&mut writer, &graph.shapes, &values, &graph.heads[at]);
        for (&(name, output, about), (order, _)) in head.outputs.iter().zip(outputs_of(at)) {
            write(&mut writer, config, &x, name, output);
            let rest = output.is_sized().then(|| head.width(config));
            outputs.push((order, ValueInfoProto::batched(name, rest.as_slice(), about)));
        }
    }
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

/// A writer for these operations with their weights, in f32 or in int8 with these ranges.
fn writer<'a>(graph: &'a Graph, weights: &'a [f32], ranges: Option<&Ranges>) -> Writer<'a> {
    let range = |id| ranges.filter(|_| graph.is_rectified(id)).map(|ranges| ranges.of(id));
    let bounds = (0..graph.shapes.len()).map(range).collect();
    Writer::new(&graph.slots, &graph.shapes, weights, bounds)
}

/// Appends the nodes of all operations; returns the names of all values.
fn values(writer: &mut Writer<'_>, graph: &Graph) -> Vec<String> {
    let mut values = vec!["features".to_owned()];
    for operation in graph.operations() {
        let value = operation.onnx(writer, &values);
        values.push(value);
    }
    values
}

/// Appends nodes that gather a head's raw outputs, `[B, N]`; returns the name of the result.
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

/// Turns the raw outputs `x` `[B, N]` of a head into the model output `name`.
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

/// Turns `[B, 1]` into `[B]`.
fn flatten(writer: &mut Writer<'_>, x: &String, output: &str) {
    let axis = writer.ints("axis_1", &[1]);
    writer.apply_to("Squeeze", &[x, &axis], output, Vec::new());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::auxiliary::AuxiliaryHeads;
    use crate::onnx::messages::NodeProto;

    fn network() -> Network {
        Network::new(&NetConfig { channels: 8, blocks: 1, ..NetConfig::default() }, 1).unwrap()
    }

    /// The graph of a network as its file has it.
    fn written(network: &Network) -> GraphProto {
        ModelProto::decode(&*encode(network, &[])).unwrap().graph.unwrap()
    }

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
                auxiliary: AuxiliaryHeads::All(auxiliary),
                ..NetConfig::default()
            };
            let network = Network::new(&config, 1).unwrap();
            let graph = written(&network);
            let floats = graph.initializer.iter().filter(|t| t.data_type == 1);
            let numbers: i64 = floats.map(|t| t.dims.iter().product::<i64>()).sum();
            // Besides the weights: the margin's centres and the unit of plies.
            assert_eq!(numbers as usize, network.weights() + config.margin_bins + 1);
        }
    }

    /// A dense operation reshapes the neighbours gathered for a square into one row, whose length
    /// is the number of rows of its matrix.
    #[test]
    fn gathered_neighbours_become_rows_of_a_matrix() {
        let graph = written(&network());
        let readers = |name: &String| -> Vec<&str> {
            let reads = graph.node.iter().filter(|node| node.input.contains(name));
            reads.map(|node| node.op_type.as_str()).collect()
        };
        let gathered = graph.node.iter().filter(|node| node.op_type == "Gather");
        assert!(gathered.clone().count() > 1);
        gathered.for_each(|node| assert_eq!(readers(&node.output[0]), ["Reshape"]));
    }

    /// In int8, matrix products read the outputs of rectified layers as bytes.
    #[test]
    fn rectified_values_become_bytes() {
        let network = network();
        let variant = salta_core::Variant::named("walker").unwrap();
        let int8 = network.in_precision(salta_env::Precision::Int8, [&variant]).unwrap();
        let (floats, nodes) = (written(&network).node, written(&int8).node);
        let maker = |name: &String| nodes.iter().find(|node| node.output[0] == *name).unwrap();
        let rounded = |node: &NodeProto| maker(&node.input[0]).op_type == "Round";
        let casts = nodes.iter().filter(|node| node.op_type == "Cast" && rounded(node));
        let mut bytes = 0;
        for mut node in casts {
            let mut above = vec![];
            for _ in 0..4 {
                node = maker(&node.input[0]);
                above.push(node.op_type.as_str());
            }
            assert_eq!(above, ["Round", "Min", "Mul", "Relu"]);
            bytes += 1;
        }
        let count =
            |of: &[NodeProto], kind: &str| of.iter().filter(|node| node.op_type == kind).count();
        let products = count(&nodes, "MatMulInteger");
        assert!(bytes > 1 && bytes == products, "{bytes} as bytes, {products} products");
        assert_eq!(count(&nodes, "MatMul") + products, count(&floats, "MatMul"));
    }

    #[test]
    fn metadata_is_kept() {
        let file = encode(&network(), &[("variant".into(), "walker".into())]);
        let model = ModelProto::decode(&*file).unwrap();
        assert_eq!(model.opset_import[0].version, OPSET);
        assert_eq!(model.metadata_props[0].key, "variant");
        assert_eq!(model.metadata_props[0].value, "walker");
    }
}

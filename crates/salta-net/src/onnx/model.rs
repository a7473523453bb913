//! The network as an ONNX graph; it mirrors `tensors/` and `infer.rs` line by line.

use prost::Message;

use super::graph::{Graph, Value};
use super::messages::{
    AttributeProto, GraphProto, ModelProto, OperatorSetIdProto, StringStringEntryProto,
    ValueInfoProto,
};
use super::{OPSET, OnnxError};
use crate::config::NetConfig;
use crate::network::Network;
use crate::{DIRECTIONS, END_TURN, PLIES_SCALE, POLICY, RESULTS, SQUARES, taps};

/// The version of the file format that goes with [`OPSET`].
const IR_VERSION: i64 = 8;

/// The model's file: input `features` `[batch, 50, F]`; outputs `policy_logits` `[batch, 201]`,
/// `wdl` `[batch, 3]` (probabilities), `margin` `[batch]` (points), `plies` `[batch]`, and
/// `margin_probabilities` `[batch, bins]`, all from the view of the player to move. A network with
/// heads that only teach also has `reply_logits` `[batch, 200]`, `home` `[batch, 50]` (probabilities)
/// and `soon` `[batch]`.
///
/// # Errors
/// If the network has tensors that this writer does not know.
pub fn encode(network: &Network, metadata: &[(String, String)]) -> Result<Vec<u8>, OnnxError> {
    let entry = |(key, value): &(String, String)| StringStringEntryProto {
        key: key.clone(),
        value: value.clone(),
    };
    let model = ModelProto {
        ir_version: IR_VERSION,
        producer_name: "salta".into(),
        producer_version: env!("CARGO_PKG_VERSION").into(),
        doc_string: "Policy and value of a Salta position; see docs/encoding.md".into(),
        graph: Some(graph(network)?),
        opset_import: vec![OperatorSetIdProto { domain: String::new(), version: OPSET }],
        metadata_props: metadata.iter().map(entry).collect(),
    };
    Ok(model.encode_to_vec())
}

fn graph(network: &Network) -> Result<GraphProto, OnnxError> {
    let config = network.config();
    let mut graph = Graph::new(network);
    let x = trunk(&mut graph, config)?;
    heads(&mut graph, config, &x)?;
    graph.check_complete()?;
    let features = [SQUARES, config.features];
    Ok(GraphProto {
        node: graph.nodes,
        name: "salta".into(),
        initializer: graph.constants,
        input: vec![ValueInfoProto::batched("features", &features, "positions, encoded")],
        output: outputs(config),
    })
}

fn outputs(config: &NetConfig) -> Vec<ValueInfoProto> {
    let (output, bins) = (ValueInfoProto::batched, config.margin_bins);
    let mut outputs = vec![
        output("policy_logits", &[POLICY], "logits of all actions"),
        output("wdl", &[RESULTS], "win, draw, loss for the player to move"),
        output("margin", &[], "expected points for the player to move"),
        output("plies", &[], "expected plies to the end"),
        output("margin_probabilities", &[bins], "points from -margin_max to margin_max"),
    ];
    if config.auxiliary {
        outputs.extend([
            output("reply_logits", &[END_TURN], "logits of the opponent's answer"),
            output("home", &[SQUARES], "whether the man on each square ends at home"),
            output("soon", &[], "the search's value a little later"),
        ]);
    }
    outputs
}

/// The features of all squares, `[B, 50, C]`.
fn trunk(graph: &mut Graph, config: &NetConfig) -> Result<Value, OnnxError> {
    let stem = graph.linear("stem", &"features".into())?;
    let squares = graph.weight("squares")?;
    let sum = graph.apply("Add", &[&stem, &squares], Vec::new());
    let mut x = graph.relu(&sum);
    for index in 0..config.blocks {
        x = block(graph, config, index, &x)?;
    }
    Ok(x)
}

/// A residual block, `[B, 50, C]` to `[B, 50, C]`.
fn block(
    graph: &mut Graph,
    config: &NetConfig,
    index: usize,
    x: &Value,
) -> Result<Value, OnnxError> {
    let last = config.layers_per_block - 1;
    let mut hidden = x.clone();
    for layer in 0..last {
        let branch = layer_of(graph, config, index, layer, &hidden)?;
        hidden = graph.relu(&branch);
    }
    let mut branch = layer_of(graph, config, index, last, &hidden)?;
    if config.pools(index) {
        let pooled = pool(graph, &hidden);
        let row = graph.linear(&format!("blocks.{index}.pool"), &pooled)?;
        let axis = graph.ints("axis_1", &[1]);
        let row = graph.apply("Unsqueeze", &[&row, &axis], Vec::new()); // [B, 1, C]
        branch = graph.apply("Add", &[&branch, &row], Vec::new());
    }
    let sum = graph.apply("Add", &[&branch, x], Vec::new());
    Ok(graph.relu(&sum))
}

fn layer_of(
    graph: &mut Graph,
    config: &NetConfig,
    block: usize,
    layer: usize,
    x: &Value,
) -> Result<Value, OnnxError> {
    let seen = gather(graph, config, x);
    graph.linear(&format!("blocks.{block}.layers.{layer}"), &seen)
}

/// Each square's taps side by side, `[B, 50, taps * C]`; squares off the board read zeros.
fn gather(graph: &mut Graph, config: &NetConfig, x: &Value) -> Value {
    let pads = graph.ints("pads_one_row_in_front", &[0, 1, 0, 0, 0, 0]);
    let padded = graph.apply("Pad", &[x, &pads], Vec::new()); // [B, 51, C]
    let rows = graph.ints("taps", &taps::gather_rows(1, config.taps));
    let axis = vec![AttributeProto::int("axis", 1)];
    let seen = graph.apply("Gather", &[&padded, &rows], axis); // [B, 50 * taps, C]
    graph.reshape(&seen, &[SQUARES, config.taps * config.channels])
}

/// Mean and maximum over the squares, `[B, 2C]`.
fn pool(graph: &mut Graph, x: &Value) -> Value {
    let axis = graph.ints("axis_1", &[1]);
    let flat = || vec![AttributeProto::int("keepdims", 0)];
    let mean = graph.apply("ReduceMean", &[x, &axis], flat());
    let max = graph.apply("ReduceMax", &[x, &axis], flat());
    graph.concat(1, &[&mean, &max])
}

/// The outputs from the features of all squares, `[B, 50, C]`.
fn heads(graph: &mut Graph, config: &NetConfig, x: &Value) -> Result<(), OnnxError> {
    let pooled = pool(graph, x);
    policy(graph, x, &pooled)?;
    let hidden = graph.linear("heads.hidden", &pooled)?;
    let hidden = graph.relu(&hidden);
    let values = graph.linear("heads.values", &hidden)?;
    let widths = [RESULTS, config.margin_bins, 1].map(|width| width as i64);
    let widths = graph.ints("widths_of_values", &widths);
    let parts = ["wdl_logits", "margin_logits", "plies_raw"];
    graph.apply_to("Split", &[&values, &widths], &parts, vec![AttributeProto::int("axis", 1)]);
    let [wdl, margin, plies] = parts.map(Value::from);
    softmax(graph, &wdl, "wdl");
    softmax(graph, &margin, "margin_probabilities");
    expected_margin(graph, config);
    scaled_plies(graph, &plies);
    if config.auxiliary { auxiliary(graph, x, &hidden) } else { Ok(()) }
}

/// The heads that only teach.
fn auxiliary(graph: &mut Graph, x: &Value, hidden: &Value) -> Result<(), OnnxError> {
    let squares = graph.linear("heads.auxiliary.squares", x)?; // [B, 50, 5]
    let turned = vec![AttributeProto::ints("perm", &[0, 2, 1])];
    let squares = graph.apply("Transpose", &[&squares], turned); // [B, 5, 50]
    let squares = graph.reshape(&squares, &[END_TURN + SQUARES]);
    let widths = graph.ints("widths_of_squares", &[END_TURN as i64, SQUARES as i64]);
    let parts = ["reply_logits", "home_logits"];
    graph.apply_to("Split", &[&squares, &widths], &parts, vec![AttributeProto::int("axis", 1)]);
    graph.apply_to("Sigmoid", &[&"home_logits".into()], &["home"], Vec::new());
    let soon = graph.linear("heads.auxiliary.soon", hidden)?; // [B, 1]
    let soon = graph.apply("Tanh", &[&soon], Vec::new());
    flatten(graph, &soon, "soon");
    Ok(())
}

fn policy(graph: &mut Graph, x: &Value, pooled: &Value) -> Result<(), OnnxError> {
    let moves = graph.linear("heads.policy", x)?; // [B, 50, 4]
    let turned = vec![AttributeProto::ints("perm", &[0, 2, 1])];
    let moves = graph.apply("Transpose", &[&moves], turned); // [B, 4, 50]
    debug_assert_eq!(DIRECTIONS * SQUARES, END_TURN);
    let moves = graph.reshape(&moves, &[END_TURN]);
    let end_turn = graph.linear("heads.end_turn", pooled)?; // [B, 1]
    let axis = vec![AttributeProto::int("axis", 1)];
    graph.apply_to("Concat", &[&moves, &end_turn], &["policy_logits"], axis);
    Ok(())
}

fn softmax(graph: &mut Graph, logits: &Value, output: &str) {
    graph.apply_to("Softmax", &[logits], &[output], vec![AttributeProto::int("axis", 1)]);
}

fn expected_margin(graph: &mut Graph, config: &NetConfig) {
    let centres = config.margin_centres();
    let centres = graph.floats("margin_centres", &[centres.len(), 1], &centres);
    let mean = graph.apply("MatMul", &[&"margin_probabilities".into(), &centres], Vec::new());
    flatten(graph, &mean, "margin");
}

fn scaled_plies(graph: &mut Graph, raw: &Value) {
    let scale = graph.floats("plies_scale", &[1], &[PLIES_SCALE]);
    let units = graph.apply("Softplus", &[raw], Vec::new());
    let plies = graph.apply("Mul", &[&units, &scale], Vec::new());
    flatten(graph, &plies, "plies");
}

/// `[B, 1]` to `[B]`.
fn flatten(graph: &mut Graph, x: &Value, output: &str) {
    let axis = graph.ints("axis_1", &[1]);
    graph.apply_to("Squeeze", &[x, &axis], &[output], Vec::new());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every tensor of every shape of network has its place in the graph, so a new one that this
    /// writer has not been told of fails here.
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
            let model = ModelProto::decode(&*encode(&network, &[]).unwrap()).unwrap();
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
        let file = encode(&network, &[("variant".into(), "walker".into())]).unwrap();
        let model = ModelProto::decode(&*file).unwrap();
        assert_eq!(model.opset_import[0].version, OPSET);
        assert_eq!(model.metadata_props[0].key, "variant");
        assert_eq!(model.metadata_props[0].value, "walker");
    }
}

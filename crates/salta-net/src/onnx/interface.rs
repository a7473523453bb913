//! The inputs and outputs that a model's file declares, checked against docs/encoding.md.

use prost::Message;
use salta_env::Encoding;

use super::error::{OnnxError, no_model};
use super::messages::{FLOAT, StringStringEntryProto, ValueInfoProto};
use super::whole;
use crate::{POLICY, RESULTS, SQUARES};

/// Largest fixed batch that is accepted.
const MAX_BATCH: usize = 4096;

pub(super) const FEATURES: &str = "features";

/// An output that evaluations use: `[batch, width]`, or `[batch]` if the width is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Output {
    pub(super) name: &'static str,
    pub(super) width: usize,
}

pub(super) const LOGITS: Output = Output { name: "policy_logits", width: POLICY };
pub(super) const WDL: Output = Output { name: "wdl", width: RESULTS };
pub(super) const VALUE: Output = Output { name: "value", width: 1 };
pub(super) const MARGIN: Output = Output { name: "margin", width: 1 };
pub(super) const PLIES: Output = Output { name: "plies", width: 1 };

#[derive(Clone, Debug)]
pub(super) struct Interface {
    /// Its batch size, if that is fixed.
    pub(super) batch: Option<usize>,
    pub(super) reads: Encoding,
    /// Those of its outputs that evaluations use.
    pub(super) outputs: Vec<Output>,
    pub(super) metadata: Vec<(String, String)>,
}

impl Interface {
    pub(super) fn read(bytes: &[u8]) -> Result<Interface, OnnxError> {
        whole::check(bytes)?;
        let model = Declared::decode(bytes).map_err(no_model)?;
        let graph = model.graph.ok_or_else(|| no_model("no graph"))?;
        let (batch, reads) = input(&graph)?;
        let metadata = model.metadata_props.into_iter().map(|line| (line.key, line.value));
        let outputs = outputs(&graph.output, batch)?;
        Ok(Interface { batch, reads, outputs, metadata: metadata.collect() })
    }
}

/// A `ModelProto` as far as it declares inputs and outputs.
#[derive(Clone, PartialEq, Message)]
struct Declared {
    #[prost(message, optional, tag = "7")]
    graph: Option<DeclaredGraph>,
    #[prost(message, repeated, tag = "14")]
    metadata_props: Vec<StringStringEntryProto>,
}

#[derive(Clone, PartialEq, Message)]
struct DeclaredGraph {
    #[prost(message, repeated, tag = "5")]
    initializer: Vec<NamedTensor>,
    #[prost(message, repeated, tag = "11")]
    input: Vec<ValueInfoProto>,
    #[prost(message, repeated, tag = "12")]
    output: Vec<ValueInfoProto>,
}

/// A `TensorProto` without its values.
#[derive(Clone, PartialEq, Message)]
struct NamedTensor {
    #[prost(string, tag = "8")]
    name: String,
}

fn input(graph: &DeclaredGraph) -> Result<(Option<usize>, Encoding), OnnxError> {
    // Models in early versions of ONNX list their weights among the inputs.
    let weight = |input: &&ValueInfoProto| graph.initializer.iter().any(|w| w.name == input.name);
    let inputs: Vec<_> = graph.input.iter().filter(|input| !weight(input)).collect();
    let [input] = inputs[..] else {
        let names: Vec<_> = inputs.iter().map(|input| input.name.as_str()).collect();
        return Err(OnnxError(format!(
            "it must have one input, `{FEATURES}`; its inputs: {}",
            listed(&names)
        )));
    };
    let known = Encoding::ALL.map(|encoding| format!("[batch, 50, {}]", encoding.features()));
    let expected = format!("`{FEATURES}`, float32 {}", known.join(" or "));
    let found = Tensor::of(input);
    let reads = match found.dims[..] {
        [_, Some(SQUARES), Some(features)] => Encoding::of_features(features),
        _ => None,
    };
    // Without a shape, or with that of a scalar, there is no batch either.
    let batch = found.dims.first().copied().flatten();
    if let Some(batch) = batch
        && !(1..=MAX_BATCH).contains(&batch)
    {
        let what = format!("its batch is {batch}; a fixed one is from 1 to {MAX_BATCH}");
        return Err(OnnxError(what));
    }
    match reads.filter(|_| found.is_float && input.name == FEATURES) {
        Some(reads) => Ok((batch, reads)),
        None => Err(OnnxError(format!("its input must be {expected}, not {found}"))),
    }
}

fn outputs(found: &[ValueInfoProto], batch: Option<usize>) -> Result<Vec<Output>, OnnxError> {
    let mut outputs = Vec::new();
    for output in [LOGITS, WDL, VALUE, MARGIN, PLIES] {
        if let Some(value) = found.iter().find(|value| value.name == output.name) {
            check_output(value, output, batch)?;
            outputs.push(output);
        }
    }
    let missing = match outputs.contains(&LOGITS) {
        false => "`policy_logits` [batch, 201]",
        true if outputs.contains(&WDL) || outputs.contains(&VALUE) => return Ok(outputs),
        true => "`wdl` [batch, 3], nor `value` [batch]",
    };
    let names: Vec<_> = found.iter().map(|value| value.name.as_str()).collect();
    Err(OnnxError(format!("it has no output {missing}; its outputs: {}", listed(&names))))
}

fn check_output(
    value: &ValueInfoProto,
    output: Output,
    batch: Option<usize>,
) -> Result<(), OnnxError> {
    let (found, Output { name, width }) = (Tensor::of(value), output);
    let same = |dim: Option<usize>, known: Option<usize>| dim == known || dim.is_none();
    let fits = match found.dims[..] {
        // An undeclared shape is checked when the model is computed.
        [] => true,
        [rows] => width == 1 && same(rows, batch),
        [rows, columns] => same(rows, batch) && same(columns, Some(width)),
        _ => false,
    };
    if fits && found.is_float {
        return Ok(());
    }
    let expected = if width == 1 { "[batch]".into() } else { format!("[batch, {width}]") };
    Err(OnnxError(format!("its output `{name}` must be float32 {expected}, not {found}")))
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// A tensor as declared; a dimension is `None` if it is not fixed.
struct Tensor<'a> {
    name: &'a str,
    is_float: bool,
    dims: Vec<Option<usize>>,
}

impl Tensor<'_> {
    fn of(value: &ValueInfoProto) -> Tensor<'_> {
        let tensor = value.r#type.as_ref().and_then(|kind| kind.tensor_type.as_ref());
        let shape = tensor.and_then(|tensor| tensor.shape.as_ref());
        let dim = |dim: Option<i64>| dim.and_then(|dim| usize::try_from(dim).ok());
        let dims = shape.map(|shape| shape.dim.iter().map(|found| dim(found.dim_value)).collect());
        Tensor {
            name: &value.name,
            is_float: tensor.is_some_and(|tensor| tensor.elem_type == FLOAT),
            dims: dims.unwrap_or_default(),
        }
    }
}

impl std::fmt::Display for Tensor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = if self.is_float { "float32" } else { "of another type" };
        let dim = |dim: &Option<usize>| dim.map_or("?".into(), |dim| dim.to_string());
        let dims: Vec<String> = self.dims.iter().map(dim).collect();
        write!(f, "`{}`, {kind} [{}]", self.name, dims.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::onnx::messages::{
        GraphProto, ModelProto, TensorProto, TensorShapeProto, TensorTypeProto,
    };

    /// A model with these inputs and outputs: pairs of name and dimensions after the batch.
    fn model(inputs: &[(&str, &[usize])], outputs: &[(&str, &[usize])]) -> ModelProto {
        let values = |of: &[(&str, &[usize])]| {
            of.iter().map(|(name, rest)| ValueInfoProto::batched(name, rest, "")).collect()
        };
        let graph = Some(GraphProto {
            input: values(inputs),
            output: values(outputs),
            ..GraphProto::default()
        });
        ModelProto { graph, ..ModelProto::default() }
    }

    fn tensor(value: &mut ValueInfoProto) -> &mut TensorTypeProto {
        value.r#type.as_mut().unwrap().tensor_type.as_mut().unwrap()
    }

    fn read(model: &ModelProto) -> Result<Interface, String> {
        Interface::read(&model.encode_to_vec()).map_err(|error| error.to_string())
    }

    const INPUT: (&str, &[usize]) = ("features", &[50, 53]);
    const POLICY: (&str, &[usize]) = ("policy_logits", &[201]);

    #[test]
    fn what_salta_exports_and_less_is_enough() {
        for (input, encoding, outputs, known) in [
            (53, Encoding::V1, vec![POLICY, ("wdl", &[3][..])], vec![LOGITS, WDL]),
            (54, Encoding::V2, vec![("value", &[]), POLICY], vec![LOGITS, VALUE]),
            (
                53,
                Encoding::V1,
                vec![("extra", &[7]), POLICY, ("value", &[1]), ("margin", &[1]), ("plies", &[])],
                vec![LOGITS, VALUE, MARGIN, PLIES],
            ),
        ] {
            let mut model = model(&[("features", &[50, input])], &outputs);
            let line = StringStringEntryProto { key: "run".into(), value: "a".into() };
            model.metadata_props.push(line);
            let found = read(&model).unwrap();
            assert_eq!((found.reads, found.outputs, found.batch), (encoding, known, None));
            assert_eq!(found.metadata, [("run".to_owned(), "a".to_owned())]);
        }
        // A fixed batch, and a weight that is listed as an input too.
        let fixed = |batch| {
            let mut fixed = model(&[INPUT, ("weight", &[5])], &[POLICY, ("value", &[])]);
            let graph = fixed.graph.as_mut().unwrap();
            graph.initializer.push(TensorProto { name: "weight".into(), ..TensorProto::default() });
            tensor(&mut graph.input[0]).shape.as_mut().unwrap().dim[0].dim_value = Some(batch);
            read(&fixed)
        };
        assert_eq!(fixed(8).unwrap().batch, Some(8));
        for batch in [0, 1 << 40] {
            assert!(fixed(batch).unwrap_err().contains("a fixed one is from 1"), "{batch}");
        }
    }

    #[test]
    fn what_is_missing_or_of_another_shape_is_named() {
        let value: (&str, &[usize]) = ("value", &[]);
        for (inputs, outputs, part) in [
            (vec![], vec![POLICY, value], "it must have one input, `features`; its inputs: none"),
            (vec![INPUT, ("mask", &[201][..])], vec![POLICY, value], "inputs: features, mask"),
            (vec![("x", &[50, 53])], vec![POLICY, value], "not `x`, float32 [?, 50, 53]"),
            (vec![("features", &[53, 50])], vec![POLICY, value], "], not `features`"),
            (
                vec![INPUT],
                vec![value],
                "no output `policy_logits` [batch, 201]; its outputs: value",
            ),
            (vec![INPUT], vec![POLICY], "no output `wdl` [batch, 3], nor `value` [batch]; its"),
            (vec![INPUT], vec![("policy_logits", &[200])], "float32 [batch, 201], not"),
            (vec![INPUT], vec![POLICY, ("value", &[3])], "`value` must be float32 [batch], not"),
        ] {
            let error = read(&model(&inputs, &outputs)).unwrap_err();
            assert!(error.contains(part), "{part}: {error}");
        }
        for shape in [None, Some(TensorShapeProto::default())] {
            let mut scalar = model(&[INPUT], &[POLICY, value]);
            tensor(&mut scalar.graph.as_mut().unwrap().input[0]).shape = shape;
            assert!(read(&scalar).unwrap_err().contains("not `features`, float32 []"));
        }
        let mut doubles = model(&[INPUT], &[POLICY, value]);
        tensor(&mut doubles.graph.as_mut().unwrap().output[0]).elem_type = 11;
        assert!(read(&doubles).unwrap_err().contains("of another type [?, 201]"));
        assert!(
            Interface::read(b"no model").unwrap_err().to_string().contains("not an ONNX model")
        );
    }
}

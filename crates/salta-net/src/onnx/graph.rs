//! A graph under construction.

use std::collections::BTreeMap;

use super::OnnxError;
use super::messages::{AttributeProto, FLOAT, INT64, NodeProto, TensorProto};
use crate::network::Network;
use crate::slot::Slot;

/// A value in the graph, by its name.
pub(super) type Value = String;

/// Nodes and constants so far. Operators return the value they make.
pub(super) struct Graph {
    pub(super) nodes: Vec<NodeProto>,
    pub(super) constants: Vec<TensorProto>,
    /// The network's tensors that no node has asked for yet.
    unused: BTreeMap<String, (Slot, Vec<f32>)>,
}

impl Graph {
    /// An empty graph over the weights of `network`.
    pub(super) fn new(network: &Network) -> Self {
        let values = network.values();
        let tensor =
            |slot: Slot| (slot.name.clone(), (slot.clone(), values[slot.range()].to_vec()));
        let unused = network.slots().into_iter().map(tensor).collect();
        Self { nodes: Vec::new(), constants: Vec::new(), unused }
    }

    /// Every tensor of the network must have found its place.
    pub(super) fn check_complete(&self) -> Result<(), OnnxError> {
        self.unused.keys().next().map_or(Ok(()), |name| Err(OnnxError::Unused(name.clone())))
    }

    /// The network's tensor with this name, as a constant of the graph.
    pub(super) fn weight(&mut self, name: &str) -> Result<Value, OnnxError> {
        let missing = || OnnxError::Missing(name.into());
        let (slot, values) = self.unused.remove(name).ok_or_else(missing)?;
        Ok(self.floats(name, &slot.shape, &values))
    }

    /// A constant of float numbers.
    pub(super) fn floats(&mut self, name: &str, shape: &[usize], values: &[f32]) -> Value {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.constant(name, shape, FLOAT, bytes)
    }

    /// A constant list of integers.
    pub(super) fn ints(&mut self, name: &str, values: &[i64]) -> Value {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.constant(name, &[values.len()], INT64, bytes)
    }

    fn constant(
        &mut self,
        name: &str,
        shape: &[usize],
        data_type: i32,
        raw_data: Vec<u8>,
    ) -> Value {
        if self.constants.iter().all(|constant| constant.name != name) {
            let dims = shape.iter().map(|size| *size as i64).collect();
            self.constants.push(TensorProto { dims, data_type, name: name.into(), raw_data });
        }
        name.into()
    }

    /// An operator with several outputs, which it names.
    pub(super) fn apply_to(
        &mut self,
        operator: &str,
        inputs: &[&Value],
        outputs: &[&str],
        attribute: Vec<AttributeProto>,
    ) {
        self.nodes.push(NodeProto {
            input: inputs.iter().map(|input| (*input).clone()).collect(),
            output: outputs.iter().map(|output| (*output).into()).collect(),
            name: format!("{}_{operator}", self.nodes.len()),
            op_type: operator.into(),
            attribute,
        });
    }

    /// An operator with one output, whose name is made up.
    pub(super) fn apply(
        &mut self,
        operator: &str,
        inputs: &[&Value],
        attribute: Vec<AttributeProto>,
    ) -> Value {
        let output = format!("{}_{}", operator.to_lowercase(), self.nodes.len());
        self.apply_to(operator, inputs, &[&output], attribute);
        output
    }

    /// `x` times a matrix plus a bias: the network's `name.weight` and `name.bias`.
    pub(super) fn linear(&mut self, name: &str, x: &Value) -> Result<Value, OnnxError> {
        let weight = self.weight(&format!("{name}.weight"))?;
        let bias = self.weight(&format!("{name}.bias"))?;
        let product = self.apply("MatMul", &[x, &weight], Vec::new());
        Ok(self.apply("Add", &[&product, &bias], Vec::new()))
    }

    /// Negative numbers to zero.
    pub(super) fn relu(&mut self, x: &Value) -> Value {
        self.apply("Relu", &[x], Vec::new())
    }

    /// The values side by side along `axis`.
    pub(super) fn concat(&mut self, axis: i64, parts: &[&Value]) -> Value {
        self.apply("Concat", parts, vec![AttributeProto::int("axis", axis)])
    }

    /// The same values in the shape `[batch, rest…]`.
    pub(super) fn reshape(&mut self, x: &Value, rest: &[usize]) -> Value {
        let sizes: Vec<i64> = std::iter::once(-1).chain(rest.iter().map(|s| *s as i64)).collect();
        let name = sizes.iter().skip(1).fold("shape_batch".to_owned(), |n, s| format!("{n}_{s}"));
        let shape = self.ints(&name, &sizes);
        self.apply("Reshape", &[x, &shape], Vec::new())
    }
}

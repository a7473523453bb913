//! Builds a graph.

use super::messages::{AttributeProto, FLOAT, INT8, INT64, NodeProto, TensorProto, UINT8};
use crate::kernels::dot::MOST;
use crate::kernels::exact;
use crate::parameters::{Parameter, Slot};
use crate::values::{Id, Shape};

/// Nodes and constants so far. Operators return the name of their output value.
pub(crate) struct Writer<'a> {
    pub(super) nodes: Vec<NodeProto>,
    pub(super) constants: Vec<TensorProto>,
    slots: &'a [Slot],
    weights: &'a [f32],
    shapes: &'a [Shape],
    /// For values that operations may take as bytes, the largest number in them.
    ranges: Vec<Option<f32>>,
}

impl<'a> Writer<'a> {
    /// A writer without nodes for a network with these tensors and values. `ranges`: for each value
    /// that operations are to take as bytes, the largest number in it.
    pub(super) fn new(
        slots: &'a [Slot],
        shapes: &'a [Shape],
        weights: &'a [f32],
        ranges: Vec<Option<f32>>,
    ) -> Self {
        Self { nodes: Vec::new(), constants: Vec::new(), slots, weights, shapes, ranges }
    }

    /// The largest number in the value `taken`, if it is to be taken as bytes.
    pub(crate) fn range(&self, taken: Option<Id>) -> Option<f32> {
        self.ranges[taken?]
    }

    pub(crate) fn channels(&self, id: Id) -> usize {
        self.shapes[id].channels
    }

    pub(crate) fn axis(axis: i64) -> Vec<AttributeProto> {
        vec![AttributeProto::int("axis", axis)]
    }

    /// A tensor of the network, as a constant of the graph.
    pub(crate) fn parameter(&mut self, parameter: Parameter) -> String {
        let (slot, values) = (&self.slots[parameter.index], &self.weights[parameter.range()]);
        self.floats(&slot.name, &slot.shape, values)
    }

    pub(crate) fn product(&mut self, x: &String, matrix: Parameter) -> String {
        let matrix = self.parameter(matrix);
        self.apply("MatMul", &[x, &matrix], Vec::new())
    }

    /// Converts numbers from 0 to `range` to bytes.
    pub(crate) fn bytes(&mut self, x: &String, range: f32) -> String {
        let name = format!("{x}_bytes_per_unit");
        let per_unit = self.floats(&name, &[1], &[exact::bytes_per_unit(range)]);
        let most = self.floats("most_of_bytes", &[1], &[f32::from(MOST)]);
        let scaled = self.apply("Mul", &[x, &per_unit], Vec::new());
        let cut = self.apply("Min", &[&scaled, &most], Vec::new());
        let whole = self.apply("Round", &[&cut], Vec::new()); // ties to even
        self.cast(&whole, UINT8)
    }

    /// The product of [`Writer::bytes`] with this range and a matrix that is rounded to bytes too.
    pub(crate) fn product_of_bytes(&mut self, x: &String, range: f32, matrix: Parameter) -> String {
        let slot = &self.slots[matrix.index];
        let (name, shape) = (&slot.name, &slot.shape);
        let outputs = shape[shape.len() - 1];
        let (weights, units) = exact::quantised(&self.weights[matrix.range()], outputs);
        let unit = range / f32::from(MOST);
        let units: Vec<f32> = units.into_iter().map(|each| each * unit).collect();
        let bytes = weights.into_iter().flat_map(i8::to_le_bytes).collect();
        let matrix = self.constant(&format!("{name}.int8"), shape, INT8, bytes);
        let units = self.floats(&format!("{name}.units"), &[outputs], &units);
        let sums = self.apply("MatMulInteger", &[x, &matrix], Vec::new());
        let sums = self.cast(&sums, FLOAT);
        self.apply("Mul", &[&sums, &units], Vec::new())
    }

    fn cast(&mut self, x: &String, to: i32) -> String {
        self.apply("Cast", &[x], vec![AttributeProto::int("to", to.into())])
    }

    pub(crate) fn floats(&mut self, name: &str, shape: &[usize], values: &[f32]) -> String {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.constant(name, shape, FLOAT, bytes)
    }

    pub(crate) fn ints(&mut self, name: &str, values: &[i64]) -> String {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.constant(name, &[values.len()], INT64, bytes)
    }

    fn constant(
        &mut self,
        name: &str,
        shape: &[usize],
        data_type: i32,
        raw_data: Vec<u8>,
    ) -> String {
        if self.constants.iter().all(|constant| constant.name != name) {
            let dims = shape.iter().map(|size| *size as i64).collect();
            let (name, data_location) = (name.into(), None);
            self.constants.push(TensorProto { dims, data_type, name, raw_data, data_location });
        }
        name.into()
    }

    /// Appends an operator whose output has this name.
    pub(crate) fn apply_to(
        &mut self,
        operator: &str,
        inputs: &[&String],
        output: &str,
        attribute: Vec<AttributeProto>,
    ) {
        self.nodes.push(NodeProto {
            input: inputs.iter().map(|input| (*input).clone()).collect(),
            output: vec![output.into()],
            name: format!("{}_{operator}", self.nodes.len()),
            op_type: operator.into(),
            attribute,
        });
    }

    /// Appends an operator; returns the generated name of its output.
    pub(crate) fn apply(
        &mut self,
        operator: &str,
        inputs: &[&String],
        attribute: Vec<AttributeProto>,
    ) -> String {
        let output = format!("{}_{}", operator.to_lowercase(), self.nodes.len());
        self.apply_to(operator, inputs, &output, attribute);
        output
    }

    pub(crate) fn transpose(&mut self, x: &String, order: &[i64]) -> String {
        self.apply("Transpose", &[x], vec![AttributeProto::ints("perm", order)])
    }

    /// The same values in the shape `[batch, rest…]`.
    pub(crate) fn reshape(&mut self, x: &String, rest: &[usize]) -> String {
        let sizes: Vec<i64> = std::iter::once(-1).chain(rest.iter().map(|s| *s as i64)).collect();
        let name = sizes.iter().skip(1).fold("shape_batch".to_owned(), |n, s| format!("{n}_{s}"));
        let shape = self.ints(&name, &sizes);
        self.apply("Reshape", &[x, &shape], Vec::new())
    }
}

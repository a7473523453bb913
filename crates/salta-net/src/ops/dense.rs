//! A matrix product over the rows that each row reads (itself, the squares around it, the pooled
//! board), fused with what usually follows: bias, residual, a row added to all squares, ReLU.

use std::sync::Arc;

#[cfg(feature = "burn")]
use burn::tensor::Tensor;
use pulp::Arch;

use super::{Backward, Kernel, Operation};
use crate::SQUARES;
use crate::kernels::dot::Instructions;
use crate::kernels::exact::{self, Output};
use crate::kernels::layer::{self, Layer};
use crate::kernels::multiply::{Input, multiply};
use crate::kernels::outer::{Outer, add_outer};
use crate::onnx::writer::Writer;
use crate::parameters::Parameter;
use crate::taps::Taps;
use crate::values::{FEATURES, Gradients, Id, Shape, Values};

/// A matrix `[taps * inputs, outputs]` and a bias `[outputs]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix {
    pub(crate) weight: Parameter,
    pub(crate) bias: Parameter,
    pub(crate) shape: layer::Shape,
}

#[derive(Clone, Debug)]
pub(crate) struct Dense {
    pub(crate) matrix: Matrix,
    /// Which rows of its input each row reads.
    pub(crate) taps: Arc<Taps>,
    pub(crate) input: Id,
    /// Per-square addition to the bias, `[50, outputs]`.
    pub(crate) squares: Option<Parameter>,
    /// The residual: a value of the same shape that is added.
    pub(crate) residual: Option<Id>,
    /// A value of one row that is added to every row.
    pub(crate) everywhere: Option<Id>,
    /// Whether negative outputs become zero (ReLU).
    pub(crate) relu: bool,
}

impl Dense {
    /// Only the product and the bias.
    pub(crate) fn of(matrix: Matrix, taps: &Arc<Taps>, input: Id) -> Self {
        let taps = Arc::clone(taps);
        Dense { matrix, taps, input, squares: None, residual: None, everywhere: None, relu: false }
    }

    /// The input of its kernels, as floats or as bytes, and the values that they add.
    fn reads<'a>(&'a self, values: &Values<'a>, bytes: bool) -> Input<'a> {
        Input {
            positions: values.positions,
            features: if bytes { &[] } else { values.of(self.input) },
            bytes: if bytes { values.bytes(self.input) } else { &[] },
            strides: values.strides(self.input),
            seen: &self.taps.seen,
            residual: self.residual.map(|id| values.of(id)),
            everywhere: self.everywhere.map(|id| values.of(id)),
            rectified: self.relu,
        }
    }
}

impl Operation for Dense {
    fn inputs(&self) -> Vec<Id> {
        [Some(self.input), self.residual, self.everywhere].into_iter().flatten().collect()
    }

    fn shape(&self, shapes: &[Shape]) -> Shape {
        debug_assert_eq!(shapes[self.input].channels, self.matrix.shape.inputs);
        Shape { rows: self.taps.seen.len(), channels: self.matrix.shape.outputs }
    }

    fn multiply_adds(&self, _: &[Shape]) -> usize {
        let reads: usize = self.taps.seen.iter().map(Vec::len).sum();
        reads * self.matrix.shape.inputs * self.matrix.shape.outputs
    }

    fn has_kernel(&self) -> bool {
        true
    }

    fn kernel(&self, arch: Arch, weights: &[f32], learning: bool) -> Box<dyn Kernel> {
        let Matrix { weight, bias, shape } = self.matrix;
        let (weight, bias) = (&weights[weight.range()], &weights[bias.range()]);
        let mut forward = Layer::new(arch, shape, weight, bias);
        if let Some(squares) = self.squares {
            forward = forward.with_squares(&weights[squares.range()]);
        }
        let back = learning.then(|| Layer::transposed(arch, shape, weight));
        Box::new(Packed { dense: self.clone(), forward, back })
    }

    fn takes_bytes(&self) -> Option<Id> {
        let on_squares = self.taps.seen.len() == SQUARES && self.squares.is_none();
        (on_squares && self.input != FEATURES).then_some(self.input)
    }

    fn is_rectified(&self) -> bool {
        self.relu
    }

    fn has_exact(&self) -> bool {
        true
    }

    fn exact(&self, with: Instructions, weights: &[f32], unit: Option<f32>) -> Box<dyn Kernel> {
        let Matrix { weight, bias, shape } = self.matrix;
        let (weight, bias) = (&weights[weight.range()], &weights[bias.range()]);
        let unit = unit.filter(|_| self.takes_bytes().is_some());
        let mut layer = match unit {
            Some(unit) => exact::Layer::of_bytes(shape, weight, bias, unit),
            None => exact::Layer::of_floats(shape, weight, bias, self.input == FEATURES),
        };
        if let Some(squares) = self.squares {
            layer = layer.with_squares(&weights[squares.range()]);
        }
        Box::new(Exact { dense: self.clone(), layer, with, bytes: unit.is_some() })
    }

    fn onnx(&self, writer: &mut Writer<'_>, values: &[String]) -> String {
        let mut x = values[self.input].clone();
        let range = writer.range(self.takes_bytes());
        if let Some(range) = range {
            x = writer.bytes(&x, range);
        }
        let (rows, inputs) = (self.taps.seen.len(), self.matrix.shape.rows());
        if let Some(gathered) = self.taps.gathered() {
            let pads = writer.ints("pads_one_row_in_front", &[0, 1, 0, 0, 0, 0]);
            let padded = writer.apply("Pad", &[&x, &pads], Vec::new()); // [B, 1 + rows, C]
            let places = writer.ints(&format!("taps_{}", self.taps.count), &gathered);
            x = writer.apply("Gather", &[&padded, &places], Writer::axis(1)); // [B, rows * taps, C]
        }
        if self.taps.count > 1 {
            x = writer.reshape(&x, &[rows, inputs]);
        }
        x = match range {
            Some(range) => writer.product_of_bytes(&x, range, self.matrix.weight),
            None => writer.product(&x, self.matrix.weight),
        };
        let parameters = [Some(self.matrix.bias), self.squares].into_iter().flatten();
        let mut more: Vec<String> = parameters.map(|p| writer.parameter(p)).collect();
        let added = [self.everywhere, self.residual].into_iter().flatten();
        more.extend(added.map(|id| values[id].clone()));
        for more in &more {
            x = writer.apply("Add", &[&x, more], Vec::new());
        }
        if self.relu { writer.apply("Relu", &[&x], Vec::new()) } else { x }
    }

    #[cfg(feature = "burn")]
    fn tensor(&self, parameters: &[Tensor<2>], values: &[Tensor<3>]) -> Tensor<3> {
        use burn::tensor::{Int, TensorData};

        let mut x = values[self.input].clone();
        let [batch, _, channels] = x.dims();
        if let Some(gathered) = self.taps.gathered() {
            let (device, count) = (x.device(), gathered.len());
            let places = Tensor::<1, Int>::from_data(TensorData::new(gathered, [count]), &device);
            let zeros = Tensor::zeros([batch, 1, channels], &device); // squares off the board
            x = Tensor::cat(vec![zeros, x], 1).select(1, places); // [B, rows * taps, C]
        }
        let rows = self.taps.seen.len();
        let x = x.reshape([batch * rows, self.matrix.shape.rows()]); // [B * rows, taps * C]
        let parameter = |parameter: Parameter| parameters[parameter.index].clone();
        let x = x.matmul(parameter(self.matrix.weight)) + parameter(self.matrix.bias);
        let mut x = x.reshape([batch, rows, self.matrix.shape.outputs]);
        if let Some(squares) = self.squares {
            x = x + parameter(squares).unsqueeze::<3>();
        }
        for more in [self.everywhere, self.residual].into_iter().flatten() {
            x = x + values[more].clone();
        }
        if self.relu { burn::tensor::activation::relu(x) } else { x }
    }
}

/// The operation with its weights.
#[derive(Debug)]
struct Packed {
    dense: Dense,
    forward: Layer,
    /// Maps gradients of outputs to gradients of inputs.
    back: Option<Layer>,
}

impl Packed {
    fn weight_sums(&self) -> usize {
        self.forward.shape.rows() * self.forward.width()
    }

    /// Adds the gradients of weights and bias.
    fn add_weight_grad(&self, values: &Values<'_>, gradient: &[f32], sums: &mut [f32]) {
        let (arch, positions) = (values.layout.arch, values.positions);
        let (weights, bias) = sums.split_at_mut(self.weight_sums());
        let outer = Outer {
            features: values.of(self.dense.input),
            strides: values.strides(self.dense.input),
            by_tap: &self.dense.taps.by_tap,
            gradient,
            positions,
        };
        add_outer(arch, &self.forward, &outer, weights);
        let width = self.forward.width();
        arch.dispatch(|| {
            for (row, gradient) in gradient.chunks_exact(positions * width).enumerate() {
                let start = row * width % bias.len();
                for gradient in gradient.chunks_exact(width) {
                    let sums = bias[start..start + width].iter_mut();
                    sums.zip(gradient).for_each(|(sum, gradient)| *sum += gradient);
                }
            }
        });
    }
}

impl Kernel for Packed {
    fn forward(&self, values: &Values<'_>, output: &mut Output<'_>) {
        let input = self.dense.reads(values, false);
        multiply(values.layout.arch, &self.forward, &input, output.floats);
    }

    fn backward(&self, pass: Backward<'_>, gradients: &mut Gradients, sums: &mut [f32]) {
        let Backward { values, output, mut gradient } = pass;
        let (dense, layout, positions) = (&self.dense, values.layout, values.positions);
        if dense.relu {
            layout.arch.dispatch(|| {
                for (gradient, output) in gradient.iter_mut().zip(output) {
                    *gradient = if *output > 0.0 { *gradient } else { 0.0 };
                }
            });
        }
        self.add_weight_grad(&values, &gradient, sums);
        if let Some(id) = dense.everywhere {
            gradients.add(id, sum_of_rows(&gradient, dense.taps.seen.len()));
        }
        if let Some(id) = dense.residual {
            gradients.add(id, gradient.clone());
        }
        if dense.input == FEATURES {
            return;
        }
        let back = self.back.as_ref().expect("a kernel for learning");
        let so_far = gradients.take(dense.input);
        let mut below = vec![0.0; layout.length(dense.input, positions)];
        let width = self.forward.width();
        let input = Input {
            residual: so_far.as_deref(),
            ..Input::of(&gradient, positions, width, &dense.taps.from)
        };
        multiply(layout.arch, back, &input, &mut below);
        gradients.add(dense.input, below);
    }

    fn sums(&self) -> usize {
        let rows = if self.dense.squares.is_some() { SQUARES } else { 1 };
        self.weight_sums() + rows * self.forward.width()
    }

    fn write(&self, sums: &[f32], weight_grad: &mut [f32]) {
        let Matrix { weight, bias, shape } = self.dense.matrix;
        let (width, outputs) = (self.forward.width(), shape.outputs);
        let (weights, biases) = sums.split_at(self.weight_sums());
        let rows = |rows: &[f32], to: &mut [f32]| {
            for (row, to) in rows.chunks_exact(width).zip(to.chunks_exact_mut(outputs)) {
                to.copy_from_slice(&row[..outputs]);
            }
        };
        rows(weights, &mut weight_grad[weight.range()]);
        for row in biases.chunks_exact(width) {
            let sums = weight_grad[bias.range()].iter_mut();
            sums.zip(row).for_each(|(sum, gradient)| *sum += gradient);
        }
        if let Some(squares) = self.dense.squares {
            rows(biases, &mut weight_grad[squares.range()]);
        }
    }
}

/// The bit-exact implementation with its weights.
#[derive(Debug)]
struct Exact {
    dense: Dense,
    layer: exact::Layer,
    with: Instructions,
    /// Whether its input is bytes.
    bytes: bool,
}

impl Kernel for Exact {
    fn forward(&self, values: &Values<'_>, output: &mut Output<'_>) {
        self.layer.apply(self.with, &self.dense.reads(values, self.bytes), output);
    }
}

/// Sums over rows: `[rows, P, width]` to `[P, width]`.
fn sum_of_rows(gradient: &[f32], rows: usize) -> Vec<f32> {
    let mut rows = gradient.chunks_exact(gradient.len() / rows);
    let mut sums = rows.next().expect("there are rows").to_vec();
    for row in rows {
        sums.iter_mut().zip(row).for_each(|(sum, gradient)| *sum += gradient);
    }
    sums
}

//! Scales the channels of each square to a mean square of 1, times a learned scale (Zhang and
//! Sennrich 2019, arXiv:1910.07467, eq. 4).

#[cfg(feature = "burn")]
use burn::tensor::Tensor;
use pulp::Arch;

use super::{Backward, Kernel, Operation};
use crate::kernels::exact::Output;
use crate::onnx::messages::AttributeProto;
use crate::onnx::writer::Writer;
use crate::parameters::Parameter;
use crate::values::{Gradients, Id, Shape, Values};

/// Guard against a division by zero.
const EPSILON: f32 = 1e-5;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Normalise {
    pub(crate) input: Id,
    /// The learned scale minus 1, `[C]`.
    pub(crate) scale: Parameter,
}

impl Operation for Normalise {
    fn inputs(&self) -> Vec<Id> {
        vec![self.input]
    }

    fn shape(&self, shapes: &[Shape]) -> Shape {
        shapes[self.input]
    }

    fn multiply_adds(&self, shapes: &[Shape]) -> usize {
        2 * shapes[self.input].rows * shapes[self.input].channels
    }

    fn has_kernel(&self) -> bool {
        true
    }

    fn kernel(&self, _: Arch, weights: &[f32], _: bool) -> Box<dyn Kernel> {
        let scale = weights[self.scale.range()].iter().map(|scale| 1.0 + scale).collect();
        Box::new(Packed { operation: *self, scale })
    }

    fn onnx(&self, writer: &mut Writer<'_>, values: &[String]) -> String {
        let (x, axis) = (&values[self.input], writer.ints("axis_2", &[2]));
        let squares = writer.apply("Mul", &[x, x], Vec::new());
        let keep = vec![AttributeProto::int("keepdims", 1)];
        let mean = writer.apply("ReduceMean", &[&squares, &axis], keep);
        let epsilon = writer.floats("epsilon", &[1], &[EPSILON]);
        let sum = writer.apply("Add", &[&mean, &epsilon], Vec::new());
        let root = writer.apply("Sqrt", &[&sum], Vec::new());
        let normal = writer.apply("Div", &[x, &root], Vec::new());
        let (scale, one) = (writer.parameter(self.scale), writer.floats("one", &[1], &[1.0]));
        let scale = writer.apply("Add", &[&scale, &one], Vec::new());
        writer.apply("Mul", &[&normal, &scale], Vec::new())
    }

    #[cfg(feature = "burn")]
    fn tensor(&self, parameters: &[Tensor<2>], values: &[Tensor<3>]) -> Tensor<3> {
        let x = values[self.input].clone();
        let root = (x.clone().square().mean_dim(2) + EPSILON).sqrt(); // [B, rows, 1]
        let scale = parameters[self.scale.index].clone() + 1.0; // [1, C]
        x / root * scale.unsqueeze::<3>()
    }
}

#[derive(Debug)]
struct Packed {
    operation: Normalise,
    /// `[C]`.
    scale: Vec<f32>,
}

impl Packed {
    /// 1 over the root of the mean square of `row`.
    #[inline(always)]
    fn inverse(&self, row: &[f32]) -> f32 {
        let squares: f32 = row.iter().map(|value| value * value).sum();
        1.0 / (squares / self.scale.len() as f32 + EPSILON).sqrt()
    }
}

impl Kernel for Packed {
    fn forward(&self, values: &Values<'_>, output: &mut Output<'_>) {
        let width = values.layout.width(self.operation.input);
        let rows = values.of(self.operation.input).chunks_exact(width);
        values.layout.arch.dispatch(|| {
            for (row, output) in rows.zip(output.floats.chunks_exact_mut(width)) {
                let inverse = self.inverse(row);
                output[self.scale.len()..].fill(0.0);
                for ((output, value), scale) in output.iter_mut().zip(row).zip(&self.scale) {
                    *output = value * inverse * scale;
                }
            }
        });
    }

    fn backward(&self, pass: Backward<'_>, gradients: &mut Gradients, sums: &mut [f32]) {
        let Backward { values, gradient, .. } = pass;
        let width = values.layout.width(self.operation.input);
        let rows = values.of(self.operation.input).chunks_exact(width);
        let mut below = vec![0.0; gradient.len()];
        let channels = self.scale.len();
        for ((row, gradient), below) in
            rows.zip(gradient.chunks_exact(width)).zip(below.chunks_exact_mut(width))
        {
            let inverse = self.inverse(row);
            let mut along = 0.0;
            for at in 0..channels {
                sums[at] += gradient[at] * row[at] * inverse;
                along += gradient[at] * self.scale[at] * row[at];
            }
            let along = along * inverse * inverse / channels as f32;
            for at in 0..channels {
                below[at] = inverse * (gradient[at] * self.scale[at] - row[at] * along);
            }
        }
        gradients.add(self.operation.input, below);
    }

    fn sums(&self) -> usize {
        self.scale.len()
    }

    fn write(&self, sums: &[f32], weight_grad: &mut [f32]) {
        weight_grad[self.operation.scale.range()].copy_from_slice(sums);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::values::{Layout, Tile};

    #[test]
    fn a_row_is_divided_by_the_root_of_its_mean_square() {
        let mut graph = Graph::new(Shape { rows: 1, channels: 2 });
        let scale = graph.parameter("scale".into(), vec![2], 0.0);
        let packed = Packed { operation: Normalise { input: 0, scale }, scale: vec![1.0; 2] };
        // Mean squares of 25 and of 0.
        assert!((packed.inverse(&[1.0, 7.0]) - 0.2).abs() < 1e-6);
        assert!((packed.inverse(&[0.0, 0.0]) - EPSILON.sqrt().recip()).abs() < 1e-3);
    }

    #[test]
    fn the_gradient_is_that_of_central_differences() {
        let shape = Shape { rows: 1, channels: 2 };
        let mut graph = Graph::new(shape);
        let operation = Normalise { input: 0, scale: graph.parameter("s".into(), vec![2], 0.0) };
        let (packed, above) = (Packed { operation, scale: vec![1.5, 0.5] }, vec![0.5, -1.0]);
        let layout = Layout::new(Arch::Scalar, &[shape; 2], vec![0, 1]);
        let (row, buffers) = ([1.0, 7.0], layout.empty_buffers());
        let values = Tile { layout: &layout, positions: 1, features: &row }.values(&buffers);
        let mut gradients = Gradients::none(2);
        let pass = Backward { values, output: &[], gradient: above.clone() };
        let mut by_scale = [0.0; 2];
        packed.backward(pass, &mut gradients, &mut by_scale);
        // `above` times the row over the root of its mean square, 5.
        for (found, expected) in by_scale.iter().zip([0.5 / 5.0, -7.0 / 5.0]) {
            assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
        }
        let found = gradients.take(0).unwrap();
        // The outputs weighted by `above`, in double precision.
        let sum = |x: [f64; 2]| {
            let root = ((x[0] * x[0] + x[1] * x[1]) / 2.0 + f64::from(EPSILON)).sqrt();
            (0..2).map(|at| f64::from(above[at] * packed.scale[at]) * x[at] / root).sum::<f64>()
        };
        let moved = [[1e-4, 0.0], [0.0, 1e-4]];
        for (found, by) in found.iter().zip(moved) {
            let at = |sign: f64| [1.0 + sign * by[0], 7.0 + sign * by[1]];
            let expected = (sum(at(1.0)) - sum(at(-1.0))) / 2e-4;
            assert!((f64::from(*found) - expected).abs() < 1e-6, "{found}, not {expected}");
        }
    }
}

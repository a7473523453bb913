//! Mean and maximum over the squares of each position: `[50, C]` to `[2, C]`.

#[cfg(feature = "burn")]
use burn::tensor::Tensor;
use pulp::Arch;

use super::{Backward, Kernel, Operation};
use crate::SQUARES;
use crate::kernels::dot::{DotProducts, Instructions, Task};
use crate::kernels::exact::Output;
use crate::onnx::messages::AttributeProto;
use crate::onnx::writer::Writer;
use crate::values::{Gradients, Id, Shape, Values};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pool {
    pub(crate) input: Id,
}

impl Operation for Pool {
    fn inputs(&self) -> Vec<Id> {
        vec![self.input]
    }

    fn shape(&self, shapes: &[Shape]) -> Shape {
        Shape { rows: 2, ..shapes[self.input] }
    }

    fn multiply_adds(&self, _: &[Shape]) -> usize {
        0
    }

    fn has_kernel(&self) -> bool {
        true
    }

    fn kernel(&self, _: Arch, _: &[f32], _: bool) -> Box<dyn Kernel> {
        self.exact(Instructions::best(), &[], None)
    }

    fn has_exact(&self) -> bool {
        true
    }

    fn exact(&self, with: Instructions, _: &[f32], _: Option<f32>) -> Box<dyn Kernel> {
        Box::new(Packed { input: self.input, with })
    }

    fn onnx(&self, writer: &mut Writer<'_>, values: &[String]) -> String {
        let (x, axis) = (&values[self.input], writer.ints("axis_1", &[1]));
        let [mean, max] = ["ReduceMean", "ReduceMax"]
            .map(|kind| writer.apply(kind, &[x, &axis], vec![AttributeProto::int("keepdims", 1)]));
        writer.apply("Concat", &[&mean, &max], Writer::axis(1))
    }

    #[cfg(feature = "burn")]
    fn tensor(&self, _: &[Tensor<2>], values: &[Tensor<3>]) -> Tensor<3> {
        let x = &values[self.input];
        Tensor::cat(vec![x.clone().mean_dim(1), x.clone().max_dim(1)], 1)
    }
}

#[derive(Debug)]
struct Packed {
    input: Id,
    with: Instructions,
}

/// Mean and maximum over the squares: `[50, P, width]` to `[2, P, width]`.
struct PoolTask<'a> {
    squares: &'a [f32],
    pooled: &'a mut [f32],
}

impl Task for PoolTask<'_> {
    #[inline(always)]
    fn run(self, _: impl DotProducts) {
        let (mean, most) = self.pooled.split_at_mut(self.pooled.len() / 2);
        mean.copy_from_slice(&self.squares[..mean.len()]);
        most.copy_from_slice(mean);
        for row in self.squares.chunks_exact(mean.len()).skip(1) {
            for ((sum, most), value) in mean.iter_mut().zip(most.iter_mut()).zip(row) {
                *sum += value;
                *most = most.max(*value);
            }
        }
        mean.iter_mut().for_each(|sum| *sum /= SQUARES as f32);
    }
}

impl Kernel for Packed {
    fn forward(&self, values: &Values<'_>, output: &mut Output<'_>) {
        self.with.run(PoolTask { squares: values.of(self.input), pooled: output.floats });
    }

    /// Among equal maxima, the first square gets the gradient.
    fn backward(&self, pass: Backward<'_>, gradients: &mut Gradients, _: &mut [f32]) {
        let (squares, pooled) = (pass.values.of(self.input), pass.output);
        let below = gradients.or_zeros(self.input, squares.len());
        let each = pooled.len() / 2;
        let (mean, most) = pass.gradient.split_at(each);
        let mut left = most.to_vec();
        for (row, below) in squares.chunks_exact(each).zip(below.chunks_exact_mut(each)) {
            for at in 0..each {
                let first = row[at] == pooled[each + at];
                let most = if first { left[at] } else { 0.0 };
                below[at] += mean[at] / SQUARES as f32 + most;
                left[at] -= most;
            }
        }
    }
}

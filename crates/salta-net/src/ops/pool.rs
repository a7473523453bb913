//! Mean and maximum over the squares of each position: `[50, C]` to `[2, C]`.

#[cfg(feature = "burn")]
use burn::tensor::Tensor;
use pulp::Arch;

use super::{Backward, ExactKernel, Kernel, Operation};
use crate::kernels::dot::{DotProducts, Instructions, Task};
use crate::kernels::exact::Output;
use crate::kernels::pool::{pool, unpool};
use crate::onnx::messages::AttributeProto;
use crate::onnx::writer::Writer;
use crate::values::{Gradients, Id, Shape, Values};

/// The operation.
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

    fn kernel(&self, _: Arch, _: &[f32], _: bool) -> Option<Box<dyn Kernel>> {
        Some(Box::new(*self))
    }

    fn exact(&self, with: Instructions, _: &[f32], _: Option<f32>) -> Option<Box<dyn ExactKernel>> {
        Some(Box::new(Exact { input: self.input, with }))
    }

    fn onnx(&self, writer: &mut Writer<'_>, values: &[String]) -> String {
        let (x, axis) = (&values[self.input], writer.ints("axis_1", &[1]));
        let mean =
            writer.apply("ReduceMean", &[x, &axis], vec![AttributeProto::int("keepdims", 1)]);
        let max = writer.apply("ReduceMax", &[x, &axis], vec![AttributeProto::int("keepdims", 1)]);
        writer.apply("Concat", &[&mean, &max], Writer::axis(1))
    }

    #[cfg(feature = "burn")]
    fn tensor(&self, _: &[Tensor<2>], values: &[Tensor<3>]) -> Tensor<3> {
        let x = &values[self.input];
        Tensor::cat(vec![x.clone().mean_dim(1), x.clone().max_dim(1)], 1)
    }
}

#[derive(Debug)]
struct Exact {
    input: Id,
    with: Instructions,
}

impl ExactKernel for Exact {
    fn apply(&self, values: &Values<'_>, _: &[u8], output: &mut Output<'_>) {
        self.with.run(PoolTask(values.of(self.input), output.floats));
    }
}

struct PoolTask<'a>(&'a [f32], &'a mut [f32]);

impl Task for PoolTask<'_> {
    #[inline(always)]
    fn run(self, _: impl DotProducts) {
        pool(self.0, self.1);
    }
}

impl Kernel for Pool {
    fn forward(&self, values: &Values<'_>, output: &mut [f32]) {
        pool(values.of(self.input), output);
    }

    fn backward(&self, pass: Backward<'_>, gradients: &mut Gradients, _: &mut [f32]) {
        let squares = pass.values.of(self.input);
        let below = gradients.or_zeros(self.input, squares.len());
        unpool(squares, pass.output, &pass.gradient, below);
    }
}

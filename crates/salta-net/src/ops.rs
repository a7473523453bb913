//! The operations that networks are made of, one a file, each in all its forms: on plain arrays
//! forwards and backwards, by burn, and as ONNX nodes.
//!
//! - [`dense`]: a matrix product over the rows that a row reads, with a bias and what else comes on top
//! - [`pool`]: mean and maximum over the squares
//! - [`normalise`]: channels scaled to a mean square of 1
//! - [`attention`]: every square reads every other
//!
//! A test takes networks with each of them through all forms.

pub(crate) mod attention;
pub(crate) mod dense;
pub(crate) mod normalise;
pub(crate) mod pool;

use std::fmt::Debug;

#[cfg(feature = "burn")]
use burn::tensor::Tensor;
use pulp::Arch;

use crate::kernels::dot::Instructions;
use crate::kernels::exact::Output;
use crate::onnx::writer::Writer;
use crate::values::{Gradients, Id, Shape, Values};

/// An operation: reads values, writes one.
pub(crate) trait Operation: Debug + Send + Sync {
    /// The values that it reads.
    fn inputs(&self) -> Vec<Id>;

    /// The shape of what it writes, from those of all values before it.
    fn shape(&self, shapes: &[Shape]) -> Shape;

    /// Multiplications with an addition for one position.
    fn multiply_adds(&self, shapes: &[Shape]) -> usize;

    /// The operation on plain arrays with its part of `weights`, ready for the way back too if
    /// `learning`; `None` if it is there by burn alone.
    fn kernel(&self, arch: Arch, weights: &[f32], learning: bool) -> Option<Box<dyn Kernel>>;

    /// The value that it multiplies on every square by a matrix of its weights: as bytes in int8.
    fn takes_bytes(&self) -> Option<Id> {
        None
    }

    /// Whether what it writes is never negative, as bytes must be.
    fn is_rectified(&self) -> bool {
        false
    }

    /// The operation with the same bits on every processor: on bytes of which each stands for `unit`,
    /// if it [takes bytes](Operation::takes_bytes) and a unit is given, else on floats; `None` if it
    /// is not there in this form.
    fn exact(
        &self,
        _with: Instructions,
        _weights: &[f32],
        _unit: Option<f32>,
    ) -> Option<Box<dyn ExactKernel>> {
        None
    }

    /// Appends its nodes: values are `[B, rows, channels]`, `values` the names of those before.
    fn onnx(&self, writer: &mut Writer<'_>, values: &[String]) -> String;

    /// By burn: values are `[B, rows, channels]`; `parameters` are all tensors of the network, those
    /// of one dimension as `[1, N]`.
    #[cfg(feature = "burn")]
    fn tensor(&self, parameters: &[Tensor<2>], values: &[Tensor<3>]) -> Tensor<3>;
}

/// An operation on plain arrays.
pub(crate) trait Kernel: Debug + Send + Sync {
    /// Writes its value, `[rows, P, width]`.
    fn forward(&self, values: &Values<'_>, output: &mut [f32]);

    /// Adds to the gradients of what it read and to the sums of its weights, from its own value and
    /// that value's gradient. A kernel that is not for learning may panic.
    fn backward(&self, pass: Backward<'_>, gradients: &mut Gradients, sums: &mut [f32]);

    /// Number of sums of its weights' gradients.
    fn sums(&self) -> usize {
        0
    }

    /// Writes the sums to their places in the gradient of all weights.
    fn write(&self, _sums: &[f32], _weight_grad: &mut [f32]) {}
}

/// An operation with the same bits on every processor.
pub(crate) trait ExactKernel: Debug + Send + Sync {
    /// Writes its value, `[rows, P, width]`. `bytes` is the value that it takes as bytes.
    fn apply(&self, values: &Values<'_>, bytes: &[u8], output: &mut Output<'_>);
}

/// What an operation's way back starts from.
pub(crate) struct Backward<'a> {
    pub(crate) values: Values<'a>,
    /// What it wrote.
    pub(crate) output: &'a [f32],
    /// The gradient of that.
    pub(crate) gradient: Vec<f32>,
}

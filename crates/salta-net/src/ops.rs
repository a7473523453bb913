//! The operations of networks, one per file, each with all its implementations: both passes on
//! plain arrays, burn, and ONNX nodes.
//!
//! - [`dense`]: a matrix product over the rows that a row reads, with bias, residual and ReLU
//! - [`pool`]: mean and maximum over the squares
//! - [`normalise`]: channels scaled to a mean square of 1
//! - [`attention`]: every square reads every other
//!
//! The tests compare all implementations of networks that contain each operation.

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

/// An operation: reads values and writes one.
pub(crate) trait Operation: Debug + Send + Sync {
    /// The values that it reads.
    fn inputs(&self) -> Vec<Id>;

    /// The shape of its output, given the shapes of all earlier values.
    fn shape(&self, shapes: &[Shape]) -> Shape;

    /// Multiply-adds for one position.
    fn multiply_adds(&self, shapes: &[Shape]) -> usize;

    /// The operation on plain arrays with its part of `weights`, prepared for the backward pass too
    /// if `learning`; `None` if it is implemented only in burn.
    fn kernel(&self, arch: Arch, weights: &[f32], learning: bool) -> Option<Box<dyn Kernel>>;

    /// The value that it multiplies by a matrix on every square; in int8 these are bytes.
    fn takes_bytes(&self) -> Option<Id> {
        None
    }

    /// Whether its output is never negative, as required of bytes.
    fn is_rectified(&self) -> bool {
        false
    }

    /// The bit-exact implementation, the same on every processor: on bytes with the scale `unit`,
    /// if it [takes bytes](Operation::takes_bytes) and a unit is given, otherwise on floats; `None`
    /// if it has no such implementation.
    fn exact(
        &self,
        _with: Instructions,
        _weights: &[f32],
        _unit: Option<f32>,
    ) -> Option<Box<dyn ExactKernel>> {
        None
    }

    /// Appends its ONNX nodes: values are `[B, rows, channels]`, `values` the names of those
    /// before.
    fn onnx(&self, writer: &mut Writer<'_>, values: &[String]) -> String;

    /// The burn implementation: values are `[B, rows, channels]`; `parameters` are all tensors of
    /// the network, those of one dimension as `[1, N]`.
    #[cfg(feature = "burn")]
    fn tensor(&self, parameters: &[Tensor<2>], values: &[Tensor<3>]) -> Tensor<3>;
}

/// The implementation of an operation on plain arrays.
pub(crate) trait Kernel: Debug + Send + Sync {
    /// Writes its value, `[rows, P, width]`.
    fn forward(&self, values: &Values<'_>, output: &mut [f32]);

    /// The backward pass: from its output and that output's gradient, adds to the gradients of its
    /// inputs and to the sums for its weights. A kernel that was not prepared for learning may
    /// panic.
    fn backward(&self, pass: Backward<'_>, gradients: &mut Gradients, sums: &mut [f32]);

    /// Number of sums of its weights' gradients.
    fn sums(&self) -> usize {
        0
    }

    /// Writes the sums to their places in the gradient of all weights.
    fn write(&self, _sums: &[f32], _weight_grad: &mut [f32]) {}
}

/// The bit-exact implementation of an operation, the same on every processor.
pub(crate) trait ExactKernel: Debug + Send + Sync {
    /// Writes its value, `[rows, P, width]`. `bytes` is the value that it takes as bytes.
    fn apply(&self, values: &Values<'_>, bytes: &[u8], output: &mut Output<'_>);
}

/// The input of an operation's backward pass.
pub(crate) struct Backward<'a> {
    pub(crate) values: Values<'a>,
    /// Its output.
    pub(crate) output: &'a [f32],
    /// The gradient of its output.
    pub(crate) gradient: Vec<f32>,
}

//! The operations of networks, one per file, each with all its implementations: both passes on
//! plain arrays, burn, and ONNX nodes.
//!
//! - [`dense`]: a matrix product over the rows that a row reads, with bias, residual and ReLU
//! - [`pool`]: mean and maximum over the squares
//! - [`normalise`]: channels scaled to a mean square of 1
//! - [`attention`]: every square reads every other
//!
//! The tests compare all implementations on networks that contain them: `configs` in `samples.rs`.

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

    /// Whether there is a [`kernel`](Operation::kernel); otherwise it runs only in burn.
    fn has_kernel(&self) -> bool {
        false
    }

    /// The operation on plain arrays with its part of `weights`, prepared for the backward pass too
    /// if `learning`.
    fn kernel(&self, _arch: Arch, _weights: &[f32], _learning: bool) -> Box<dyn Kernel> {
        unreachable!("{self:?} has no kernel")
    }

    /// The value, if any, that it multiplies by a matrix on every square; in int8 it reads this
    /// value as bytes.
    fn takes_bytes(&self) -> Option<Id> {
        None
    }

    /// Whether its output is never negative, as required of bytes.
    fn is_rectified(&self) -> bool {
        false
    }

    /// Whether there is a [bit-exact kernel](Operation::exact), which int8 needs.
    fn has_exact(&self) -> bool {
        false
    }

    /// The kernel for the forward pass alone that gives the same bits on every processor: on bytes
    /// with the scale `unit`, if it [takes bytes](Operation::takes_bytes) and a unit is given,
    /// otherwise on floats.
    fn exact(&self, _with: Instructions, _weights: &[f32], _unit: Option<f32>) -> Box<dyn Kernel> {
        unreachable!("{self:?} has no bit-exact kernel")
    }

    /// Appends its ONNX nodes; returns the name of its output. Values are `[B, rows, channels]`;
    /// `values` are the names of all earlier ones.
    fn onnx(&self, writer: &mut Writer<'_>, values: &[String]) -> String;

    /// The burn implementation: values are `[B, rows, channels]`; `parameters` are all tensors of
    /// the network, those of one dimension as `[1, N]`.
    #[cfg(feature = "burn")]
    fn tensor(&self, parameters: &[Tensor<2>], values: &[Tensor<3>]) -> Tensor<3>;
}

/// The implementation of an operation on plain arrays.
pub(crate) trait Kernel: Debug + Send + Sync {
    /// Writes its value, `[rows, P, width]`.
    fn forward(&self, values: &Values<'_>, output: &mut Output<'_>);

    /// The backward pass: from its output and that output's gradient, adds to the gradients of its
    /// inputs and to the sums for its weights.
    fn backward(&self, _pass: Backward<'_>, _gradients: &mut Gradients, _sums: &mut [f32]) {
        unreachable!("{self:?} is for the forward pass alone")
    }

    /// Number of sums of its weights' gradients.
    fn sums(&self) -> usize {
        0
    }

    /// Writes the sums to their places in the gradient of all weights.
    fn write(&self, _sums: &[f32], _weight_grad: &mut [f32]) {}
}

/// The input of an operation's backward pass.
pub(crate) struct Backward<'a> {
    pub(crate) values: Values<'a>,
    /// Its output.
    pub(crate) output: &'a [f32],
    /// The gradient of its output.
    pub(crate) gradient: Vec<f32>,
}

//! Squared error of one output after an activation function.

#[cfg(feature = "burn")]
use burn::tensor::Tensor;

use super::Loss;
use crate::targets::Target;

/// Squared error of one output after a softplus.
pub(crate) struct SquaredSoftplus;

impl Loss for SquaredSoftplus {
    fn add(&self, outputs: &mut [f32], target: &Target, weight: f32, factor: f32, sum: &mut f32) {
        add(softplus, outputs, target, weight, factor, sum);
    }

    #[cfg(feature = "burn")]
    fn tensor(&self, outputs: Tensor<2>, target: Tensor<2>, _mask: Tensor<2>) -> Tensor<2> {
        (burn::tensor::activation::softplus(outputs, 1.0) - target).square()
    }
}

/// Squared error of one output after a hyperbolic tangent.
pub(crate) struct SquaredTanh;

impl Loss for SquaredTanh {
    fn add(&self, outputs: &mut [f32], target: &Target, weight: f32, factor: f32, sum: &mut f32) {
        add(tanh, outputs, target, weight, factor, sum);
    }

    #[cfg(feature = "burn")]
    fn tensor(&self, outputs: Tensor<2>, target: Tensor<2>, _mask: Tensor<2>) -> Tensor<2> {
        (outputs.tanh() - target).square()
    }
}

/// `through` returns the activation of the output and its derivative.
fn add(
    through: fn(f32) -> [f32; 2],
    outputs: &mut [f32],
    target: &Target,
    weight: f32,
    factor: f32,
    sum: &mut f32,
) {
    let [value, derivative] = through(outputs[0]);
    let error = value - target.values[0];
    *sum += weight * error * error;
    outputs[0] = 2.0 * factor * weight * error * derivative;
}

/// Softplus: the logarithm of 1 + eˣ, whose derivative is the logistic function.
pub(super) fn softplus(x: f32) -> [f32; 2] {
    [x.max(0.0) + (-x.abs()).exp().ln_1p(), 1.0 / (1.0 + (-x).exp())]
}

/// The hyperbolic tangent.
fn tanh(x: f32) -> [f32; 2] {
    let value = x.tanh();
    [value, 1.0 - value * value]
}

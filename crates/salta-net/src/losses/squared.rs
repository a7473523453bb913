//! Squared error of one output after a function.

use crate::targets::Target;

/// `through` is a function of the output with its derivative.
pub(super) fn add(
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

/// The logarithm of 1 + eˣ, whose derivative is the logistic function.
pub(super) fn softplus(x: f32) -> [f32; 2] {
    [x.max(0.0) + (-x.abs()).exp().ln_1p(), 1.0 / (1.0 + (-x).exp())]
}

/// The hyperbolic tangent.
pub(super) fn tanh(x: f32) -> [f32; 2] {
    let value = x.tanh();
    [value, 1.0 - value * value]
}

//! The inner loops: a layer applied to a few positions at once.
//!
//! The sums of one square, for `P` positions and a panel of `V` vectors, stay in registers while
//! the taps' features and the panel's weights are read once each. Eight positions and two vectors
//! are sixteen independent sums: enough to keep two multiply-add units busy through their latency.

use pulp::{Arch, Simd, WithSimd};

use super::layer::Layer;
use crate::taps::Seen;

/// Where the features of tap `t` of position `p` begin: `t * tap + p * position`.
#[derive(Clone, Copy)]
pub(crate) struct Strides {
    pub(crate) tap: usize,
    pub(crate) position: usize,
}

/// The input of a layer, and what is added to its output.
pub(crate) struct Input<'a> {
    /// Number of positions, P.
    pub(crate) positions: usize,
    /// The features, for layers of floats.
    pub(crate) features: &'a [f32],
    /// The features, for layers of bytes.
    pub(crate) bytes: &'a [u8],
    pub(crate) strides: Strides,
    /// For each row of outputs (a square, or the single row of a board), the taps that it reads.
    pub(crate) seen: &'a [Vec<Seen>],
    /// Added to every output, `[rows, P, width]`.
    pub(crate) residual: Option<&'a [f32]>,
    /// Added to the outputs of every row, `[P, width]`.
    pub(crate) everywhere: Option<&'a [f32]>,
    /// Whether negative outputs become zero (ReLU).
    pub(crate) rectified: bool,
}

impl<'a> Input<'a> {
    /// Features `[rows, P, width]`, with nothing added to the output.
    pub(crate) fn of(
        features: &'a [f32],
        positions: usize,
        width: usize,
        seen: &'a [Vec<Seen>],
    ) -> Input<'a> {
        Input {
            positions,
            features,
            bytes: &[],
            strides: Strides { tap: positions * width, position: width },
            seen,
            residual: None,
            everywhere: None,
            rectified: false,
        }
    }
}

/// Writes the outputs `[rows, P, width]` of `layer` for a [`tile`](super::arch::tiles) of
/// positions.
pub(crate) fn multiply(arch: Arch, layer: &Layer, input: &Input<'_>, output: &mut [f32]) {
    match input.positions {
        8 => multiply_tile::<8>(arch, layer, input, output),
        4 => multiply_tile::<4>(arch, layer, input, output),
        2 => multiply_tile::<2>(arch, layer, input, output),
        _ => multiply_tile::<1>(arch, layer, input, output),
    }
}

fn multiply_tile<const P: usize>(arch: Arch, layer: &Layer, input: &Input<'_>, output: &mut [f32]) {
    match layer.vectors {
        3 => arch.dispatch(Multiply::<P, 3> { layer, input, output }),
        2 => arch.dispatch(Multiply::<P, 2> { layer, input, output }),
        _ => arch.dispatch(Multiply::<P, 1> { layer, input, output }),
    }
}

struct Multiply<'a, const P: usize, const V: usize> {
    layer: &'a Layer,
    input: &'a Input<'a>,
    output: &'a mut [f32],
}

impl<const P: usize, const V: usize> WithSimd for Multiply<'_, P, V> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Multiply { layer, input, output } = self;
        let (width, panel) = (layer.width(), V * S::F32_LANES);
        for (row, seen) in input.seen.iter().enumerate() {
            for start in (0..width).step_by(panel) {
                let mut sums = first_sums::<S, P, V>(simd, layer, input, row, start);
                for &(tap, source) in seen {
                    let weights = S::as_simd_f32s(layer.weights(start / panel, tap)).0;
                    let from = source * input.strides.tap;
                    let features: [&[f32]; P] = std::array::from_fn(|position| {
                        let start = from + position * input.strides.position;
                        &input.features[start..start + layer.shape.inputs]
                    });
                    add_products(simd, &mut sums, features, weights.as_chunks::<V>().0);
                }
                for (position, sums) in sums.into_iter().enumerate() {
                    let at = (row * P + position) * width + start;
                    let output = S::as_mut_simd_f32s(&mut output[at..at + panel]).0;
                    for (output, sum) in output.iter_mut().zip(sums) {
                        let zero = simd.splat_f32s(0.0);
                        // With the arguments in this order, SIMD instructions keep NaN, so that it
                        // is noticed.
                        *output = if input.rectified { simd.max_f32s(zero, sum) } else { sum };
                    }
                }
            }
        }
    }
}

/// The initial sums: the bias, the residual and the row for all squares.
#[inline(always)]
fn first_sums<S: Simd, const P: usize, const V: usize>(
    simd: S,
    layer: &Layer,
    input: &Input<'_>,
    row: usize,
    start: usize,
) -> [[S::f32s; V]; P] {
    let (width, panel) = (layer.width(), V * S::F32_LANES);
    let mut sums = [[simd.splat_f32s(0.0); V]; P];
    for (position, sums) in sums.iter_mut().enumerate() {
        let bias = &layer.bias(row)[start..start + panel];
        add(simd, sums, bias);
        if let Some(residual) = input.residual {
            add(simd, sums, &residual[(row * P + position) * width + start..][..panel]);
        }
        if let Some(everywhere) = input.everywhere {
            add(simd, sums, &everywhere[position * width + start..][..panel]);
        }
    }
    sums
}

#[inline(always)]
fn add<S: Simd, const V: usize>(simd: S, sums: &mut [S::f32s; V], more: &[f32]) {
    for (sum, more) in sums.iter_mut().zip(S::as_simd_f32s(more).0) {
        *sum = simd.add_f32s(*sum, *more);
    }
}

/// Adds one tap's features times its weights `[inputs, V]`.
#[inline(always)]
fn add_products<S: Simd, const P: usize, const V: usize>(
    simd: S,
    sums: &mut [[S::f32s; V]; P],
    features: [&[f32]; P],
    weights: &[[S::f32s; V]],
) {
    let features = features.map(|features| &features[..weights.len()]);
    let mut held = *sums;
    for (input, weights) in weights.iter().enumerate() {
        for position in 0..P {
            let feature = simd.splat_f32s(features[position][input]);
            for vector in 0..V {
                held[position][vector] =
                    simd.mul_add_e_f32s(feature, weights[vector], held[position][vector]);
            }
        }
    }
    *sums = held;
}

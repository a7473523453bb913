//! The gradient of a layer's weights: for each tap, the sum, over all positions and all rows that
//! have the tap on the board, of the features read times the gradient of the outputs.
//!
//! As in [`multiply`](super::multiply), a block of sums stays in registers: eight inputs by a panel
//! of vectors.

use pulp::{Arch, Simd, WithSimd};

use super::arch::{tile_sizes, tiles};
use super::layer::Layer;
use super::multiply::Strides;
use crate::taps::Seen;

/// The input of a layer, and the gradient of its output.
pub(crate) struct Outer<'a> {
    pub(crate) features: &'a [f32],
    pub(crate) strides: Strides,
    /// For each tap, the rows of outputs that have it on the board, and the rows that they read
    /// through it.
    pub(crate) by_tap: &'a [Vec<Seen>],
    /// The gradient of the outputs `[rows, P, width]`.
    pub(crate) gradient: &'a [f32],
    /// Number of positions, P.
    pub(crate) positions: usize,
}

/// Adds the gradient of the weights of `layer` to `sums` `[taps, inputs, width]`.
pub(crate) fn add_outer(arch: Arch, layer: &Layer, outer: &Outer<'_>, sums: &mut [f32]) {
    for (start, inputs) in tiles(tile_sizes(arch), layer.shape.inputs) {
        match inputs {
            8 => add_inputs::<8>(arch, layer, outer, start, sums),
            4 => add_inputs::<4>(arch, layer, outer, start, sums),
            2 => add_inputs::<2>(arch, layer, outer, start, sums),
            _ => add_inputs::<1>(arch, layer, outer, start, sums),
        }
    }
}

fn add_inputs<const I: usize>(
    arch: Arch,
    layer: &Layer,
    outer: &Outer<'_>,
    start: usize,
    sums: &mut [f32],
) {
    match layer.vectors {
        3 => arch.dispatch(Add::<I, 3> { layer, outer, start, sums }),
        2 => arch.dispatch(Add::<I, 2> { layer, outer, start, sums }),
        _ => arch.dispatch(Add::<I, 1> { layer, outer, start, sums }),
    }
}

/// Adds the gradient for the inputs `start..start + I`.
struct Add<'a, const I: usize, const V: usize> {
    layer: &'a Layer,
    outer: &'a Outer<'a>,
    start: usize,
    sums: &'a mut [f32],
}

impl<const I: usize, const V: usize> WithSimd for Add<'_, I, V> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Add { layer, outer, start, sums } = self;
        let (width, panel) = (layer.width(), V * S::F32_LANES);
        for tap in 0..layer.shape.taps {
            for column in (0..width).step_by(panel) {
                let at = |input: usize| (tap * layer.shape.inputs + start + input) * width + column;
                let mut held = [[simd.splat_f32s(0.0); V]; I];
                for (input, held) in held.iter_mut().enumerate() {
                    held.copy_from_slice(&S::as_simd_f32s(&sums[at(input)..][..panel]).0[..V]);
                }
                add_tap(simd, outer, tap, start, width, column, &mut held);
                for (input, held) in held.iter().enumerate() {
                    let sums = S::as_mut_simd_f32s(&mut sums[at(input)..][..panel]).0;
                    sums[..V].copy_from_slice(held);
                }
            }
        }
    }
}

#[inline(always)]
fn add_tap<S: Simd, const I: usize, const V: usize>(
    simd: S,
    outer: &Outer<'_>,
    tap: usize,
    start: usize,
    width: usize,
    column: usize,
    held: &mut [[S::f32s; V]; I],
) {
    let mut sums = *held;
    let Strides { tap: each_row, position: each_position } = outer.strides;
    for &(row, source) in &outer.by_tap[tap] {
        let gradient = &outer.gradient[row * outer.positions * width..][..outer.positions * width];
        for (position, gradient) in gradient.chunks_exact(width).enumerate() {
            let from = source * each_row + position * each_position + start;
            let features = outer.features[from..].first_chunk::<I>().expect("the layer's inputs");
            let gradient = S::as_simd_f32s(&gradient[column..][..V * S::F32_LANES]).0;
            let gradient = gradient.first_chunk::<V>().expect("a panel has V vectors");
            for input in 0..I {
                let feature = simd.splat_f32s(features[input]);
                for vector in 0..V {
                    sums[input][vector] =
                        simd.mul_add_e_f32s(feature, gradient[vector], sums[input][vector]);
                }
            }
        }
    }
    *held = sums;
}

//! The way back of a tile: slopes of what the layers read from slopes of what they wrote.

use super::matrix::Matrix;
use super::prepared::{Gradient, Taps};
use super::tape::{BlockTape, Heads, Tape, apply, strides};
use crate::SQUARES;
use crate::kernels::multiply::{Input, Strides};
use crate::kernels::outer::{Outer, add_outer};
use crate::kernels::pool::unpool;
use crate::parts::BlockParts;

/// A tile to go back through.
pub(super) struct Back<'a, const P: usize> {
    pub(super) net: &'a Gradient,
    pub(super) tape: Tape<P>,
    /// What the network saw `[P, 50, F]`.
    pub(super) features: &'a [f32],
    /// Where the slopes of the weights are added up.
    pub(super) sums: &'a mut [f32],
}

impl<const P: usize> Back<'_, P> {
    /// Adds the slopes of all weights; `heads` are the slopes of the heads' outputs.
    pub(super) fn run(mut self, heads: Heads) {
        let mut slopes = self.heads(heads);
        let blocks = std::mem::take(&mut self.tape.blocks);
        for index in (0..blocks.len()).rev() {
            let x = match index {
                0 => &self.tape.stem,
                _ => &blocks[index - 1].output,
            };
            let block = &self.net.matrices.blocks[index];
            slopes = block_back::<P>(self.net, self.sums, block, &blocks[index], x, slopes);
        }
        gate(self.net, &mut slopes, &self.tape.stem);
        let inputs = self.net.config.features;
        let strides = Strides { tap: inputs, position: SQUARES * inputs };
        let (net, stem) = (self.net, &self.net.matrices.stem);
        learn::<P>(net, self.sums, stem, &net.itself, (self.features, strides), &slopes);
    }

    /// Slopes of the trunk's features `[50, P, width]`.
    fn heads(&mut self, heads: Heads) -> Vec<f32> {
        let (net, parts) = (self.net, &self.net.matrices);
        let trunk = self.tape.trunk();
        let (hidden, pooled) = (&self.tape.hidden, &self.tape.pooled);
        let mut hidden_slopes =
            through::<P>(net, self.sums, &parts.values, &net.alone, hidden, &heads.values, None);
        let mut slopes =
            through::<P>(net, self.sums, &parts.policy, &net.itself, trunk, &heads.moves, None);
        if let Some((matrices, [squares, soon])) = parts.auxiliary.as_ref().zip(heads.auxiliary) {
            let more = Some(hidden_slopes.as_slice());
            hidden_slopes =
                through::<P>(net, self.sums, &matrices.soon, &net.alone, hidden, &soon, more);
            let more = Some(slopes.as_slice());
            let matrix = &matrices.squares;
            slopes = through::<P>(net, self.sums, matrix, &net.itself, trunk, &squares, more);
        }
        gate(net, &mut hidden_slopes, hidden);
        let end = &heads.end_turn;
        let end = through::<P>(net, self.sums, &parts.end_turn, &net.pooled, pooled, end, None);
        let matrix = &parts.hidden;
        let more = Some(end.as_slice());
        let pooled_slopes =
            through::<P>(net, self.sums, matrix, &net.pooled, pooled, &hidden_slopes, more);
        unpool(trunk, pooled, &pooled_slopes, &mut slopes);
        slopes
    }
}

/// Slopes of a block's inputs `x` from those of its outputs.
fn block_back<const P: usize>(
    net: &Gradient,
    sums: &mut [f32],
    block: &BlockParts<Matrix>,
    tape: &BlockTape,
    x: &[f32],
    mut slopes: Vec<f32>,
) -> Vec<f32> {
    gate(net, &mut slopes, &tape.output);
    let around = &net.around;
    let mut below = slopes.clone();
    for (at, matrix) in block.layers.iter().enumerate().rev() {
        let from = if at == 0 { x } else { &tape.hidden[at - 1] };
        let more = (at == 0).then_some(slopes.as_slice());
        let mut next = through::<P>(net, sums, matrix, around, from, &below, more);
        if at + 1 == block.layers.len()
            && let Some((matrix, pooled)) = block.pool.as_ref().zip(tape.pooled.as_ref())
        {
            let everywhere = sum_of_squares(&slopes);
            let back = through::<P>(net, sums, matrix, &net.pooled, pooled, &everywhere, None);
            unpool(from, pooled, &back, &mut next);
        }
        if at > 0 {
            gate(net, &mut next, from);
        }
        below = next;
    }
    below
}

/// Back through one layer: adds the slopes of its weights, and returns those of the features that it
/// read `[rows, P, width]`, with `more` on top.
fn through<const P: usize>(
    net: &Gradient,
    sums: &mut [f32],
    matrix: &Matrix,
    taps: &Taps,
    features: &[f32],
    slopes: &[f32],
    more: Option<&[f32]>,
) -> Vec<f32> {
    let read = (features, strides::<P>(features, taps.from.len()));
    learn::<P>(net, sums, matrix, taps, read, slopes);
    let strides = strides::<P>(slopes, taps.seen.len());
    let input = Input { residual: more, ..Input::of(slopes, strides, &taps.from) };
    apply::<P>(net, &matrix.back, &input)
}

/// Adds the slopes of a layer's weights and bias.
fn learn<const P: usize>(
    net: &Gradient,
    sums: &mut [f32],
    matrix: &Matrix,
    taps: &Taps,
    (features, strides): (&[f32], Strides),
    slopes: &[f32],
) {
    let (weights, bias) = matrix.sums(sums);
    let outer = Outer { features, strides, by_tap: &taps.by_tap, slopes, positions: P };
    add_outer(net.arch, &matrix.forward, &outer, weights);
    let width = matrix.forward.width();
    net.arch.dispatch(|| {
        for (row, slopes) in slopes.chunks_exact(P * width).enumerate() {
            let start = row * width % bias.len();
            for slopes in slopes.chunks_exact(width) {
                let sums = bias[start..start + width].iter_mut();
                sums.zip(slopes).for_each(|(sum, slope)| *sum += slope);
            }
        }
    });
}

/// No slope where a rectified output is zero.
fn gate(net: &Gradient, slopes: &mut [f32], outputs: &[f32]) {
    net.arch.dispatch(|| {
        for (slope, output) in slopes.iter_mut().zip(outputs) {
            *slope = if *output > 0.0 { *slope } else { 0.0 };
        }
    });
}

/// Sums over the squares: `[50, P, width]` to `[P, width]`.
fn sum_of_squares(slopes: &[f32]) -> Vec<f32> {
    let mut rows = slopes.chunks_exact(slopes.len() / SQUARES);
    let mut sums = rows.next().expect("there are squares").to_vec();
    for row in rows {
        sums.iter_mut().zip(row).for_each(|(sum, slope)| *sum += slope);
    }
    sums
}

//! A tile's way forwards, with all kept that the way back needs.

use super::prepared::{Gradient, Taps};
use super::targets::Targets;
use crate::kernels::layer::Layer;
use crate::kernels::multiply::{Input, Strides, multiply};
use crate::kernels::pool::pool;
use crate::parts::BlockParts;
use crate::{DIRECTIONS, END_TURN, POLICY, SQUARES};

use super::matrix::Matrix;

/// What the layers wrote for `P` positions, `[rows, P, width]` each.
pub(super) struct Tape<const P: usize> {
    pub(super) stem: Vec<f32>,
    pub(super) blocks: Vec<BlockTape>,
    /// Mean and maximum of the trunk's features.
    pub(super) pooled: Vec<f32>,
    /// The value heads' hidden layer.
    pub(super) hidden: Vec<f32>,
}

/// What a block's layers wrote.
pub(super) struct BlockTape {
    /// All but the last.
    pub(super) hidden: Vec<Vec<f32>>,
    /// Mean and maximum of the last of these.
    pub(super) pooled: Option<Vec<f32>>,
    pub(super) output: Vec<f32>,
}

/// The heads' outputs for `P` positions, or their slopes, `[rows, P, width]` each.
pub(super) struct Heads {
    pub(super) moves: Vec<f32>,
    pub(super) end_turn: Vec<f32>,
    pub(super) values: Vec<f32>,
    /// Answers and men on the squares, and the value soon.
    pub(super) auxiliary: Option<[Vec<f32>; 2]>,
}

impl<const P: usize> Tape<P> {
    /// Takes `features` `[P, 50, F]` through the network.
    pub(super) fn record(net: &Gradient, features: &[f32]) -> (Self, Heads) {
        let inputs = net.config.features;
        let strides = Strides { tap: inputs, position: SQUARES * inputs };
        let input = Input { rectified: true, ..Input::of(features, strides, &net.itself.seen) };
        let stem = apply::<P>(net, &net.matrices.stem.forward, &input);
        let mut blocks: Vec<BlockTape> = Vec::with_capacity(net.matrices.blocks.len());
        for block in &net.matrices.blocks {
            let input = blocks.last().map_or(&stem, |block| &block.output);
            let tape = record_block::<P>(net, block, input);
            blocks.push(tape);
        }
        let last = blocks.last().map_or(&stem, |block| &block.output);
        let pooled = pooled(last);
        let parts = &net.matrices;
        let hidden = of_rows::<P>(net, &parts.hidden.forward, &net.pooled, &pooled, true);
        let heads = Heads {
            moves: of_rows::<P>(net, &parts.policy.forward, &net.itself, last, false),
            end_turn: of_rows::<P>(net, &parts.end_turn.forward, &net.pooled, &pooled, false),
            values: of_rows::<P>(net, &parts.values.forward, &net.alone, &hidden, false),
            auxiliary: parts.auxiliary.as_ref().map(|heads| {
                let squares = of_rows::<P>(net, &heads.squares.forward, &net.itself, last, false);
                [squares, of_rows::<P>(net, &heads.soon.forward, &net.alone, &hidden, false)]
            }),
        };
        (Tape { stem, blocks, pooled, hidden }, heads)
    }

    /// What the trunk wrote last.
    pub(super) fn trunk(&self) -> &[f32] {
        self.blocks.last().map_or(&self.stem, |block| &block.output)
    }
}

fn record_block<const P: usize>(
    net: &Gradient,
    block: &BlockParts<Matrix>,
    x: &[f32],
) -> BlockTape {
    let (last, first) = block.layers.split_last().expect("a checked config has layers");
    let mut hidden: Vec<Vec<f32>> = Vec::with_capacity(first.len());
    for matrix in first {
        let from = hidden.last().map_or(x, |hidden| hidden);
        hidden.push(of_rows::<P>(net, &matrix.forward, &net.around, from, true));
    }
    let from = hidden.last().map_or(x, |hidden| hidden);
    let pooled = block.pool.as_ref().map(|_| pooled(from));
    let everywhere = block
        .pool
        .as_ref()
        .zip(pooled.as_ref())
        .map(|(matrix, pooled)| of_rows::<P>(net, &matrix.forward, &net.pooled, pooled, false));
    let input = Input {
        residual: Some(x),
        everywhere: everywhere.as_deref(),
        rectified: true,
        ..Input::of(from, strides::<P>(from, SQUARES), &net.around.seen)
    };
    let output = apply::<P>(net, &last.forward, &input);
    BlockTape { hidden, pooled, output }
}

/// A layer of features `[rows, P, width]`.
fn of_rows<const P: usize>(
    net: &Gradient,
    layer: &Layer,
    taps: &Taps,
    features: &[f32],
    rectified: bool,
) -> Vec<f32> {
    let strides = strides::<P>(features, taps.from.len());
    apply::<P>(net, layer, &Input { rectified, ..Input::of(features, strides, &taps.seen) })
}

/// The layer's outputs.
pub(super) fn apply<const P: usize>(net: &Gradient, layer: &Layer, input: &Input<'_>) -> Vec<f32> {
    let mut output = vec![0.0; input.seen.len() * P * layer.width()];
    multiply::<P>(net.arch, layer, input, &mut output);
    output
}

/// Strides of `features` `[rows, P, width]`.
pub(super) fn strides<const P: usize>(features: &[f32], rows: usize) -> Strides {
    let tap = features.len() / rows;
    Strides { tap, position: tap / P }
}

fn pooled(squares: &[f32]) -> Vec<f32> {
    let mut pooled = vec![0.0; 2 * squares.len() / SQUARES];
    pool(squares, &mut pooled);
    pooled
}

impl Heads {
    /// Puts the slopes of the losses in the outputs' place; `first` is the batch's first sample here.
    pub(super) fn slopes<const P: usize>(
        &mut self,
        net: &Gradient,
        first: usize,
        targets: &mut Targets<'_>,
    ) {
        let parts = &net.matrices;
        let [moves, end_turn] = [&parts.policy, &parts.end_turn].map(|part| part.forward.width());
        let outputs = parts.values.forward.outputs();
        for position in 0..P {
            let sample = first + position;
            let place =
                |action: usize| (action % SQUARES * P + position) * moves + action / SQUARES;
            let mut policy = [0.0; POLICY];
            for (action, logit) in policy[..END_TURN].iter_mut().enumerate() {
                *logit = self.moves[place(action)];
            }
            policy[END_TURN] = self.end_turn[position * end_turn];
            targets.policy(sample, &mut policy);
            for (action, slope) in policy[..END_TURN].iter().enumerate() {
                self.moves[place(action)] = *slope;
            }
            self.end_turn[position * end_turn] = policy[END_TURN];
            let width = parts.values.forward.width();
            targets.values(sample, &mut self.values[position * width..][..outputs]);
            if let Some(outputs) = &mut self.auxiliary {
                auxiliary_slopes::<P>(net, outputs, position, sample, targets);
            }
        }
    }
}

fn auxiliary_slopes<const P: usize>(
    net: &Gradient,
    [squares, soon]: &mut [Vec<f32>; 2],
    position: usize,
    sample: usize,
    targets: &mut Targets<'_>,
) {
    let parts = net.matrices.auxiliary.as_ref().expect("its outputs are there");
    let width = parts.squares.forward.width();
    let place = |output: usize| (output % SQUARES * P + position) * width + output / SQUARES;
    let mut logits = [0.0; (DIRECTIONS + 1) * SQUARES];
    logits.iter_mut().enumerate().for_each(|(output, logit)| *logit = squares[place(output)]);
    let (answer, men) = logits.split_at_mut(END_TURN);
    targets.answer(sample, answer);
    targets.men(sample, men);
    logits.iter().enumerate().for_each(|(output, slope)| squares[place(output)] = *slope);
    targets.soon(sample, &mut soon[position * parts.soon.forward.width()]);
}

//! A few positions on their way through the network.

use std::mem;

use super::prepared::{Forward, Raw};
use crate::kernels::layer::Layer;
use crate::kernels::multiply::{Input, Strides, multiply};
use crate::kernels::pool::pool;
use crate::parts::BlockParts;
use crate::{DIRECTIONS, END_TURN, SQUARES};

/// `P` positions. Features lie as `[rows, P, width]`, where rows are squares, or the two of the
/// pooled board, or the one of a head.
pub(super) struct Tile<'a, const P: usize> {
    net: &'a Forward,
    /// Features of the squares, `[50, P, width]`.
    squares: Vec<f32>,
    /// The same within a block, in turn.
    hidden: [Vec<f32>; 2],
    /// Mean and maximum over the squares, `[2, P, width]`.
    pooled: Vec<f32>,
}

impl<'a, const P: usize> Tile<'a, P> {
    pub(super) fn new(net: &'a Forward) -> Self {
        let width = net.layers.stem.width();
        let squares = || vec![0.0; SQUARES * P * width];
        Tile {
            net,
            squares: squares(),
            hidden: [squares(), squares()],
            pooled: vec![0.0; 2 * P * width],
        }
    }

    /// Appends the outputs for `features` `[P, 50, F]`.
    pub(super) fn run(mut self, features: &[f32], raw: &mut Raw) {
        let net = self.net;
        let inputs = net.config.features;
        let strides = Strides { tap: inputs, position: SQUARES * inputs };
        let input = Input { rectified: true, ..Input::of(features, strides, &net.itself) };
        multiply::<P>(net.arch, &net.layers.stem, &input, &mut self.squares);
        for block in &net.layers.blocks {
            self.block(block);
        }
        self.write_policy(raw);
        self.write_values(raw);
    }

    fn block(&mut self, block: &BlockParts<Layer>) {
        let (last, first) = block.layers.split_last().expect("a checked config has layers");
        let (net, [hidden, spare]) = (self.net, &mut self.hidden);
        for (index, layer) in first.iter().enumerate() {
            let from = if index == 0 { &self.squares } else { &*hidden };
            let input = Input { rectified: true, ..net.around::<P>(from) };
            multiply::<P>(net.arch, layer, &input, spare);
            mem::swap(hidden, spare);
        }
        let from = if first.is_empty() { &self.squares } else { &*hidden };
        let everywhere = block.pool.as_ref().map(|layer| {
            pool(from, &mut self.pooled);
            net.of_board::<P>(layer, &self.pooled, false)
        });
        let input = Input {
            residual: Some(&self.squares),
            everywhere: everywhere.as_deref(),
            rectified: true,
            ..net.around::<P>(from)
        };
        multiply::<P>(net.arch, last, &input, spare);
        mem::swap(&mut self.squares, spare);
    }

    /// Logits for the four directions from each square, then for the end of the turn.
    fn write_policy(&mut self, raw: &mut Raw) {
        let (net, layer) = (self.net, &self.net.layers.policy);
        let mut moves = vec![0.0; SQUARES * P * layer.width()]; // [50, P, width]
        let strides = self.strides();
        let input = Input::of(&self.squares, strides, &net.itself);
        multiply::<P>(net.arch, layer, &input, &mut moves);
        pool(&self.squares, &mut self.pooled);
        let end = net.of_board::<P>(&net.layers.end_turn, &self.pooled, false); // [P, width]
        for position in 0..P {
            let logit = |action: usize| {
                let row = action % SQUARES * P + position;
                moves[row * layer.width() + action / SQUARES]
            };
            raw.policy.extend((0..DIRECTIONS * SQUARES).map(logit));
            raw.policy.push(end[position * net.layers.end_turn.width()]);
        }
        debug_assert_eq!(raw.policy.len() % (END_TURN + 1), 0);
    }

    /// What the value heads say of the pooled board.
    fn write_values(&self, raw: &mut Raw) {
        let net = self.net;
        let hidden = net.of_board::<P>(&net.layers.hidden, &self.pooled, true); // [P, width]
        let strides = Strides { tap: 0, position: net.layers.hidden.width() };
        let mut values = vec![0.0; P * net.layers.values.width()]; // [P, width]
        let input = Input::of(&hidden, strides, &net.itself[..1]);
        multiply::<P>(net.arch, &net.layers.values, &input, &mut values);
        for row in values.chunks_exact(net.layers.values.width()) {
            raw.values.extend_from_slice(&row[..net.layers.values.outputs()]);
        }
    }

    fn strides(&self) -> Strides {
        strides::<P>(self.net)
    }
}

/// Strides of `[rows, P, width]`.
fn strides<const P: usize>(net: &Forward) -> Strides {
    let width = net.layers.stem.width();
    Strides { tap: P * width, position: width }
}

impl Forward {
    /// Every square with its taps.
    fn around<'a, const P: usize>(&'a self, squares: &'a [f32]) -> Input<'a> {
        Input::of(squares, strides::<P>(self), &self.around)
    }

    /// A layer of the pooled board: `[2, P, width]` to `[P, width]`.
    fn of_board<const P: usize>(&self, layer: &Layer, pooled: &[f32], rectified: bool) -> Vec<f32> {
        let mut output = vec![0.0; P * layer.width()];
        let input = Input { rectified, ..Input::of(pooled, strides::<P>(self), &self.pooled) };
        multiply::<P>(self.arch, layer, &input, &mut output);
        output
    }
}

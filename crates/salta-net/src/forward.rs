//! The forward pass on plain arrays: what players spend their time in, so it does not go through
//! tensors. The same numbers as [`Network::forward`](crate::network::Network::forward) up to
//! rounding, which the tests hold it to.
//!
//! A few positions (a *tile*) go through all layers together; their features stay in the cache. A
//! layer multiplies what a square's taps hold, straight from where it lies, with nothing gathered
//! and no work for taps off the board (a quarter of all). A position's sums are taken in one order
//! whatever else is in the batch, so its outputs are the same to the last bit.
//!
//! - `layer`: one matrix, in the order in which it is read
//! - `multiply`: the inner loops, for whatever vectors the processor has
//! - `tile`: a few positions on their way through the network

mod layer;
mod multiply;
mod tile;

use pulp::Arch;

use crate::config::NetConfig;
use crate::heads::RESULTS;
use crate::network::Network;
use crate::parameters;
use crate::{DIRECTIONS, POLICY, SQUARES, taps};

use layer::{Layer, Shape};
use tile::Tile;

/// One tap that is on the board: its number, and the square it reads.
type Seen = (usize, usize);

/// The network's weights, ready to be multiplied by.
#[derive(Debug)]
pub(crate) struct Forward {
    arch: Arch,
    config: NetConfig,
    /// For each square the taps that are on the board.
    seen: Vec<Vec<Seen>>,
    /// For each square itself alone.
    itself: Vec<Vec<Seen>>,
    /// The two rows of the pooled board.
    pooled: [Vec<Seen>; 1],
    stem: Layer,
    blocks: Vec<Block>,
    policy: Layer,
    end_turn: Layer,
    hidden: Layer,
    values: Layer,
}

#[derive(Debug)]
struct Block {
    layers: Vec<Layer>,
    pool: Option<Layer>,
}

/// Raw outputs of the heads for a batch of B positions, as [`RawOutputs`](crate::heads::RawOutputs)
/// has them.
#[derive(Debug, Default)]
pub(crate) struct Raw {
    /// Policy logits `[B, 201]`.
    pub(crate) policy: Vec<f32>,
    /// Win, draw, loss logits, then the margin's, then the plies `[B, 3 + bins + 1]`.
    pub(crate) values: Vec<f32>,
}

impl Forward {
    /// The weights of `network`, for this processor.
    pub(crate) fn new(network: &Network) -> Forward {
        Forward::on(Arch::new(), network)
    }

    fn on(arch: Arch, network: &Network) -> Forward {
        let config = network.config();
        let (slots, values) = (parameters::slots(network), parameters::flatten(network));
        let tensor = |name: &str| {
            let slot = slots.iter().find(|slot| slot.name == name);
            &values[slot.expect("the network has such a tensor").range()]
        };
        let layer = |name: &str, shape: Shape| {
            let [weights, bias] = ["weight", "bias"].map(|part| tensor(&format!("{name}.{part}")));
            Layer::new(arch, shape, weights, bias)
        };
        let (channels, features) = (config.channels, config.features);
        let outputs = RESULTS + config.margin_bins + 1;
        let block = |index: usize| Block {
            layers: (0..config.layers_per_block)
                .map(|at| {
                    let shape = Shape { taps: config.taps, inputs: channels, outputs: channels };
                    layer(&format!("blocks.{index}.layers.{at}"), shape)
                })
                .collect(),
            pool: config
                .pools(index)
                .then(|| layer(&format!("blocks.{index}.pool"), Shape::pooled(channels, channels))),
        };
        let stem = Shape { taps: 1, inputs: features, outputs: channels };
        let policy = Shape { taps: 1, inputs: channels, outputs: DIRECTIONS };
        let values = Shape { taps: 1, inputs: config.value_hidden, outputs };
        Forward {
            arch,
            config: config.clone(),
            seen: (0..SQUARES).map(|square| seen(square, config.taps)).collect(),
            itself: (0..SQUARES).map(|square| vec![(0, square)]).collect(),
            pooled: [vec![(0, 0), (1, 1)]],
            stem: layer("stem", stem).with_squares(tensor("squares")),
            blocks: (0..config.blocks).map(block).collect(),
            policy: layer("heads.policy", policy),
            end_turn: layer("heads.end_turn", Shape::pooled(channels, 1)),
            hidden: layer("heads.hidden", Shape::pooled(channels, config.value_hidden)),
            values: layer("heads.values", values),
        }
    }

    /// The network's settings.
    pub(crate) fn config(&self) -> &NetConfig {
        &self.config
    }

    /// The heads' outputs for `features` `[batch, 50, F]`.
    pub(crate) fn run(&self, features: &[f32], batch: usize) -> Raw {
        let mut raw = Raw {
            policy: Vec::with_capacity(batch * POLICY),
            values: Vec::with_capacity(batch * self.values.outputs()),
        };
        let each = SQUARES * self.config.features;
        let mut left = &features[..batch * each];
        while !left.is_empty() {
            let positions = left.len() / each;
            let (now, later) = left.split_at(each * multiply::tile(self.arch, positions));
            match now.len() / each {
                8 => Tile::<8>::new(self).run(now, &mut raw),
                4 => Tile::<4>::new(self).run(now, &mut raw),
                2 => Tile::<2>::new(self).run(now, &mut raw),
                _ => Tile::<1>::new(self).run(now, &mut raw),
            }
            left = later;
        }
        raw
    }
}

fn seen(square: usize, taps: usize) -> Vec<Seen> {
    let on_board = |(tap, seen): (usize, Option<usize>)| seen.map(|seen| (tap, seen));
    taps::taps_of(square, taps).enumerate().filter_map(on_board).collect()
}

#[cfg(test)]
mod tests;

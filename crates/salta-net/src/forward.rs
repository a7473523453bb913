//! The forward pass on plain arrays: what players spend their time in, so it does not go through
//! tensors. The same numbers as burn's in `tensors::network` up to rounding, which the tests hold it to.
//!
//! A few positions (a *tile*) go through all layers together; their features stay in the cache. A
//! position's sums are taken in one order whatever else is in the batch, so its outputs are the same
//! to the last bit.

mod tile;

use pulp::Arch;

use crate::config::NetConfig;
use crate::kernels::{self, Seen, arch::arch, layer::Layer, multiply};
use crate::network::Network;
use crate::parts::{Named, Parts, Weights};
use crate::{POLICY, SQUARES};

use tile::Tile;

/// The network's weights, ready to be multiplied by.
#[derive(Debug)]
pub(crate) struct Forward {
    arch: Arch,
    config: NetConfig,
    /// For each square the taps that are on the board.
    around: Vec<Vec<Seen>>,
    /// For each square itself alone.
    itself: Vec<Vec<Seen>>,
    /// The two rows of the pooled board.
    pooled: Vec<Vec<Seen>>,
    layers: Parts<Layer>,
}

/// Raw outputs of the heads for a batch of B positions, before any normalisation.
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
        Forward::on(arch(), network)
    }

    pub(crate) fn on(arch: Arch, network: &Network) -> Forward {
        let config = network.config();
        let weights = Weights { slots: &network.slots(), values: network.values() };
        Forward {
            arch,
            config: config.clone(),
            around: kernels::around(config.taps),
            itself: kernels::itself(),
            pooled: kernels::pooled(),
            layers: layers(arch, &Parts::of(config), weights),
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
            values: Vec::with_capacity(batch * self.layers.values.outputs()),
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

/// The layers of these matrices, the stem's with what each square adds.
pub(crate) fn layers(arch: Arch, parts: &Parts<Named>, weights: Weights<'_>) -> Parts<Layer> {
    let layer = |named: &Named| {
        let [matrix, bias] = weights.matrix(&named.name);
        Layer::new(arch, named.shape, matrix, bias)
    };
    let layers = parts.map(layer);
    Parts { stem: layers.stem.clone().with_squares(weights.squares()), ..layers }
}

#[cfg(all(test, feature = "burn"))]
mod tests;

//! A network's weights in the order in which the loops read them, and what they write.

use pulp::Arch;

use crate::config::NetConfig;
use crate::kernels::{self, Seen, arch::arch, layer::Layer};
use crate::network::Network;
use crate::parts::{Named, Parts, Weights};

/// The network's weights, ready to be multiplied by.
#[derive(Debug)]
pub(crate) struct Forward {
    pub(super) arch: Arch,
    pub(super) config: NetConfig,
    /// For each square the taps that are on the board.
    pub(super) around: Vec<Vec<Seen>>,
    /// For each square itself alone.
    pub(super) itself: Vec<Vec<Seen>>,
    /// The two rows of the pooled board.
    pub(super) pooled: Vec<Vec<Seen>>,
    pub(super) layers: Parts<Layer>,
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

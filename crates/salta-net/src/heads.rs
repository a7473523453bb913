//! The heads of the [table](crate::head_table): inputs, loss formula, target, ONNX outputs. Each
//! has a term in the loss ([`LOSSES`]).

use crate::batch::TrainBatch;
use crate::config::NetConfig;
use crate::head_table::head_table;
use crate::losses::{self, Loss};
use crate::targets::{self, Target};
use crate::terms::{COUNT, LOSSES};
use crate::{DIRECTIONS, RESULTS, SQUARES};

/// A head: outputs of the network for each position.
pub(crate) struct Head {
    /// Where its outputs are: the matrices, each with the number of channels that it takes, which
    /// follow those of earlier heads.
    pub(crate) reads: &'static [(&'static str, Size)],
    /// Its loss: the distance of its outputs from its target.
    pub(crate) loss: &'static dyn Loss,
    /// Writes the target of a sample, if it has one.
    pub(crate) target: fn(&TrainBatch, usize, &NetConfig, &mut Target),
    /// Its outputs in ONNX: name, function applied, description.
    pub(crate) outputs: &'static [(&'static str, Output, &'static str)],
}

impl Head {
    /// Number of its outputs.
    pub(crate) fn width(&self, config: &NetConfig) -> usize {
        let rows = |matrix| match MATRICES.iter().find(|(name, _)| *name == matrix) {
            Some((_, Source::Trunk)) => SQUARES,
            _ => 1,
        };
        self.reads.iter().map(|(matrix, size)| rows(*matrix) * size.of(config)).sum()
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Size {
    Fixed(usize),
    MarginBins,
}

impl Size {
    pub(crate) fn of(self, config: &NetConfig) -> usize {
        match self {
            Size::Fixed(size) => size,
            Size::MarginBins => config.margin_bins,
        }
    }
}

/// The function applied to a head's outputs.
#[derive(Clone, Copy)]
pub(crate) enum Output {
    /// The identity.
    Logits,
    /// Softmax: probabilities that sum to 1.
    Softmax,
    /// The mean over the margin's bins, in points.
    Margin,
    /// Softplus, scaled to plies: never negative.
    Plies,
    /// Sigmoid: one probability per output.
    Sigmoid,
    /// Hyperbolic tangent: −1 to 1.
    Tanh,
}

impl Output {
    /// Whether it has a dimension besides the batch.
    pub(crate) fn is_sized(self) -> bool {
        matches!(self, Output::Logits | Output::Softmax | Output::Sigmoid)
    }
}

/// The input of a matrix of the heads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The trunk's features of each square.
    Trunk,
    /// The mean and the maximum of these features over the board.
    Pooled,
    /// The hidden layer on top of the pooled features.
    Hidden,
}

/// Name of the layer between the pooled board and the value heads.
pub(crate) const HIDDEN: &str = "hidden";

/// The matrices of the heads in the order in which they are stored, as `heads.NAME`; those of
/// auxiliary heads begin with `auxiliary`.
pub(crate) const MATRICES: [(&str, Source); 7] = [
    ("policy", Source::Trunk),
    ("end_turn", Source::Pooled),
    (HIDDEN, Source::Pooled),
    ("values", Source::Hidden),
    ("auxiliary.squares", Source::Trunk),
    ("auxiliary.soon", Source::Hidden),
    ("auxiliary.end_turn", Source::Pooled),
];

/// Number of heads that players use.
pub(crate) const PLAYED: usize = {
    let mut played = 0;
    while played < COUNT && !LOSSES[played].auxiliary {
        played += 1;
    }
    played
};

macro_rules! heads {
    (heads { $(
        $(#[$earlier:meta])*
        $name:ident $weight:literal $unit:literal $auxiliary:literal $about:literal { $($head:tt)* }
    )* }) => {
        /// The heads, in the order of [`LOSSES`]; the first [`PLAYED`] are for players, the others
        /// auxiliary.
        pub(crate) static HEADS: [Head; COUNT] = [$(Head { $($head)* }),*];
    };
}

head_table! { heads }

/// The indices of the heads that a network has.
pub(crate) fn present(config: &NetConfig) -> impl Iterator<Item = usize> {
    (0..COUNT).filter(|&at| !LOSSES[at].auxiliary || config.auxiliary.contain(LOSSES[at].name))
}

/// The divisor of each head's losses: the total weight of the samples in a batch, or 1 if it is
/// zero.
pub(crate) fn divisors(batch: &TrainBatch, config: &NetConfig) -> [f32; COUNT] {
    let mut divisors = [1.0; COUNT];
    for at in present(config) {
        let head = &HEADS[at];
        let mut target = Target::none(head.width(config));
        let count = |sample| {
            target.clear();
            (head.target)(batch, sample, config, &mut target);
            head.loss.count(&target)
        };
        let sum: f32 = (0..batch.samples).map(count).sum();
        divisors[at] = if sum > 0.0 { sum } else { 1.0 };
    }
    divisors
}

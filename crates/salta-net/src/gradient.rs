//! The gradient of the losses on plain arrays: most of the time of learning, so it does not go
//! through tensors. The same numbers as burn's automatic differentiation of
//! `tensors::network` and `tensors::loss` up to rounding, which the tests hold it to.
//!
//! A few positions (a *tile*) go forwards with all that the layers wrote kept, then back; their
//! features stay in the cache. Backwards a layer is a layer again, with its matrices turned round
//! and its taps reversed.
//!
//! - `matrix`: a layer in both directions, and where its sums are
//! - `tape`: a tile's way forwards, kept
//! - `back`: the way back
//! - `targets`: losses of the heads' outputs and their slopes

mod back;
mod matrix;
mod tape;
mod targets;

use std::ops::Range;

use pulp::Arch;

use crate::batch::TrainBatch;
use crate::config::NetConfig;
use crate::forward;
use crate::kernels::{self, Seen, multiply};
use crate::loss::Divisors;
use crate::parts::{Parts, Weights};
use crate::terms::{COUNT, LossWeights};
use crate::{SQUARES, parameters::Slot};

use back::Back;
use matrix::Matrix;
use tape::Tape;
use targets::Targets;

/// The network's weights, ready for both directions.
#[derive(Debug)]
pub(crate) struct Gradient {
    arch: Arch,
    config: NetConfig,
    around: Taps,
    itself: Taps,
    pooled: Taps,
    /// One row that reads one row.
    alone: Taps,
    matrices: Parts<Matrix>,
    /// Number of sums, those of the padding included.
    sums: usize,
}

/// Which rows a layer reads for each of its outputs, seen from three sides.
#[derive(Debug)]
struct Taps {
    /// For each row of outputs.
    seen: Vec<Vec<Seen>>,
    /// For each row that is read.
    from: Vec<Vec<Seen>>,
    /// For each tap.
    by_tap: Vec<Vec<Seen>>,
}

impl Taps {
    fn new(seen: Vec<Vec<Seen>>, from: Vec<Vec<Seen>>) -> Self {
        Taps { by_tap: kernels::by_tap(&seen), seen, from }
    }
}

impl Gradient {
    /// At these weights of a network of these settings, for this processor.
    pub(crate) fn new(arch: Arch, config: &NetConfig, weights: Weights<'_>) -> Self {
        let parts = Parts::of(config);
        let layers = forward::layers(arch, &parts, weights);
        let (matrices, sums) = matrix::matrices(arch, &parts, &layers, weights);
        Gradient {
            arch,
            config: config.clone(),
            around: Taps::new(kernels::around(config.taps), kernels::seen_from(config.taps)),
            itself: Taps::new(kernels::itself(), kernels::itself()),
            pooled: Taps::new(kernels::pooled(), kernels::pooled_from()),
            alone: Taps::new(vec![vec![(0, 0)]], vec![vec![(0, 0)]]),
            matrices,
            sums,
        }
    }

    /// The losses of these samples of a batch, and the gradient of their weighted sum, in the order
    /// of `slots`.
    pub(crate) fn of(
        &self,
        batch: &TrainBatch,
        samples: Range<usize>,
        divisors: Divisors,
        weights: &LossWeights,
        slots: &[Slot],
    ) -> ([f32; COUNT], Vec<f32>) {
        let factors = weights.factors();
        let mut targets =
            Targets { batch, config: &self.config, divisors, factors, losses: [0.0; COUNT] };
        let mut sums = vec![0.0; self.sums];
        let mut first = samples.start;
        while first < samples.end {
            let count = multiply::tile(self.arch, samples.end - first);
            match count {
                8 => self.tile::<8>(first, &mut targets, &mut sums),
                4 => self.tile::<4>(first, &mut targets, &mut sums),
                2 => self.tile::<2>(first, &mut targets, &mut sums),
                _ => self.tile::<1>(first, &mut targets, &mut sums),
            }
            first += count;
        }
        (targets.losses, matrix::gradient(&self.matrices, &sums, slots))
    }

    /// Adds the losses and slopes of `P` samples from `first` on.
    fn tile<const P: usize>(&self, first: usize, targets: &mut Targets<'_>, sums: &mut [f32]) {
        let each = SQUARES * self.config.features;
        let features = &targets.batch.features[first * each..(first + P) * each];
        let (tape, mut heads) = Tape::<P>::record(self, features);
        heads.slopes::<P>(self, first, targets);
        Back { net: self, tape, features, sums }.run(heads);
    }
}

#[cfg(all(test, feature = "burn"))]
mod tests;

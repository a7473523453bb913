//! The gradient of the losses on plain arrays: most of the time of learning, so it does not go
//! through tensors. The same numbers as burn's automatic differentiation of
//! `tensors::network` and `tensors::loss` up to rounding, which the tests hold it to.
//!
//! A few positions (a *tile*) go forwards with all that the layers wrote kept, then back; their
//! features stay in the cache. Backwards a layer is a layer again, with its matrices turned round
//! and its taps reversed.
//!
//! - `matrix`: a layer in both directions, and where its sums are
//! - `prepared`: the weights for both directions
//! - `tape`: a tile's way forwards, kept
//! - `back`: the way back
//! - `targets`: losses of the heads' outputs and their slopes

mod back;
mod matrix;
mod prepared;
mod tape;
mod targets;

pub(crate) use prepared::Gradient;

use std::ops::Range;

use crate::SQUARES;
use crate::batch::TrainBatch;
use crate::kernels::registers;
use crate::loss::Divisors;
use crate::slot::Slot;
use crate::terms::{COUNT, LossWeights};

use back::Back;
use tape::Tape;
use targets::Targets;

impl Gradient {
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
            let count = registers::tile(self.arch, samples.end - first);
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

//! The replay window: the newest samples, up to a maximum size.

use std::collections::VecDeque;
use std::sync::Arc;

use rand::{Rng, RngExt};
use salta_core::Variant;
use salta_env::{Encoding, generator};
use salta_net::{POLICY, SQUARES, TrainBatch};
use salta_record::{GameRecord, dequantise};

use crate::sample::{ReplayError, Sample, samples_of};
use crate::surprise::weights;
use crate::td::mix;
use crate::window_size::WindowSize;

/// The replay window: the newest samples, up to a maximum size. Its contents depend only on the
/// games pushed, so a window rebuilt from the records after a kill is identical.
#[derive(Clone, Debug)]
pub struct Window {
    samples: VecDeque<Sample>,
    bound: WindowSize,
    played: u64,
    bytes: u64,
    pub(crate) policy_surprise: f64,
    pub(crate) td_lambda: f64,
    /// Cumulative weight up to and including each sample, counted from the first one ever pushed;
    /// empty if all samples weigh the same.
    totals: VecDeque<u64>,
    /// Cumulative weight up to and including the last sample dropped.
    dropped: u64,
}

impl Window {
    /// An empty window.
    pub fn new(bound: WindowSize) -> Window {
        Window {
            samples: VecDeque::new(),
            bound,
            played: 0,
            bytes: 0,
            policy_surprise: 0.0,
            td_lambda: 1.0,
            totals: VecDeque::new(),
            dropped: 0,
        }
    }

    /// An empty window, to be refilled with the newest samples of a run; `gone` is the number of
    /// samples before those.
    pub fn refilled(bound: WindowSize, gone: u64) -> Window {
        Window { played: gone, ..Window::new(bound) }
    }

    /// Samples pushed so far, including those already dropped.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Bytes of memory that the samples take.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Samples in the window.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether the window holds no samples.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Adds games in order and drops the oldest samples beyond the maximum size.
    ///
    /// # Errors
    /// If a record cannot be replayed, or lacks root targets that the settings need; the window is
    /// then unchanged.
    pub fn push_games(
        &mut self,
        variant: &Arc<Variant>,
        games: &[GameRecord],
    ) -> Result<(), ReplayError> {
        let (mut added, mut weighted) = (Vec::new(), Vec::new());
        for game in games {
            let mut samples = samples_of(variant, game)?;
            if self.td_lambda < 1.0 {
                mix(&mut samples, game, self.td_lambda)?;
            }
            if self.policy_surprise > 0.0 {
                weighted.extend(weights(game, self.policy_surprise)?);
            }
            added.extend(samples);
        }
        let mut total = self.totals.back().copied().unwrap_or(self.dropped);
        self.totals.extend(weighted.into_iter().map(|weight| {
            total += weight;
            total
        }));
        self.played += added.len() as u64;
        self.bytes += added.iter().map(bytes).sum::<u64>();
        self.samples.extend(added);
        let most = self.bound.samples(self.played);
        while self.samples.len() as u64 > most || self.bytes > self.bound.bytes {
            let Some(oldest) = self.samples.pop_front() else { break };
            self.bytes -= bytes(&oldest);
            self.dropped = self.totals.pop_front().unwrap_or(0);
        }
        Ok(())
    }

    /// The batch of a learning step of the run with this seed.
    ///
    /// # Panics
    /// If the window is empty.
    pub fn batch_of_step(
        &self,
        samples: usize,
        encoding: Encoding,
        seed: u64,
        step: u64,
    ) -> TrainBatch {
        self.batch(samples, encoding, &mut generator(seed, "train", step))
    }

    /// A batch of samples drawn with repetition, for a network that reads `encoding`: uniformly, or
    /// in proportion to weights (`policy_surprise` of [`TrainConfig`](crate::TrainConfig)).
    ///
    /// # Panics
    /// If the window is empty.
    pub fn batch<R: Rng + ?Sized>(
        &self,
        samples: usize,
        encoding: Encoding,
        rng: &mut R,
    ) -> TrainBatch {
        let mut batch = TrainBatch::zeros(samples, encoding.features());
        for row in 0..samples {
            let drawn = self.draw(rng);
            write_sample(&self.samples[drawn], row, encoding, &mut batch);
        }
        batch
    }

    fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> usize {
        let Some(last) = self.totals.back() else {
            return rng.random_range(0..self.samples.len());
        };
        let drawn = rng.random_range(self.dropped..*last);
        self.totals.partition_point(|total| *total <= drawn)
    }
}

fn bytes(sample: &Sample) -> u64 {
    sample_bytes(&sample.policy)
}

/// Bytes of memory that a sample with this policy takes in a window.
pub fn sample_bytes(policy: &[(u8, u16)]) -> u64 {
    (size_of::<Sample>() + size_of_val(policy)) as u64
}

/// Samples as the arrays that the learner takes, for a network that reads `encoding`.
pub fn batch_of<'a>(
    samples: impl ExactSizeIterator<Item = &'a Sample>,
    encoding: Encoding,
) -> TrainBatch {
    let mut batch = TrainBatch::zeros(samples.len(), encoding.features());
    for (row, sample) in samples.enumerate() {
        write_sample(sample, row, encoding, &mut batch);
    }
    batch
}

fn write_sample(sample: &Sample, row: usize, encoding: Encoding, batch: &mut TrainBatch) {
    let features = SQUARES * encoding.features();
    let out = &mut batch.features[row * features..(row + 1) * features];
    encoding.encode(&sample.variant, &sample.position, out);
    for (action, share) in dequantise(&sample.policy) {
        batch.policy[row * POLICY + usize::from(action)] = share;
    }
    let legal = &mut batch.legal.as_chunks_mut().0[row];
    sample.variant.legal(&sample.position).write(sample.position.to_move(), legal);
    batch.plies[row] = sample.plies as f32;
    sample.later.write(&sample.position, row, &mut batch.auxiliary);
    if let Some(value) = sample.value {
        batch.value_weight[row] = 1.0;
        batch.margin[row] = value.margin;
        batch.wdl[row * 3..row * 3 + 3].copy_from_slice(&value.wdl);
    }
}

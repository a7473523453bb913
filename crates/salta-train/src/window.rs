//! The replay window: the newest samples, up to a maximum size.

use std::collections::VecDeque;
use std::sync::Arc;

use rand::RngExt;
use salta_core::Variant;
use salta_env::{Encoding, Generator, generator};
use salta_net::{POLICY, SQUARES, TrainBatch};
use salta_record::{GameRecord, dequantise};

use crate::config::TrainConfig;
use crate::sample::{ReplayError, Sample, samples_of};
use crate::surprise::weights;
use crate::td::mix;

/// The replay window: the newest samples, up to a maximum size. Its contents depend only on the
/// games pushed, so a window rebuilt from the records after a kill is identical.
#[derive(Clone, Debug)]
pub struct Window {
    config: TrainConfig,
    samples: VecDeque<Sample>,
    played: u64,
    bytes: u64,
    /// Cumulative weight up to and including each sample, counted from the first one ever pushed;
    /// empty if all samples weigh the same.
    totals: VecDeque<u64>,
    /// Cumulative weight up to and including the last sample dropped.
    dropped: u64,
}

impl Window {
    /// An empty window, to be filled with the newest samples of a run; `gone` is the number of
    /// samples before those.
    pub fn new(config: &TrainConfig, gone: u64) -> Window {
        Window {
            config: config.clone(),
            samples: VecDeque::new(),
            played: gone,
            bytes: 0,
            totals: VecDeque::new(),
            dropped: 0,
        }
    }

    pub(crate) fn config(&self) -> &TrainConfig {
        &self.config
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
            if self.config.td_lambda < 1.0 {
                mix(&mut samples, game, self.config.td_lambda)?;
            }
            if self.config.policy_surprise > 0.0 {
                weighted.extend(weights(game, self.config.policy_surprise)?);
            }
            added.extend(samples);
        }
        let mut total = self.totals.back().copied().unwrap_or(self.dropped);
        self.totals.extend(weighted.into_iter().map(|weight| {
            total += weight;
            total
        }));
        self.played += added.len() as u64;
        self.bytes += added.iter().map(|sample| sample_bytes(&sample.policy)).sum::<u64>();
        self.samples.extend(added);
        let most = self.config.window_after(self.played);
        while self.samples.len() as u64 > most || self.bytes > self.config.window_bytes {
            let Some(oldest) = self.samples.pop_front() else { break };
            self.bytes -= sample_bytes(&oldest.policy);
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
    /// in proportion to weights (`policy_surprise` of [`TrainConfig`]).
    ///
    /// # Panics
    /// If the window is empty.
    pub fn batch(&self, samples: usize, encoding: Encoding, rng: &mut Generator) -> TrainBatch {
        batch_of((0..samples).map(|_| &self.samples[self.draw(rng)]), encoding)
    }

    fn draw(&self, rng: &mut Generator) -> usize {
        let Some(last) = self.totals.back() else {
            return rng.random_range(0..self.samples.len());
        };
        let drawn = rng.random_range(self.dropped..*last);
        self.totals.partition_point(|total| *total <= drawn)
    }
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
    let features = SQUARES * encoding.features();
    for (row, sample) in samples.enumerate() {
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
    batch
}

//! What the terms of the loss have in common.
//!
//! Every loss is a sum over samples divided by the whole batch's number of samples (or sum of
//! weights), so that the losses and gradients of the parts of a batch add up to those of the whole.

use crate::batch::TrainBatch;
use crate::config::NetConfig;

/// What the sums over samples are divided by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Divisors {
    pub(crate) policy: f32,
    pub(crate) value: f32,
    pub(crate) auxiliary: [f32; 3],
}

impl Divisors {
    /// Those of a whole batch; 1 where nothing counts.
    pub(crate) fn of(batch: &TrainBatch) -> Self {
        let policies = (0..batch.samples).filter(|&sample| batch.has_policy(sample)).count();
        let weight: f32 = batch.value_weight.iter().sum();
        let value = if weight > 0.0 { weight } else { 1.0 };
        Self { policy: policies.max(1) as f32, value, auxiliary: batch.auxiliary.counts() }
    }
}

/// A distribution over the two bins next to `points` with `points` as its mean, clamped to the
/// outermost bins.
pub fn two_hot(points: f32, config: &NetConfig) -> Vec<f32> {
    let half = (config.margin_bins / 2) as f32;
    let place = (points / config.margin_max).clamp(-1.0, 1.0) * half + half;
    let low = (place.floor() as usize).min(config.margin_bins - 2);
    let share = place - low as f32;
    let mut row = vec![0.0; config.margin_bins];
    row[low] = 1.0 - share;
    row[low + 1] = share;
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_hot_rows_have_the_margin_as_their_mean() {
        let config = NetConfig::default();
        let centres = config.margin_centres();
        for points in [-100.0f32, -99.0, -3.3, 0.0, 0.1, 42.0, 100.0] {
            let row = two_hot(points, &config);
            let mean: f32 = row.iter().zip(&centres).map(|(share, centre)| share * centre).sum();
            assert!((mean - points).abs() < 1e-3, "{points} became {mean}");
            assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-6);
            assert!(row.iter().filter(|&&share| share != 0.0).count() <= 2);
        }
    }

    #[test]
    fn margins_beyond_the_bins_are_clamped() {
        let config = NetConfig { margin_bins: 5, margin_max: 10.0, ..NetConfig::default() };
        assert_eq!(two_hot(1e6, &config), [0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(two_hot(-11.0, &config), [1.0, 0.0, 0.0, 0.0, 0.0]);
    }
}

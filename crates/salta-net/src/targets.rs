//! The target of each head for a sample, one function per head.

use crate::batch::TrainBatch;
use crate::config::NetConfig;
use crate::{PLIES_SCALE, POLICY, RESULTS, SQUARES};

/// The target of one sample for one head.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// How much the sample counts; 0 if it has no target.
    pub(crate) weight: f32,
    /// What each output should be.
    pub(crate) values: Vec<f32>,
    /// Whether an output is part of the loss.
    pub(crate) mask: Vec<bool>,
}

impl Target {
    /// No target, for this many outputs.
    pub(crate) fn none(outputs: usize) -> Self {
        Target { weight: 0.0, values: vec![0.0; outputs], mask: vec![true; outputs] }
    }

    /// Resets it to an absent target, of weight 0.
    pub(crate) fn clear(&mut self) {
        self.weight = 0.0;
        self.values.fill(0.0);
        self.mask.fill(true);
    }
}

/// The policy, if there is one; illegal actions are masked.
pub(crate) fn policy(batch: &TrainBatch, sample: usize, _: &NetConfig, target: &mut Target) {
    if batch.has_policy(sample) {
        let actions = sample * POLICY..(sample + 1) * POLICY;
        target.weight = 1.0;
        target.values.copy_from_slice(&batch.policy[actions.clone()]);
        target.mask.copy_from_slice(&batch.legal[actions]);
    }
}

/// The policy to the power 1/4, normalised: the same order, but with unlikely actions closer to the
/// likely ones (KataGo, `KataGoMethods.md`).
pub(crate) fn soft_policy(
    batch: &TrainBatch,
    sample: usize,
    config: &NetConfig,
    target: &mut Target,
) {
    policy(batch, sample, config, target);
    // Two square roots give the same bits on every platform, unlike a power.
    target.values.iter_mut().for_each(|share| *share = share.sqrt().sqrt());
    let sum: f32 = target.values.iter().sum();
    if sum > 0.0 {
        target.values.iter_mut().for_each(|share| *share /= sum);
    }
}

pub(crate) fn result(batch: &TrainBatch, sample: usize, _: &NetConfig, target: &mut Target) {
    let result = &batch.wdl[sample * RESULTS..(sample + 1) * RESULTS];
    of_game(batch, sample, target, |values| values.copy_from_slice(result));
}

pub(crate) fn margin(batch: &TrainBatch, sample: usize, config: &NetConfig, target: &mut Target) {
    of_game(batch, sample, target, |values| two_hot(batch.margin[sample], config, values));
}

/// The plies to the end, in units of [`PLIES_SCALE`].
pub(crate) fn plies(batch: &TrainBatch, sample: usize, _: &NetConfig, target: &mut Target) {
    of_game(batch, sample, target, |values| values[0] = batch.plies[sample] / PLIES_SCALE);
}

/// Writes a target derived from the game's result, if the result counts.
fn of_game(batch: &TrainBatch, sample: usize, target: &mut Target, write: impl FnOnce(&mut [f32])) {
    target.weight = batch.value_weight[sample];
    if target.weight > 0.0 {
        write(&mut target.values);
    }
}

pub(crate) fn reply(batch: &TrainBatch, sample: usize, _: &NetConfig, target: &mut Target) {
    if let Some(action) = batch.auxiliary.reply[sample] {
        target.weight = 1.0;
        target.values[usize::from(action)] = 1.0;
    }
}

pub(crate) fn home(batch: &TrainBatch, sample: usize, _: &NetConfig, target: &mut Target) {
    let known = &batch.auxiliary.home[sample * SQUARES..(sample + 1) * SQUARES];
    target.weight = 1.0;
    for (square, home) in known.iter().enumerate() {
        target.mask[square] = home.is_some();
        target.values[square] = f32::from(u8::from(*home == Some(true)));
    }
}

/// The search's value a few decisions later.
pub(crate) fn short_term_value(
    batch: &TrainBatch,
    sample: usize,
    _: &NetConfig,
    target: &mut Target,
) {
    if let Some(value) = batch.auxiliary.short_term_value[sample] {
        target.weight = 1.0;
        target.values[0] = value;
    }
}

/// A distribution over the two bins next to `points` with `points` as its mean, clamped to the
/// outermost bins.
fn two_hot(points: f32, config: &NetConfig, row: &mut [f32]) {
    let half = (config.margin_bins / 2) as f32;
    let place = (points / config.margin_max).clamp(-1.0, 1.0) * half + half;
    let low = (place.floor() as usize).min(config.margin_bins - 2);
    let share = place - low as f32;
    row[low] = 1.0 - share;
    row[low + 1] = share;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(points: f32, config: &NetConfig) -> Vec<f32> {
        let mut row = vec![0.0; config.margin_bins];
        two_hot(points, config, &mut row);
        row
    }

    #[test]
    fn soft_policies_by_hand() {
        let mut batch = TrainBatch::zeros(2, 1);
        for (action, share) in [(3, 16.0 / 18.0), (8, 1.0 / 18.0), (200, 1.0 / 18.0)] {
            (batch.policy[action], batch.legal[action]) = (share, true);
        }
        batch.legal[9] = true;
        let soft = |sample| {
            let mut target = Target::none(POLICY);
            soft_policy(&batch, sample, &NetConfig::default(), &mut target);
            target
        };
        // Roots of 16 : 1 : 1 are 2 : 1 : 1; an action without a share still has none.
        let target = soft(0);
        for (action, share) in [(3, 0.5), (8, 0.25), (200, 0.25), (9, 0.0)] {
            assert!((target.values[action] - share).abs() < 1e-6, "{action}");
        }
        assert_eq!((target.weight, target.mask), (1.0, batch.legal[..POLICY].to_vec()));
        assert_eq!((soft(1).weight, soft(1).values), (0.0, vec![0.0; POLICY]));
    }

    #[test]
    fn two_hot_rows_have_the_margin_as_their_mean() {
        let config = NetConfig::default();
        let centres = config.margin_centres();
        for points in [-100.0f32, -99.0, -3.3, 0.0, 0.1, 42.0, 100.0] {
            let row = row(points, &config);
            let mean: f32 = row.iter().zip(&centres).map(|(share, centre)| share * centre).sum();
            assert!((mean - points).abs() < 1e-3, "{points} became {mean}");
            assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-6);
            assert!(row.iter().filter(|&&share| share != 0.0).count() <= 2);
        }
    }

    #[test]
    fn margins_beyond_the_bins_are_clamped() {
        let config = NetConfig { margin_bins: 5, margin_max: 10.0, ..NetConfig::default() };
        assert_eq!(row(1e6, &config), [0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(row(-11.0, &config), [1.0, 0.0, 0.0, 0.0, 0.0]);
    }
}

//! The parts of an update around the optimiser's step: the learning rate, clipping, and the moving
//! average of the weights.

use std::f64::consts::PI;

use crate::config::{LearnerConfig, Schedule};

/// The learning rate of the step after `done` steps: a linear rise, then the configured schedule.
pub(crate) fn learning_rate(config: &LearnerConfig, done: u64) -> f32 {
    let (peak, last) = (config.learning_rate, config.final_learning_rate);
    if done < config.warmup_steps {
        return (f64::from(peak) * (done + 1) as f64 / config.warmup_steps as f64) as f32;
    }
    match config.schedule {
        Schedule::Constant => peak,
        Schedule::Cosine if done >= config.total_steps => last,
        Schedule::Cosine => {
            let span = (config.total_steps - config.warmup_steps) as f64;
            let wave = (1.0 + (PI * (done - config.warmup_steps) as f64 / span).cos()) / 2.0;
            (f64::from(last) + f64::from(peak - last) * wave) as f32
        }
    }
}

/// The Euclidean norm, summed in order and in double precision.
pub(crate) fn norm(values: &[f32]) -> f32 {
    values.iter().map(|&value| f64::from(value).powi(2)).sum::<f64>().sqrt() as f32
}

/// Scales `gradient` down to the norm `most` if its norm is larger; returns the original norm. One
/// norm over all tensors, so that their proportions are kept.
pub(crate) fn clip(gradient: &mut [f32], most: f32) -> f32 {
    let norm = norm(gradient);
    if norm > most {
        let scale = most / norm;
        gradient.iter_mut().for_each(|value| *value *= scale);
    }
    norm
}

/// Moves `average`, which plays better than the raw weights, towards `weights`.
///
/// `updates` is the number of updates before this one: early on the average forgets faster, so that
/// the random initial weights do not linger ((1 + n) / (10 + n), as in TensorFlow's
/// `ExponentialMovingAverage`).
pub(crate) fn move_average(average: &mut [f32], weights: &[f32], decay: f32, updates: u64) {
    let early = (1.0 + updates as f32) / (10.0 + updates as f32);
    let keep = decay.min(early);
    for (average, &weight) in average.iter_mut().zip(weights) {
        *average += (1.0 - keep) * (weight - *average);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosine_rises_then_falls_to_the_end() {
        let config = LearnerConfig {
            learning_rate: 1.0,
            final_learning_rate: 0.1,
            warmup_steps: 10,
            total_steps: 110,
            schedule: Schedule::Cosine,
            ..LearnerConfig::default()
        };
        assert!((learning_rate(&config, 0) - 0.1).abs() < 1e-6);
        assert_eq!(learning_rate(&config, 10), 1.0);
        assert!((learning_rate(&config, 60) - 0.55).abs() < 1e-6);
        assert_eq!(learning_rate(&config, 110), 0.1);
        assert_eq!(learning_rate(&config, 1_000_000), 0.1);
    }

    #[test]
    fn constant_stays_and_needs_no_warmup() {
        let config = LearnerConfig { warmup_steps: 0, ..LearnerConfig::default() };
        assert_eq!(learning_rate(&config, 0), config.learning_rate);
        assert_eq!(learning_rate(&config, 123_456), config.learning_rate);
    }

    #[test]
    fn long_gradients_are_scaled_and_short_ones_kept() {
        let mut long = [3.0, 4.0];
        assert_eq!(clip(&mut long, 1.0), 5.0);
        assert!((norm(&long) - 1.0).abs() < 1e-6);
        let mut short = [0.3, 0.4];
        clip(&mut short, 1.0);
        assert_eq!(short, [0.3, 0.4]);
    }

    #[test]
    fn the_average_forgets_fast_at_first_and_slowly_later() {
        for (updates, moved) in [(0, 0.9), (1_000_000, 0.001)] {
            let mut average = [0.0];
            move_average(&mut average, &[1.0], 0.999, updates);
            assert!((average[0] - moved).abs() < 1e-6, "{average:?}");
        }
    }
}

//! The learning rate of each step.

use std::f64::consts::PI;

use crate::config::{LearnerConfig, Schedule};

/// The learning rate of the step after `done` steps: a linear rise, then the configured schedule.
pub fn learning_rate(config: &LearnerConfig, done: u64) -> f32 {
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
}

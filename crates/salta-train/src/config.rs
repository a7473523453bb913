//! How much is learned from how many samples.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How much is learned from how many samples.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TrainConfig {
    /// Samples of a step.
    pub batch: u32,
    /// Steps after each generation of games.
    pub steps_per_generation: u32,
    /// Most samples in the replay window; the oldest games leave it first.
    pub window: u64,
}

impl Default for TrainConfig {
    fn default() -> TrainConfig {
        TrainConfig { batch: 256, steps_per_generation: 100, window: 200_000 }
    }
}

/// A setting that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{key}`: it must be from {least} to {most}")]
pub struct ConfigError {
    /// The field.
    pub key: &'static str,
    /// Its smallest value.
    pub least: u64,
    /// Its largest value.
    pub most: u64,
}

impl TrainConfig {
    /// Checks every field.
    ///
    /// # Errors
    /// Names the first field out of its range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let ranges = [
            ("batch", u64::from(self.batch), 2, 65_536),
            ("steps_per_generation", u64::from(self.steps_per_generation), 1, 1_000_000),
            ("window", self.window, 1, 100_000_000),
        ];
        match ranges.into_iter().find(|(_, value, least, most)| !(least..=most).contains(&value)) {
            Some((key, _, least, most)) => Err(ConfigError { key, least, most }),
            None => Ok(()),
        }
    }
}

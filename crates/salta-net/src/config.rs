//! The network's and the learner's settings: plain, strict data, checked before anything is built.

use salta_env::{Encoding, FEATURES};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::terms::LossWeights;

/// An invalid setting.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{key}` = {value}: {why}")]
pub struct ConfigError {
    /// The field.
    pub key: &'static str,
    /// Its value, as text.
    pub value: String,
    /// What it should be.
    pub why: &'static str,
}

/// Refuses `key` unless `good`.
fn ensure(
    good: bool,
    key: &'static str,
    value: impl ToString,
    why: &'static str,
) -> Result<(), ConfigError> {
    if good { Ok(()) } else { Err(ConfigError { key, value: value.to_string(), why }) }
}

/// Size and shape of a network.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NetConfig {
    /// Input features per square, as the encoder has them: 53, or 54 for smaller boards. Set from the
    /// variant.
    pub features: usize,
    /// Channels per square in the trunk.
    pub channels: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// Layers per block.
    pub layers_per_block: usize,
    /// Squares a layer reads: 9 (itself, 4 diagonal neighbours, 4 two diagonal steps away) or 5.
    pub taps: usize,
    /// Every n-th block also pools over the whole board; 0: none does.
    pub global_pooling: usize,
    /// Bins of the margin's distribution, an odd number so that one is centred on a draw.
    pub margin_bins: usize,
    /// Points that the outermost bins stand for, positive and negative.
    pub margin_max: f32,
    /// Width of the hidden layer below the value heads.
    pub value_hidden: usize,
    /// Whether it has auxiliary heads: which pieces end at home, the opponent's reply, the short-term
    /// value. Not written if false: checksums of earlier checkpoints must still hold.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub auxiliary: bool,
}

impl Default for NetConfig {
    fn default() -> Self {
        Self {
            features: FEATURES,
            channels: 32,
            blocks: 4,
            layers_per_block: 2,
            taps: 9,
            global_pooling: 2,
            margin_bins: 41,
            margin_max: 100.0,
            value_hidden: 64,
            auxiliary: false,
        }
    }
}

impl NetConfig {
    /// What the network reads of a position; `None` if it is not for Salta.
    pub fn encoding(&self) -> Option<Encoding> {
        Encoding::of_features(self.features)
    }

    /// Checks every field.
    ///
    /// # Errors
    /// Names the first invalid field.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let count = |key, value: usize, most: usize| {
            ensure((1..=most).contains(&value), key, value, "it must be at least 1 and not absurd")
        };
        count("features", self.features, 4096)?;
        count("channels", self.channels, 4096)?;
        count("layers_per_block", self.layers_per_block, 16)?;
        count("value_hidden", self.value_hidden, 65_536)?;
        ensure(self.blocks <= 256, "blocks", self.blocks, "at most 256")?;
        ensure([5, 9].contains(&self.taps), "taps", self.taps, "it must be 5 or 9")?;
        let odd = self.margin_bins % 2 == 1 && (3..=4095).contains(&self.margin_bins);
        ensure(odd, "margin_bins", self.margin_bins, "it must be odd, from 3 to 4095")?;
        let positive = self.margin_max.is_finite() && self.margin_max > 0.0;
        ensure(positive, "margin_max", self.margin_max, "it must be a positive number of points")
    }

    /// Whether the block with this index pools over the whole board.
    pub fn pools(&self, block: usize) -> bool {
        self.global_pooling > 0 && (block + 1).is_multiple_of(self.global_pooling)
    }

    /// The points at the centre of each margin bin, ascending.
    pub fn margin_centres(&self) -> Vec<f32> {
        let half = (self.margin_bins / 2) as f32;
        (0..self.margin_bins).map(|bin| (bin as f32 - half) / half * self.margin_max).collect()
    }
}

/// How the learning rate moves after the warm-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Schedule {
    /// Constant after the warm-up.
    Constant,
    /// Half a cosine wave down to `final_learning_rate` at `total_steps`, constant afterwards.
    Cosine,
}

/// How the gradient is computed: the same numbers up to rounding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GradientBy {
    /// Loops over plain arrays, written for this network.
    #[default]
    Arrays,
    /// burn's automatic differentiation: several times slower, and right for any network. For
    /// trials with another trunk, other heads or losses.
    Autodiff,
}

impl GradientBy {
    fn is_arrays(&self) -> bool {
        *self == GradientBy::Arrays
    }

    /// Whether this build can.
    ///
    /// # Errors
    /// If it takes burn, and the build has none.
    pub(crate) fn check(self) -> Result<(), ConfigError> {
        let built = cfg!(feature = "burn") || self.is_arrays();
        ensure(
            built,
            "gradient",
            "autodiff",
            "this build has no burn; build with `--features burn`",
        )
    }
}

/// How the learner updates a network: AdamW, clipped by the global norm, with a moving average.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LearnerConfig {
    /// The learning rate after the warm-up.
    pub learning_rate: f32,
    /// Steps over which the learning rate rises linearly from 0.
    pub warmup_steps: u64,
    /// The learning rate after the warm-up: constant, or a cosine down to `final_learning_rate`.
    pub schedule: Schedule,
    /// The learning rate at the end of the cosine.
    pub final_learning_rate: f32,
    /// Steps to the end of the cosine, warm-up included.
    pub total_steps: u64,
    /// Decoupled weight decay of the matrices; biases and the squares' embedding have none.
    pub weight_decay: f32,
    /// Adam's decay of the first moment.
    pub beta1: f32,
    /// Adam's decay of the second moment.
    pub beta2: f32,
    /// Adam's constant against division by zero.
    pub epsilon: f32,
    /// Gradients with a larger global norm are scaled down to it.
    pub clip_norm: f32,
    /// Decay of the weights' moving average.
    pub ema_decay: f32,
    /// Weight of each term of the loss.
    pub loss: LossWeights,
    /// Samples per gradient computation. Results depend on it, so it is fixed for a run.
    pub micro_batch: usize,
    /// How the gradient is computed: `arrays` (the default), or `autodiff` by burn, several times
    /// slower, for other architectures. Not written if `arrays`, like `auxiliary`.
    #[serde(skip_serializing_if = "GradientBy::is_arrays")]
    pub gradient: GradientBy,
}

impl Default for LearnerConfig {
    fn default() -> Self {
        Self {
            learning_rate: 1e-3,
            warmup_steps: 100,
            schedule: Schedule::Constant,
            final_learning_rate: 1e-4,
            total_steps: 10_000,
            weight_decay: 1e-4,
            beta1: 0.9,
            beta2: 0.999,
            epsilon: 1e-8,
            clip_norm: 1.0,
            ema_decay: 0.999,
            loss: LossWeights::default(),
            micro_batch: 64,
            gradient: GradientBy::Arrays,
        }
    }
}

impl LearnerConfig {
    /// Checks every field.
    ///
    /// # Errors
    /// Names the first invalid field.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let positive = |key, value: f32| {
            ensure(value.is_finite() && value > 0.0, key, value, "it must be a positive number")
        };
        let weight = |key, value: f32| {
            ensure(value.is_finite() && value >= 0.0, key, value, "it must be 0 or more")
        };
        let decay = |key, value: f32| {
            ensure((0.0..1.0).contains(&value), key, value, "it must be at least 0 and below 1")
        };
        positive("learning_rate", self.learning_rate)?;
        positive("epsilon", self.epsilon)?;
        positive("clip_norm", self.clip_norm)?;
        weight("final_learning_rate", self.final_learning_rate)?;
        weight("weight_decay", self.weight_decay)?;
        for (key, value) in self.loss.keyed() {
            weight(key, value)?;
        }
        decay("beta1", self.beta1)?;
        decay("beta2", self.beta2)?;
        decay("ema_decay", self.ema_decay)?;
        ensure(self.micro_batch >= 1, "micro_batch", self.micro_batch, "it must be at least 1")?;
        let room = self.schedule == Schedule::Constant || self.total_steps > self.warmup_steps;
        ensure(room, "total_steps", self.total_steps, "it must exceed `warmup_steps`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_valid() {
        NetConfig::default().validate().unwrap();
        LearnerConfig::default().validate().unwrap();
    }

    #[test]
    fn a_bad_field_is_named() {
        let even = NetConfig { margin_bins: 40, ..NetConfig::default() };
        assert_eq!(
            even.validate().unwrap_err().to_string(),
            "`margin_bins` = 40: it must be odd, from 3 to 4095"
        );
        let taps = NetConfig { taps: 7, ..NetConfig::default() };
        assert_eq!(taps.validate().unwrap_err().key, "taps");
        let nan = LearnerConfig { learning_rate: f32::NAN, ..LearnerConfig::default() };
        assert_eq!(nan.validate().unwrap_err().key, "learning_rate");
    }

    #[test]
    fn unknown_fields_are_refused() {
        assert!(serde_json::from_str::<NetConfig>(r#"{"chanels": 3}"#).is_err());
        assert!(serde_json::from_str::<LearnerConfig>(r#"{"loss": {"value": 1}}"#).is_err());
    }

    #[test]
    fn margin_centres_are_symmetric_about_zero() {
        let centres = NetConfig { margin_bins: 5, margin_max: 20.0, ..NetConfig::default() };
        assert_eq!(centres.margin_centres(), [-20.0, -10.0, 0.0, 10.0, 20.0]);
    }
}

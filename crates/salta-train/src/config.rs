//! Settings of training: learning steps and the replay window.

use salta_core::strict_toml::within;
use serde::{Deserialize, Serialize};

/// Settings of training: learning steps and the replay window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TrainConfig {
    /// Samples per step.
    pub batch: u32,
    /// Steps after each generation of games.
    pub steps_per_generation: u32,
    /// Replaces `steps_per_generation` if above 0: the average number of times that each sample is
    /// used, so that a generation with more samples has more steps.
    pub replay_ratio: f64,
    /// Initial size of the replay window, in samples; the oldest are dropped first.
    pub window: u64,
    /// Initial growth of the window, in samples per sample played beyond `window`; 0: it does not
    /// grow.
    pub window_growth: f64,
    /// Exponent of the growth's power law.
    pub window_exponent: f64,
    /// Maximum memory of the window, in bytes.
    pub window_bytes: u64,
    /// Policy surprise weighting, as in KataGo: this share of a game's weight is divided among its
    /// samples in proportion to the Kullback–Leibler divergence of the search's policy from the
    /// network's, the rest evenly. Samples are drawn in proportion to their weights; 0: uniformly.
    pub policy_surprise: f64,
    /// λ of TD(λ) for the targets of `wdl` and `margin`: (1 − λ) Σₖ λᵏ vₖ + λⁿ z, for the values
    /// v₀ to vₙ₋₁ of the n full searches from the sample's own on and the game's result z; 1 is the
    /// result alone.
    pub td_lambda: f64,
}

impl Default for TrainConfig {
    fn default() -> TrainConfig {
        TrainConfig {
            batch: 256,
            steps_per_generation: 100,
            replay_ratio: 0.0,
            window: 200_000,
            window_growth: 0.0,
            window_exponent: 0.75,
            window_bytes: 4 << 30,
            policy_surprise: 0.0,
            td_lambda: 1.0,
        }
    }
}

impl TrainConfig {
    /// Learning steps after a generation with this many new samples; at least one.
    pub fn steps_after(&self, samples: u64) -> u32 {
        let by_ratio = self.replay_ratio * samples as f64 / f64::from(self.batch);
        match self.replay_ratio {
            0.0 => self.steps_per_generation,
            _ => (by_ratio.round() as u32).max(1),
        }
    }

    /// Whether samples need the [`RootTargets`](salta_record::RootTargets) of games.
    pub fn needs_root_targets(&self) -> bool {
        self.policy_surprise > 0.0 || self.td_lambda < 1.0
    }

    /// The maximum number of samples in the replay window once this many were played.
    ///
    /// After s samples, the window holds at most w · (1 + g · ((s / w)^e − 1) / e) of the newest,
    /// once s exceeds w (`window`): a sublinear power law, flat at first (KataGo, Wu 2019, appendix
    /// C, with a growth g of 0.4 and an exponent e of 0.75). With g = 0 the size stays w.
    pub fn window_after(&self, played: u64) -> u64 {
        let ratio = played as f64 / self.window as f64;
        if ratio <= 1.0 || self.window_growth == 0.0 {
            return self.window;
        }
        let exponent = self.window_exponent;
        let grown = self.window_growth * (ratio.powf(exponent) - 1.0) / exponent;
        (self.window as f64 * (1.0 + grown)) as u64
    }

    /// Checks every field.
    ///
    /// # Errors
    /// Names the first field out of its range.
    pub fn validate(&self) -> Result<(), String> {
        for (key, value, least, most) in [
            ("batch", f64::from(self.batch), 2.0, 65_536.0),
            ("steps_per_generation", f64::from(self.steps_per_generation), 1.0, 1e6),
            ("replay_ratio", self.replay_ratio, 0.0, 1000.0),
            ("window", self.window as f64, 1.0, 1e8),
            ("window_growth", self.window_growth, 0.0, 1.0),
            ("window_exponent", self.window_exponent, 0.01, 1.0),
            ("window_bytes", self.window_bytes as f64, 1e6, 1e15),
            ("policy_surprise", self.policy_surprise, 0.0, 1.0),
            ("td_lambda", self.td_lambda, 0.0, 1.0),
        ] {
            within(key, value, least, most)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn growing(window: u64, window_growth: f64, window_exponent: f64) -> TrainConfig {
        TrainConfig { window, window_growth, window_exponent, ..TrainConfig::default() }
    }

    #[test]
    fn the_window_grows_as_katago_has_it() {
        let config = growing(250_000, 0.4, 0.75);
        assert_eq!(config.window_after(100_000), 250_000);
        assert_eq!(config.window_after(250_000), 250_000);
        // 16 times as many: 16^0.75 = 8, and 0.4 · 7 / 0.75 = 3.7333.
        assert_eq!(config.window_after(4_000_000), 1_183_333);
    }

    #[test]
    fn what_has_left_is_never_asked_for_again() {
        let config = growing(1000, 1.0, 0.9);
        for played in (0..50_000).step_by(37) {
            assert!(config.window_after(played + 37) <= config.window_after(played) + 37);
        }
    }
}

//! Playout cap randomisation: full searches for some decisions, fast ones for the others.

use rand::RngExt;
use salta_core::strict_toml::within;
use salta_env::Generator;
use salta_search::SearchConfig;
use serde::{Deserialize, Serialize};

/// The maximum number of simulations of a search whose decision is recorded, in 16 bits.
pub const MAX_RECORDED_SIMULATIONS: u32 = 60_000;

/// A random share of the decisions is searched in full and used for training. The others get few
/// simulations and no noise at the root, and are not used for training: they only advance the game,
/// so that the same number of simulations gives more results (Wu 2019, "Accelerating self-play
/// learning in Go", Section 3.1). Of the forced decisions, which need no search, the same share is
/// used.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayoutCap {
    /// Share of the decisions that are searched in full, above 0; 1 (the default): all of them,
    /// without a random draw. The paper uses 0.25.
    pub full_share: f32,
    /// Simulations of the other decisions.
    pub fast_simulations: u32,
}

impl Default for PlayoutCap {
    fn default() -> PlayoutCap {
        PlayoutCap { full_share: 1.0, fast_simulations: 8 }
    }
}

impl PlayoutCap {
    pub(crate) fn validate(&self) -> Result<(), String> {
        if !(self.full_share > 0.0 && self.full_share <= 1.0) {
            return Err("`playout_cap.full_share`: it must be above 0 and at most 1".into());
        }
        within("playout_cap.fast_simulations", self.fast_simulations, 1, MAX_RECORDED_SIMULATIONS)
    }

    /// Draws whether the next decision is searched in full.
    pub(crate) fn draw(&self, rng: &mut Generator) -> bool {
        self.full_share >= 1.0 || rng.random::<f32>() < self.full_share
    }

    /// The mean number of simulations of a decision if a full search has `full`.
    pub fn mean_simulations(&self, full: u32) -> f64 {
        let share = f64::from(self.full_share);
        share * f64::from(full) + (1.0 - share) * f64::from(self.fast_simulations)
    }

    /// Returns the search settings of a decision.
    pub(crate) fn search(&self, full: bool, search: SearchConfig) -> SearchConfig {
        let simulations = self.fast_simulations;
        if full { search } else { SearchConfig { simulations, ..search }.without_noise() }
    }
}

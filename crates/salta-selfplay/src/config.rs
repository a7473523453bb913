//! Settings of self-play: openings, searches, and exact counts of points.

use salta_core::NodeBudget;
use salta_core::strict_toml::within;
use salta_game::Utility;
use salta_search::SearchConfig;
use serde::{Deserialize, Deserializer, Serialize};

use crate::playout_cap::{MAX_RECORDED_SIMULATIONS, PlayoutCap};

/// Settings of self-play: openings, searches, and exact counts of points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SelfPlayConfig {
    /// Games per group, the unit of work.
    pub games_per_group: u32,
    /// Concurrent games of a group: the batch size.
    pub batch: u32,
    /// Maximum number of random plies before the first search; each game draws its own number.
    pub opening_plies: u32,
    /// Number of turns after the opening in which the move is sampled from the search's improved
    /// policy.
    pub sampled_plies: u32,
    /// Temperature of that sampling, at the end of the opening.
    pub temperature: f32,
    /// Number of turns after which the temperature halves; 0: it is constant.
    pub temperature_half_life: f32,
    /// Plies after which a game is truncated, though not before the end of its opening; 0: never
    /// (the variant then needs a move limit).
    pub max_plies: u32,
    /// Node budget, for each side, of the exact count at finished leaves of the search
    /// (`leaf_nodes` in earlier versions).
    #[serde(alias = "leaf_nodes")]
    pub leaf_exact_nodes: NodeBudget,
    /// Node budget, for each side, of the exact count of a game's result (`result_nodes` in
    /// earlier versions).
    #[serde(alias = "result_nodes")]
    pub exact_nodes: NodeBudget,
    /// Whether the search uses the exact margin for positions that are pure races, in which the
    /// sides can no longer meet; no effect where own pieces can be jumped over.
    pub exact_ends: bool,
    /// Playout cap: full searches for a share of the decisions, fast ones for the rest; by default
    /// all are full.
    pub playout_cap: PlayoutCap,
    /// Largest size of each cache of evaluations (one per group of games in play), in bytes; it
    /// holds those of about eight moves of every game. Games do not depend on it.
    pub cache_bytes: u64,
    /// The search.
    #[serde(deserialize_with = "search")]
    pub search: SearchConfig,
    /// How results become values.
    pub utility: Utility,
    /// Whether records keep the [`RootTargets`](salta_record::RootTargets) of full searches. Not a
    /// config key: a run sets it if its learner needs them.
    #[serde(skip)]
    pub root_targets: bool,
}

impl Default for SelfPlayConfig {
    fn default() -> SelfPlayConfig {
        SelfPlayConfig {
            games_per_group: 32,
            batch: 32,
            opening_plies: 8,
            sampled_plies: 20,
            temperature: 1.0,
            temperature_half_life: 0.0,
            max_plies: 0,
            leaf_exact_nodes: NodeBudget(200),
            exact_nodes: NodeBudget(200_000),
            exact_ends: false,
            playout_cap: PlayoutCap::default(),
            cache_bytes: 16 << 20,
            search: SearchConfig { simulations: 16, ..SearchConfig::default() },
            utility: Utility::default(),
            root_targets: false,
        }
    }
}

fn search<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SearchConfig, D::Error> {
    SearchConfig::deserialize_over(deserializer, SelfPlayConfig::default().search)
}

impl SelfPlayConfig {
    /// Checks every field.
    ///
    /// # Errors
    /// Names the first invalid field.
    pub fn validate(&self) -> Result<(), String> {
        for (key, value, least, most) in [
            ("games_per_group", f64::from(self.games_per_group), 1.0, 4096.0),
            ("batch", f64::from(self.batch), 1.0, 4096.0),
            ("opening_plies", f64::from(self.opening_plies), 0.0, 1e5),
            ("sampled_plies", f64::from(self.sampled_plies), 0.0, 1e5),
            ("temperature", f64::from(self.temperature), 0.0, 1e3),
            ("temperature_half_life", f64::from(self.temperature_half_life), 0.0, 1e6),
            ("max_plies", f64::from(self.max_plies), 0.0, 1e5),
            ("leaf_exact_nodes", self.leaf_exact_nodes.0 as f64, 0.0, 1e12),
            ("exact_nodes", self.exact_nodes.0 as f64, 0.0, 1e12),
            ("cache_bytes", self.cache_bytes as f64, 0.0, (1_u64 << 40) as f64),
            (
                "search.simulations",
                f64::from(self.search.simulations),
                1.0,
                MAX_RECORDED_SIMULATIONS.into(),
            ),
        ] {
            within(key, value, least, most)?;
        }
        self.playout_cap.validate()?;
        if !self.utility.is_valid() {
            return Err(format!("`utility`: {}", Utility::RANGES));
        }
        self.search.validate().map_err(|error| format!("`search`: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_with_few_keys_has_the_simulations_of_self_play() {
        let config: SelfPlayConfig =
            serde_json::from_str(r#"{"search": {"skip_forced": 8}}"#).unwrap();
        assert_eq!((config.search.simulations, config.search.skip_forced), (16, 8));
    }
}

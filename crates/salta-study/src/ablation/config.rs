//! An ablation as a user writes it.

use std::collections::HashSet;

use salta_arena::MatchConfig;
use salta_core::strict_toml::within;
use salta_players::{Limit, MAX_SIMULATIONS, PlayerSpec};
use serde::{Deserialize, Serialize};
use toml::Table;

/// Names of directories that no arm may have.
const RESERVED: [&str; 4] = [BASE, CONTROL, "matches", "lock"];
pub(super) const BASE: &str = "base";
/// The unchanged config with other seeds: the effect of chance alone.
pub(super) const CONTROL: &str = "control";

/// Added to the base's seeds to get those of the control.
const OTHER_SEEDS: u64 = 1000;

/// Arms of a training config and how they are compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AblationConfig {
    /// What the ablation asks: the heading of its report.
    pub title: String,
    /// The training config that the arms change, such as `configs/train/quickstart.toml`: a path
    /// from the working directory.
    pub base: String,
    /// Seeds of the base's runs and of each arm's. The control has these plus 1,000, none of which
    /// may be here too.
    pub seeds: Vec<u64>,
    /// When runs end: `generations`, as their configs say; `compute`, after about as many
    /// multiplications as the base's runs took on average (docs/ablations.md). Default
    /// `generations`.
    #[serde(default)]
    pub budget: Budget,
    /// Keys changed in all runs, the base's too. Default: none.
    #[serde(default)]
    pub set: Table,
    /// How networks search in the matches: what may follow `checkpoint:PATH:` in a player's name.
    /// Other settings are those that the network was trained with. Default `sims=64`.
    #[serde(default = "default_search")]
    pub search: String,
    /// Fixed players that every run meets. Default: none.
    #[serde(default)]
    pub panel: Vec<PlayerSpec>,
    /// Whether finished runs keep their games, learners and earlier networks. Default `false`.
    #[serde(default)]
    pub keep_games: bool,
    /// How each match is played; its openings are its own.
    #[serde(default, rename = "match")]
    pub play: MatchConfig,
    /// The arms.
    #[serde(rename = "arm")]
    pub arms: Vec<ArmConfig>,
}

/// When runs end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Budget {
    /// After as many generations as their configs say.
    #[default]
    Generations,
    /// After as much compute as the base's runs took on average, counted and not timed:
    /// multiplications of the network in self-play (each simulation a forward pass) and in learning
    /// (each sample of a step three). An arm's generations and `learner.total_steps` follow from
    /// what its config costs per generation; it ends sooner once it has counted enough. The seeds
    /// cannot be changed once the ablation has begun.
    Compute,
}

/// A change to the base.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmConfig {
    /// Its name, and that of its directory: lower-case letters, digits and `-`.
    pub name: String,
    /// What the change is, in a few words for tables. Default: its keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// Where the idea comes from. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Keys of the training config with their values: `{ network.channels = 48 }`.
    pub set: Table,
}

fn default_search() -> String {
    "sims=64".into()
}

/// Checks that there are seeds and none occurs twice.
pub(crate) fn check_seeds(seeds: &[u64]) -> Result<(), String> {
    let distinct: HashSet<&u64> = seeds.iter().collect();
    if seeds.is_empty() || distinct.len() < seeds.len() {
        return Err("`seeds` must be one seed or more, each once".into());
    }
    // TOML has no larger numbers, and the control's seeds are larger by this.
    let most = i64::MAX as u64 - OTHER_SEEDS;
    seeds.iter().try_for_each(|seed| within("seeds", *seed, 0, most))?;
    Ok(())
}

/// Checks the settings of matches, each of which has its own openings.
pub(crate) fn check_play(play: &MatchConfig) -> Result<(), String> {
    if play.sprt.is_some() || play.opening_book.is_some() {
        return Err("`match`: `sprt` and `opening_book` do not go with fresh openings and \
                    intervals over seeds"
            .into());
    }
    match play.limit {
        Some(Limit::TimeMs(_)) => {
            return Err("`match`: under a time limit, results depend on what else runs".into());
        }
        Some(Limit::Nodes(nodes)) if nodes > MAX_SIMULATIONS.into() => {
            return Err(format!(
                "`match`: `limit` is {nodes}; a network makes at most {MAX_SIMULATIONS} simulations"
            ));
        }
        _ => {}
    }
    play.validate().map_err(|what| format!("`match`: {what}"))
}

/// Whether a name is lower-case letters, digits and `-`.
pub(crate) fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !name.is_empty() && name.chars().all(plain)
}

impl AblationConfig {
    /// The seeds of the control.
    pub(super) fn control_seeds(&self) -> Vec<u64> {
        self.seeds.iter().map(|seed| seed + OTHER_SEEDS).collect()
    }

    /// Checks names and numbers.
    ///
    /// # Errors
    /// The first problem.
    pub fn validate(&self) -> Result<(), String> {
        check_seeds(&self.seeds)?;
        if let Some(seed) = self.control_seeds().iter().find(|seed| self.seeds.contains(seed)) {
            return Err(format!(
                "`seeds`: {seed} is also a seed of the control, which has the others plus \
                 {OTHER_SEEDS}; choose another"
            ));
        }
        if self.arms.is_empty() {
            return Err("`arm`: an ablation needs at least one".into());
        }
        let mut seen = HashSet::new();
        for (i, ArmConfig { name, set, .. }) in self.arms.iter().enumerate() {
            if self.budget == Budget::Compute && set.contains_key("generations") {
                return Err(format!(
                    "`arm[{i}].set`: must not set `generations`: `budget = \"compute\"` does"
                ));
            }
            if !is_plain(name) || RESERVED.contains(&name.as_str()) {
                return Err(format!(
                    "`arm[{i}].name`: must be lower-case letters, digits and `-`, and none of {}, \
                     got `{name}`",
                    RESERVED.join(", ")
                ));
            }
            if !seen.insert(name) {
                return Err(format!("`arm[{i}].name`: `{name}` is listed twice"));
            }
        }
        check_play(&self.play)
    }
}

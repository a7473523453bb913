//! A scaling study as a user writes it.

use std::collections::HashSet;

use salta_arena::MatchConfig;
use salta_core::strict_toml::within;
use salta_players::{MAX_SIMULATIONS, PlayerSpec};
use serde::{Deserialize, Serialize};
use toml::Table;

use crate::ablation::{check_play, check_seeds, is_plain};

/// Names that no size may have: files beside the directories of the sizes, and a row of the tables.
const RESERVED: [&str; 3] = ["plots", "frontier", "lock"];

/// Sizes of a training config, and how their networks are measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScalingConfig {
    /// The heading of the report.
    pub title: String,
    /// The training config that the sizes change: a path from the working directory. Without a
    /// `panel`, its variant must be small enough to be solved.
    pub base: String,
    /// Seeds of the runs of each size.
    pub seeds: Vec<u64>,
    /// Keys changed in all runs. Default: none.
    #[serde(default)]
    pub set: Table,
    /// Without a `panel`: table of the variant, as `salta solve --out` writes it. Default: solved
    /// first, into the directory of the results.
    #[serde(default)]
    pub table: String,
    /// Generations whose networks are measured, in rising order; runs end with the last.
    pub generations: Vec<u32>,
    /// Simulations per decision that they are measured with, in rising order; 1 plays the policy's
    /// first choice where the method is Gumbel.
    pub simulations: Vec<u32>,
    /// Fixed players against whom networks are measured. Default: none, which measures regret on
    /// the solved board.
    #[serde(default)]
    pub panel: Vec<PlayerSpec>,
    /// With a `panel`: how each match with one of its players is played; the openings are the
    /// match's own.
    #[serde(default, rename = "match")]
    pub play: MatchConfig,
    /// Without a `panel`: games of each network against itself. Default 20.
    #[serde(default = "default_games")]
    pub games: u64,
    /// Without a `panel`: random placements. Default 500.
    #[serde(default = "default_placements")]
    pub placements: u64,
    /// The sizes.
    #[serde(rename = "size")]
    pub sizes: Vec<SizeConfig>,
}

/// A size of the network, or another change to the base.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeConfig {
    /// Its name, and that of its directory: lower-case letters, digits and `-`.
    pub name: String,
    /// Keys of the training config with their values: `{ network.channels = 48 }`.
    pub set: Table,
}

fn default_games() -> u64 {
    20
}

fn default_placements() -> u64 {
    500
}

impl ScalingConfig {
    /// Checks names and numbers.
    ///
    /// # Errors
    /// The first problem.
    pub fn validate(&self) -> Result<(), String> {
        check_seeds(&self.seeds)?;
        for (key, numbers) in
            [("generations", &self.generations), ("simulations", &self.simulations)]
        {
            let rising = numbers.windows(2).all(|pair| pair[0] < pair[1]);
            if numbers.is_empty() || numbers[0] == 0 || !rising {
                return Err(format!("`{key}` must be one number or more, from 1, in rising order"));
            }
        }
        within("games", self.games, 1, 10_000)?;
        within("placements", self.placements, 1, 100_000)?;
        if self.simulations.iter().any(|simulations| *simulations > MAX_SIMULATIONS) {
            return Err(format!("`simulations` must be at most {MAX_SIMULATIONS} each"));
        }
        check_play(&self.play)?;
        if self.play.limit.is_some() {
            return Err("`match`: `limit` would replace the `simulations` of the networks".into());
        }
        let mut seen = HashSet::new();
        let sets = self.sizes.iter().map(|size| &size.set).chain([&self.set]);
        if sets.into_iter().any(|set| set.contains_key("generations")) {
            return Err(
                "`set` must not have `generations`: runs end with the last one of the study".into(),
            );
        }
        for SizeConfig { name, .. } in &self.sizes {
            if !is_plain(name) || RESERVED.contains(&name.as_str()) || !seen.insert(name) {
                return Err(format!(
                    "size `{name}`: each name once, of lower-case letters, digits and `-`, and none \
                     of {}",
                    RESERVED.join(", ")
                ));
            }
        }
        if seen.is_empty() { Err("it needs at least one [[size]]".into()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use salta_players::Limit;

    use super::*;

    #[test]
    fn the_first_thing_that_is_wrong_is_said() {
        let text = include_str!("../../../../configs/scaling/6x6.toml");
        let good: ScalingConfig = toml::from_str(text).unwrap();
        assert_eq!(good.validate(), Ok(()));
        let said = |change: fn(&mut ScalingConfig)| {
            let mut config = good.clone();
            change(&mut config);
            config.validate().err().unwrap_or_default()
        };
        assert!(said(|config| config.seeds = vec![2, 2]).starts_with("`seeds`"));
        assert!(said(|config| config.seeds.clear()).starts_with("`seeds`"));
        assert!(said(|config| config.generations = vec![2, 2]).starts_with("`generations`"));
        assert!(said(|config| config.simulations = vec![0, 1]).starts_with("`simulations`"));
        assert!(said(|config| config.simulations.clear()).starts_with("`simulations`"));
        assert!(said(|config| config.simulations = vec![1_000_001]).starts_with("`simulations`"));
        assert!(said(|config| config.play.limit = Some(Limit::Nodes(9))).starts_with("`match`: "));
        assert!(said(|config| config.games = 10_001).starts_with("`games`"));
        assert!(said(|config| config.placements = 0).starts_with("`placements`"));
        assert!(said(|config| config.sizes[0].name = "8x1".into()).starts_with("size `8x1`"));
        assert!(said(|config| config.sizes[0].name = "8_1".into()).starts_with("size `8_1`"));
        assert!(said(|config| config.sizes[0].name = "plots".into()).starts_with("size `plots`"));
        assert!(said(|config| config.sizes.clear()).starts_with("it needs"));
        fn generations() -> Table {
            Table::from_iter([("generations".to_owned(), 3.into())])
        }
        assert!(said(|config| config.set = generations()).starts_with("`set`"));
        assert!(said(|config| config.sizes[1].set = generations()).starts_with("`set`"));
        assert_eq!(said(|config| (config.games, config.placements) = (10_000, 100_000)), "");
    }
}

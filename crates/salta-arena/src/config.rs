//! How a match is played.

use std::ops::Range;

use salta_core::strict_toml::within;
use salta_core::{NodeBudget, Rules};
use salta_players::Limit;
use salta_stats::Sprt;
use serde::{Deserialize, Serialize};

use crate::adjudication::Adjudication;

pub(crate) const MAX_PAIRS: u32 = 1_000_000;
/// The maximum number of random plies before the players take over.
pub const MAX_OPENING_PLIES: u32 = 100;
/// The maximum number of nodes or milliseconds per turn.
const MAX_LIMIT: u64 = 1_000_000_000;

/// How a match is played. The defaults are the conditions of a strength claim (ARCHITECTURE.md,
/// "Opponents").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MatchConfig {
    /// Pairs of games: both games of a pair start from one opening, and each player has White once.
    /// Default 200.
    pub pairs: u32,
    /// Uniformly random plies before the players take over. Default 6. Ignored when `opening_book`
    /// is set.
    pub opening_plies: u32,
    /// Random openings are drawn again until `alphabeta@1:depth=2` sees neither side ahead by more
    /// points than this. Ignored when `opening_book` is set. Default: no such check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening_balance: Option<u32>,
    /// A file of openings to use, in order, instead of random ones: on each line a position, or the
    /// moves from the start. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening_book: Option<String>,
    /// Seed of the openings and of the games' random generators. Default 1.
    pub seed: u64,
    /// Plies after which a game is truncated if the variant has no move limit.
    /// Default 400.
    pub max_plies: u32,
    /// Pairs played in parallel by one instance of each player: the unit of work and the players'
    /// batch. Results depend on it, but never on the number of threads. Default 16.
    pub pairs_per_group: u32,
    /// Initial node budget, per side, of the exact count of a game's points. Default
    /// 100,000. (`points_budget` in earlier versions.)
    #[serde(alias = "points_budget")]
    pub exact_nodes: NodeBudget,
    /// Limit of that budget, which is raised tenfold while the winner is undecided. Default
    /// 1,000,000. (`max_points_budget` in earlier versions.)
    #[serde(alias = "max_points_budget")]
    pub max_exact_nodes: NodeBudget,
    /// Limit of each player's search per turn. Default: each player's own setting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// A sequential test that ends the match as soon as it is decided. Default: all pairs are
    /// played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// When games are adjudicated before they end. Default: never.
    pub adjudication: Adjudication,
}

impl Default for MatchConfig {
    fn default() -> MatchConfig {
        MatchConfig {
            pairs: 200,
            opening_plies: 6,
            opening_balance: None,
            opening_book: None,
            seed: 1,
            max_plies: 400,
            pairs_per_group: 16,
            exact_nodes: NodeBudget(100_000),
            max_exact_nodes: NodeBudget(1_000_000),
            limit: None,
            sprt: None,
            adjudication: Adjudication::default(),
        }
    }
}

impl MatchConfig {
    /// Checks the ranges.
    ///
    /// # Errors
    /// The first number out of range, or what does not go together, in a sentence.
    pub fn validate(&self) -> Result<(), String> {
        within("pairs", self.pairs, 1, MAX_PAIRS)?;
        within("opening_plies", self.opening_plies, 0, MAX_OPENING_PLIES)?;
        let drawn = if self.opening_book.is_none() { self.opening_plies } else { 0 };
        within("max_plies", self.max_plies, drawn + 1, 1_000_000)?;
        within("pairs_per_group", self.pairs_per_group, 1, MAX_PAIRS)?;
        within("exact_nodes", self.exact_nodes.0, 1, u64::MAX)?;
        within("max_exact_nodes", self.max_exact_nodes.0, self.exact_nodes.0, u64::MAX)?;
        if let Some(limit) = self.limit {
            let (field, amount) = match limit {
                Limit::Nodes(nodes) => ("limit.nodes", nodes),
                Limit::TimeMs(milliseconds) => ("limit.time_ms", milliseconds),
            };
            within(field, amount, 1, MAX_LIMIT)?;
        }
        if let Some(lead) = self.adjudication.lead {
            within("adjudication.lead.points", lead.points, 1, 1000)?;
            within("adjudication.lead.plies", lead.plies, 1, 1_000_000)?;
        }
        self.sprt.map_or(Ok(()), |sprt| sprt.validate().map_err(|error| format!("`sprt`: {error}")))
    }

    /// The most plies of a game under these rules.
    pub fn most_plies(&self, rules: &Rules) -> u32 {
        match 2 * rules.move_limit {
            0 => self.max_plies,
            limit => limit,
        }
    }

    /// Number of groups of pairs.
    pub fn groups(&self) -> u32 {
        self.pairs.div_ceil(self.pairs_per_group)
    }

    pub(crate) fn pairs_of_group(&self, number: u32) -> Range<u32> {
        let first = number * self.pairs_per_group;
        first..self.pairs.min(first + self.pairs_per_group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjudication::Lead;

    #[test]
    fn ranges_are_checked() {
        let good = MatchConfig::default;
        assert_eq!(good().validate(), Ok(()));
        assert_eq!((good().groups(), MatchConfig { pairs: 17, ..good() }.groups()), (13, 2));
        let lead = |points, plies| Adjudication {
            lead: Some(Lead { points, plies }),
            ..Adjudication::default()
        };
        let sprt = Sprt { elo0: 5.0, elo1: 5.0, ..Sprt::default() };
        let book = || MatchConfig { opening_book: Some("book.txt".into()), ..good() };
        assert_eq!(MatchConfig { max_plies: 5, ..book() }.validate(), Ok(()));
        for (bad, field) in [
            (MatchConfig { pairs: 0, ..good() }, "pairs"),
            (MatchConfig { opening_plies: 101, ..good() }, "opening_plies"),
            (MatchConfig { max_plies: 5, ..good() }, "max_plies"),
            (MatchConfig { max_plies: 0, ..book() }, "max_plies"),
            (MatchConfig { pairs_per_group: 0, ..good() }, "pairs_per_group"),
            (MatchConfig { exact_nodes: NodeBudget(0), ..good() }, "exact_nodes"),
            (MatchConfig { max_exact_nodes: NodeBudget(1), ..good() }, "max_exact_nodes"),
            (MatchConfig { limit: Some(Limit::Nodes(0)), ..good() }, "limit.nodes"),
            (MatchConfig { limit: Some(Limit::TimeMs(0)), ..good() }, "limit.time_ms"),
            (MatchConfig { adjudication: lead(0, 1), ..good() }, "adjudication.lead.points"),
            (MatchConfig { adjudication: lead(1, 0), ..good() }, "adjudication.lead.plies"),
            (MatchConfig { sprt: Some(sprt), ..good() }, "sprt"),
        ] {
            let error = bad.validate().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{field}`")), "{error}");
        }
    }

    #[test]
    fn unknown_keys_are_refused() {
        let config: MatchConfig = serde_json::from_str(
            r#"{"pairs": 3, "limit": {"nodes": 5}, "adjudication": {"out_of_reach": true}}"#,
        )
        .unwrap();
        let adjudication = Adjudication { lead: None, out_of_reach: true };
        let limit = Some(Limit::Nodes(5));
        let expected = MatchConfig { pairs: 3, limit, adjudication, ..MatchConfig::default() };
        assert_eq!(config, expected);
        for bad in [r#"{"pair": 3}"#, r#"{"limit": {"hours": 1}}"#, r#"{"sprt": {"elo": 1}}"#] {
            assert!(serde_json::from_str::<MatchConfig>(bad).is_err(), "{bad}");
        }
    }
}

//! Matches and groups of games, as they are stored.

use std::collections::HashSet;

use salta_players::Faults;
use salta_stats::{SprtState, Statistics};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::clock::TimeUsed;
use crate::config::MatchConfig;
use crate::game::{GameResult, are_pairs, pairs_of};

/// A completed group of pairs of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GroupRecord {
    pub a: String,
    pub b: String,
    /// The games, pair by pair; in each pair, the game in which A has White comes first.
    #[serde(deserialize_with = "in_pairs")]
    pub games: Vec<GameResult>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<[TimeUsed; 2]>,
}

/// A completed match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchResult {
    /// The variant's name.
    pub variant: String,
    /// Name of player A.
    pub a: String,
    /// Name of player B.
    pub b: String,
    /// How the match was played.
    pub config: MatchConfig,
    /// All games, pair by pair; in each pair, the game in which A has White comes first. Fewer
    /// pairs than configured if the sequential test was decided.
    #[serde(deserialize_with = "in_pairs")]
    pub games: Vec<GameResult>,
    /// Time that A and B used, if time was limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<[TimeUsed; 2]>,
}

/// Deserialises games that come in pairs, as all evaluations expect.
fn in_pairs<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<GameResult>, D::Error> {
    let games = Vec::deserialize(from)?;
    if are_pairs(&games) {
        Ok(games)
    } else {
        Err(D::Error::custom("its games are not pairs with colours swapped"))
    }
}

impl MatchResult {
    /// The result for A.
    pub fn statistics(&self) -> Statistics {
        Statistics::of_pairs(&pairs_of(&self.games))
    }

    /// State of the match's sequential test, if it has one.
    pub fn sprt(&self) -> Option<SprtState> {
        self.config.sprt.map(|test| test.state(&self.statistics().pentanomial))
    }

    /// Number of distinct games; deterministic players may repeat games.
    pub fn distinct_games(&self) -> u32 {
        let played = self.games.iter().map(|game| (&game.start, &game.opening, &game.moves));
        played.collect::<HashSet<_>>().len() as u32
    }

    /// Counts the faults of A and of B.
    pub fn faults(&self) -> [Faults; 2] {
        let mut faults = [Faults::default(); 2];
        for game in &self.games {
            if let (Some(lost), Some(by_a)) = (&game.forfeit, game.forfeited_by_a()) {
                faults[usize::from(!by_a)].count(lost.fault);
            }
        }
        faults
    }
}

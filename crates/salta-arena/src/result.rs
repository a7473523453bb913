//! Matches and groups of games as they are kept.

use std::collections::HashSet;

use salta_core::Move;
use salta_players::Faults;
use salta_stats::{Sprt, SprtState, Statistics};
use serde::{Deserialize, Serialize};

use crate::clock::TimeUsed;
use crate::config::MatchConfig;
use crate::game::{GameResult, pairs_of};

/// A group of pairs that was played to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupRecord {
    /// Name of player A.
    pub a: String,
    /// Name of player B.
    pub b: String,
    /// The games: pair by pair, that with White for A first.
    pub games: Vec<GameResult>,
    /// What A and B used, if time was what limited them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<[TimeUsed; 2]>,
}

/// A match that was played to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchResult {
    /// The variant's name.
    pub variant: String,
    /// Name of player A.
    pub a: String,
    /// Name of player B.
    pub b: String,
    /// How it was played.
    pub config: MatchConfig,
    /// All games: pair by pair, that with White for A first. Fewer pairs than the configuration
    /// asks for if its test was decided.
    pub games: Vec<GameResult>,
    /// What A and B used, if time was what limited them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<[TimeUsed; 2]>,
}

impl MatchResult {
    /// The result for A.
    pub fn statistics(&self) -> Statistics {
        Statistics::of_pairs(&pairs_of(&self.games))
    }

    /// Where the match's test stands, if it has one.
    pub fn sprt(&self) -> Option<SprtState> {
        let state = |test: Sprt| test.state(&self.statistics().pentanomial);
        self.config.sprt.map(state)
    }

    /// Games that differ from all others of the match: deterministic players repeat themselves.
    pub fn distinct_games(&self) -> u32 {
        let games: HashSet<(Option<&str>, &[Move], &[Move])> = self
            .games
            .iter()
            .map(|game| (game.start.as_deref(), &*game.opening, &*game.moves))
            .collect();
        games.len() as u32
    }

    /// In how many games A and B failed.
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

//! Who plays whom in a tournament.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::config::{MatchConfig, MatchConfigError};
use crate::spec::PlayerSpec;

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairings {
    /// Everyone against everyone else, once.
    #[default]
    RoundRobin,
    /// The first against everyone else.
    Gauntlet,
}

impl Pairings {
    /// The matches among `players` players, by their numbers, the lower number as A.
    ///
    /// ```
    /// use salta_arena::Pairings;
    ///
    /// assert_eq!(Pairings::RoundRobin.matches(3), [(0, 1), (0, 2), (1, 2)]);
    /// assert_eq!(Pairings::Gauntlet.matches(3), [(0, 1), (0, 2)]);
    /// ```
    pub fn matches(self, players: usize) -> Vec<(usize, usize)> {
        let firsts = match self {
            Pairings::RoundRobin => players,
            Pairings::Gauntlet => players.min(1),
        };
        (0..firsts).flat_map(|a| (a + 1..players).map(move |b| (a, b))).collect()
    }
}

/// A tournament as a user writes it. All matches share the seed and so the openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentConfig {
    /// Name of the variant.
    pub variant: String,
    /// Who plays, no one twice.
    pub players: Vec<PlayerSpec>,
    /// Who plays whom.
    #[serde(default)]
    pub pairings: Pairings,
    /// How each match is played.
    #[serde(default, rename = "match")]
    pub play: MatchConfig,
}

/// Why a tournament cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TournamentError {
    /// Nobody to play against.
    #[error("a tournament needs at least two players, got {0}")]
    TooFew(usize),
    /// Two players whom the table could not tell apart.
    #[error("player `{0}` is listed twice")]
    Twice(PlayerSpec),
    /// A number of the matches is out of range.
    #[error("`match`: {0}")]
    Match(#[from] MatchConfigError),
}

impl TournamentConfig {
    /// Checks players and numbers.
    ///
    /// # Errors
    /// What is wrong first.
    pub fn validate(&self) -> Result<(), TournamentError> {
        if self.players.len() < 2 {
            return Err(TournamentError::TooFew(self.players.len()));
        }
        let twice = |(i, player): &(usize, &PlayerSpec)| self.players[..*i].contains(player);
        if let Some((_, player)) = self.players.iter().enumerate().find(twice) {
            return Err(TournamentError::Twice(player.clone()));
        }
        Ok(self.play.validate()?)
    }

    /// The matches, A against B.
    pub fn matches(&self) -> Vec<(&PlayerSpec, &PlayerSpec)> {
        let numbers = self.pairings.matches(self.players.len()).into_iter();
        numbers.map(|(a, b)| (&self.players[a], &self.players[b])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(json: &str) -> TournamentConfig {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn everyone_meets_everyone_once() {
        for players in 0..8 {
            let matches = Pairings::RoundRobin.matches(players);
            assert_eq!(matches.len(), players * players.saturating_sub(1) / 2);
            assert!(matches.iter().all(|(a, b)| a < b));
            assert_eq!(Pairings::Gauntlet.matches(players).len(), players.saturating_sub(1));
        }
    }

    #[test]
    fn a_tournament_lists_its_matches() {
        let tournament = config(
            r#"{"variant": "walker", "players": ["greedy", "random", "alphabeta:depth=2"],
                "pairings": "gauntlet", "match": {"pairs": 3}}"#,
        );
        assert_eq!(tournament.validate(), Ok(()));
        let names: Vec<String> = tournament.matches().iter().map(|(_, b)| b.to_string()).collect();
        assert_eq!(names, ["random@1", "alphabeta@1:depth=2"]);
        assert_eq!(tournament.play.pairs, 3);
    }

    #[test]
    fn what_cannot_be_played_is_said() {
        for (players, part) in [
            (r#"["greedy"]"#, "two players"),
            (r#"["greedy", "random", "greedy@1"]"#, "`greedy@1` is listed twice"),
        ] {
            let tournament = config(&format!(r#"{{"variant": "walker", "players": {players}}}"#));
            let error = tournament.validate().unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}

//! How a game ended for a player: half a point where it was truncated, nothing where it stays open who
//! won.

use serde::{Deserialize, Serialize};

/// A game as player A sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// A won.
    Win,
    /// By the rules, both need as many moves.
    Draw,
    /// B won.
    Loss,
    /// Cut off at the cap on plies: half a point, and no result of the rules.
    Truncated,
    /// The points stay unproven and their bounds leave open who won: no score.
    Undecided,
}

impl Outcome {
    /// The same game as player B sees it.
    pub const fn swapped(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            same => same,
        }
    }

    /// A's score in halves of a point, or `None` if there is none.
    pub const fn halves(self) -> Option<u32> {
        match self {
            Outcome::Win => Some(2),
            Outcome::Draw | Outcome::Truncated => Some(1),
            Outcome::Loss => Some(0),
            Outcome::Undecided => None,
        }
    }
}

//! How a game ended for a player: a truncated game scores half a point, and one whose winner is
//! unknown has no score.

use serde::{Deserialize, Serialize};

/// A game from player A's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// A won.
    Win,
    /// A draw by the rules: both players need the same number of moves.
    Draw,
    /// B won.
    Loss,
    /// Truncated at the cap on plies: half a point, and not a result by the rules.
    Truncated,
    /// The points are unproven, and their bounds do not decide who won: no score.
    Undecided,
}

impl Outcome {
    const LETTERS: [(Outcome, char); 5] = [
        (Outcome::Win, 'w'),
        (Outcome::Draw, 'd'),
        (Outcome::Loss, 'l'),
        (Outcome::Truncated, 't'),
        (Outcome::Undecided, 'u'),
    ];

    /// Its initial, as in tables of outcomes.
    pub fn letter(self) -> char {
        Outcome::LETTERS[self as usize].1
    }

    /// The outcome with this initial.
    pub fn of_letter(letter: char) -> Option<Outcome> {
        Outcome::LETTERS.into_iter().find_map(|(outcome, own)| (own == letter).then_some(outcome))
    }

    /// The same game from player B's side.
    pub const fn swapped(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            same => same,
        }
    }

    /// A's score in half points; `None` if the game is undecided.
    pub const fn halves(self) -> Option<u32> {
        match self {
            Outcome::Win => Some(2),
            Outcome::Draw | Outcome::Truncated => Some(1),
            Outcome::Loss => Some(0),
            Outcome::Undecided => None,
        }
    }
}

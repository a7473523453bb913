//! How a game, and a pair of games from one opening with colours swapped, ended for a player: a
//! truncated game scores half a point, and one whose winner is unknown has no score.

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
    const ALL: [Outcome; 5] =
        [Outcome::Win, Outcome::Draw, Outcome::Loss, Outcome::Truncated, Outcome::Undecided];

    /// Its initial, as in tables of outcomes.
    pub const fn letter(self) -> char {
        match self {
            Outcome::Win => 'w',
            Outcome::Draw => 'd',
            Outcome::Loss => 'l',
            Outcome::Truncated => 't',
            Outcome::Undecided => 'u',
        }
    }

    /// The outcome with this initial.
    pub fn of_letter(letter: char) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| outcome.letter() == letter)
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

/// The two games of a pair from player A's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// How they ended.
    pub outcomes: [Outcome; 2],
    /// Lower and upper bound of A's points; equal where proven.
    pub points: [(i32, i32); 2],
}

impl Pair {
    /// A's score over both games in half points, 0–4; `None` if one of them is undecided.
    pub fn halves(&self) -> Option<u32> {
        Some(self.outcomes[0].halves()? + self.outcomes[1].halves()?)
    }

    /// The same pair from player B's side.
    pub fn swapped(self) -> Pair {
        let points = self.points.map(|(lo, hi)| (-hi, -lo));
        Pair { outcomes: self.outcomes.map(Outcome::swapped), points }
    }

    /// Centre and half the width of the bounds on the mean points of its two games.
    pub(crate) fn mean_points(&self) -> (f64, f64) {
        let [(a, b), (c, d)] = self.points.map(|(lo, hi)| (f64::from(lo), f64::from(hi)));
        let (lo, hi) = ((a + c) / 2.0, (b + d) / 2.0);
        ((lo + hi) / 2.0, (hi - lo) / 2.0)
    }
}

/// The outcomes of pairs, a letter for each game: `w` won by A, `d` drawn, `l` lost, `t` truncated,
/// `u` undecided.
pub fn outcome_letters(pairs: &[Pair]) -> String {
    pairs.iter().flat_map(|pair| pair.outcomes.map(Outcome::letter)).collect()
}

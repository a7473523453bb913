//! A pair: two games from one opening, colours swapped.

use crate::outcome::Outcome;

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
        let [(a, b), (c, d)] = self.points;
        let (lo, hi) = (f64::from(a + c) / 2.0, f64::from(b + d) / 2.0);
        ((lo + hi) / 2.0, (hi - lo) / 2.0)
    }
}

/// The outcomes of pairs, a letter for each game: `w` won by A, `d` drawn, `l` lost, `t` truncated,
/// `u` undecided.
pub fn outcome_letters(pairs: &[Pair]) -> String {
    pairs.iter().flat_map(|pair| pair.outcomes.map(Outcome::letter)).collect()
}

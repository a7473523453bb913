//! Summary of a solved variant.

use serde::{Deserialize, Serialize};

/// Counts over a solved variant (rule 6.4): without a limit, every placement with either side to
/// move; with one, every placement at ply 0 with the first mover to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Value of the variant's start, from White's side.
    pub value: i32,
    /// Placements of all pieces.
    pub placements: u64,
    /// Positions in which the game is over; the counts below include them, by their margin.
    pub terminal: u64,
    /// Positions of positive value, from White's side.
    pub positive: u64,
    /// Positions of negative value.
    pub negative: u64,
    /// Positions of value 0: drawn, or with play that never ends.
    pub zero: u64,
    /// Positions of value 0 in which either side can force a finished game that is a draw; with a
    /// limit, all of them. `None` in tables of earlier versions, and without a limit in tables
    /// solved in memory.
    #[serde(default)]
    pub drawn: Option<u64>,
    /// Plies in which the value of the start is forced; 0 if that is 0, `None` with a limit.
    pub plies: Option<u32>,
    /// The most plies in which a value is forced; `None` with a limit.
    pub longest: Option<u32>,
    /// Sum of the plies in which the values of all positions are forced; `None` with a limit and in
    /// tables of earlier versions.
    #[serde(default)]
    pub total_plies: Option<u64>,
}

impl Summary {
    /// Whether the counts are possible with so many placements and so many sides to move.
    pub(crate) fn adds_up(&self, placements: u64, movers: u64) -> bool {
        let Summary { positive, negative, zero, terminal, .. } = *self;
        let counted = positive.checked_add(negative).and_then(|sum| sum.checked_add(zero));
        self.placements == placements
            && counted == placements.checked_mul(movers)
            && counted >= Some(terminal)
            && self.drawn.is_none_or(|drawn| drawn <= zero)
    }

    /// Mean number of plies in which a value other than 0 is forced, finished positions included.
    pub fn mean_plies(&self) -> Option<f64> {
        let decided = self.positive + self.negative;
        self.total_plies.filter(|_| decided > 0).map(|sum| sum as f64 / decided as f64)
    }
}

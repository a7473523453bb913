//! What a solved variant amounts to.

use serde::{Deserialize, Serialize};

/// Counts over a solved variant (rule 6.4): without a limit, every placement with either side to
/// move; with one, every placement at ply 0 with the first mover to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Value of the variant's start, from White's side.
    pub value: i32,
    /// Placements of all pieces.
    pub placements: u64,
    /// Positions that are over; they count with their margin below too.
    pub terminal: u64,
    /// Positions of positive value, from White's side.
    pub positive: u64,
    /// Of negative value.
    pub negative: u64,
    /// Of value 0: drawn, or without end.
    pub zero: u64,
    /// Those of value 0 in which one side or the other can force an end in a draw; with a limit all.
    /// None in tables of earlier versions.
    #[serde(default)]
    pub drawn: Option<u64>,
    /// Plies in which the value of the start is forced; 0 if it is 0, and none with a limit.
    pub plies: Option<u32>,
    /// The most plies in which a value is forced; none with a limit.
    pub longest: Option<u32>,
    /// Sum of the plies in which the values of all positions are forced; none with a limit, nor in
    /// tables of earlier versions.
    #[serde(default)]
    pub total_plies: Option<u64>,
}

impl Summary {
    /// Mean number of plies in which a value other than 0 is forced, finished positions included.
    pub fn mean_plies(&self) -> Option<f64> {
        let decided = self.positive + self.negative;
        self.total_plies.filter(|_| decided > 0).map(|sum| sum as f64 / decided as f64)
    }
}

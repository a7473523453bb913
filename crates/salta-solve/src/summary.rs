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
    /// Plies in which the value of the start is forced; 0 if it is 0, and none with a limit.
    pub plies: Option<u32>,
    /// The most plies in which a value is forced; none with a limit.
    pub longest: Option<u32>,
}

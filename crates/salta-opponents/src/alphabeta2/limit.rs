//! The limit and the result of a search.

use salta_core::Move;

use super::table::MAX_DEPTH;

/// When a search ends, whichever comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Search depth in plies, at least 1; quiescence over forced jumps goes beyond it.
    pub depth: u32,
    /// Largest number of nodes visited.
    pub nodes: u64,
}

impl Limit {
    /// A limit of depth, with as many nodes as it takes.
    pub const fn depth(depth: u32) -> Limit {
        Limit { depth, nodes: u64::MAX }
    }

    /// A limit of nodes, as deep as they reach.
    pub const fn nodes(nodes: u64) -> Limit {
        Limit { depth: MAX_DEPTH, nodes }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The turn to play.
    pub best: Move,
    /// Its value for the mover, in hundredths of a point.
    pub value: i32,
    /// Depth in turns of the last completed iteration; 0 if none was completed.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Best play by both sides, as far as the table still knows it; `best` first.
    pub principal_variation: Vec<Move>,
}

//! A group of games: the unit of work.

use std::ops::Range;

/// A work item: the games with these numbers, under this seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Seed of the run.
    pub seed: u64,
    /// Generation that the games belong to.
    pub generation: u32,
    /// Numbers of the games in the run.
    pub games: Range<u64>,
}

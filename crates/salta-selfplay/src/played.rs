//! What has been played, and where the time went.

use std::time::Duration;

/// Progress since the last call, for a display.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Leaves that searches had evaluated.
    pub leaves: u64,
    /// Positions that the evaluator was asked for: the leaves that were not remembered.
    pub positions: u64,
    /// Games finished.
    pub games: u64,
    /// Plies of those games.
    pub plies: u64,
    /// The time it took.
    pub spent: Spent,
}

impl Played {
    /// Adds what was played after it.
    pub fn add(&mut self, more: Played) {
        self.leaves += more.leaves;
        self.positions += more.positions;
        self.games += more.games;
        self.plies += more.plies;
        self.spent.search += more.spent.search;
        self.spent.encoding += more.spent.encoding;
        self.spent.evaluator += more.spent.evaluator;
    }
}

/// Where the time of a thread went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Searches and play, what is remembered looked up.
    pub search: Duration,
    /// Positions written as the network reads them.
    pub encoding: Duration,
    /// The evaluator, but for that.
    pub evaluator: Duration,
}

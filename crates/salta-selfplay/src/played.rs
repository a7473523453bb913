//! Progress of self-play, and where the time went.

use std::time::Duration;

/// Progress since the last call, for a display.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Leaves whose evaluation a search needed.
    pub leaves: u64,
    /// Positions that the evaluator evaluated: the distinct leaves that were not cached.
    pub positions: u64,
    /// Games finished.
    pub games: u64,
    /// Plies of those games.
    pub plies: u64,
    /// Time spent on them.
    pub spent: TimeSpent,
}

impl Played {
    /// Adds later progress.
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

/// How the time of a thread was spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSpent {
    /// Searches and play, including cache look-ups.
    pub search: Duration,
    /// Encoding of positions for the network.
    pub encoding: Duration,
    /// The evaluator, without the encoding.
    pub evaluator: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_count_and_time_adds_up() {
        let millis = |ms: [u64; 3]| {
            let [search, encoding, evaluator] = ms.map(Duration::from_millis);
            TimeSpent { search, encoding, evaluator }
        };
        let one = Played { leaves: 1, positions: 2, games: 3, plies: 4, spent: millis([5, 6, 7]) };
        let two =
            Played { leaves: 2, positions: 4, games: 6, plies: 8, spent: millis([10, 12, 14]) };
        let mut all = one;
        all.add(one);
        assert_eq!(all, two);
    }
}

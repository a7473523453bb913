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
    pub spent: TimeSpent,
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
pub struct TimeSpent {
    /// Searches and play, what is remembered looked up.
    pub search: Duration,
    /// Positions written as the network reads them.
    pub encoding: Duration,
    /// The evaluator, but for that.
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
        let mut all =
            Played { leaves: 1, positions: 2, games: 3, plies: 4, spent: millis([5, 6, 7]) };
        all.add(Played {
            leaves: 10,
            positions: 20,
            games: 30,
            plies: 40,
            spent: millis([50, 60, 70]),
        });
        let sum =
            Played { leaves: 11, positions: 22, games: 33, plies: 44, spent: millis([55, 66, 77]) };
        assert_eq!(all, sum);
    }
}

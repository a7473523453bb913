//! What self-play takes, and where the time goes.

use std::time::Duration;

use salta_selfplay::{Played, Spent};
use serde::{Deserialize, Serialize};

/// What self-play took so far, added up over threads.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Effort {
    /// Leaves that searches had evaluated.
    pub leaves: u64,
    /// Positions that the network evaluated: the leaves that were not remembered.
    pub positions: u64,
    /// Games finished.
    pub games: u64,
    /// Where the time went but for writing.
    pub spent: Spent,
    /// Writing shards.
    pub writing: Duration,
    /// By the clock on the wall.
    pub elapsed: Duration,
}

/// Shares of the threads' time; they add up to 1 if there was any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Shares {
    /// Searches and play.
    pub search: f64,
    /// Positions written as the network reads them.
    pub encoding: f64,
    /// The network.
    pub network: f64,
    /// Shards written.
    pub writing: f64,
}

impl Effort {
    /// Adds what was played.
    pub(crate) fn add(&mut self, played: Played) {
        self.leaves += played.leaves;
        self.positions += played.positions;
        self.games += played.games;
        self.spent.search += played.spent.search;
        self.spent.encoding += played.spent.encoding;
        self.spent.evaluator += played.spent.evaluator;
    }

    /// Where the time went.
    pub(crate) fn shares(&self) -> Shares {
        let Spent { search, encoding, evaluator } = self.spent;
        let all = (search + encoding + evaluator + self.writing).as_secs_f64().max(1e-9);
        let share = |part: Duration| part.as_secs_f64() / all;
        Shares {
            search: share(search),
            encoding: share(encoding),
            network: share(evaluator),
            writing: share(self.writing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_all_threads_time() {
        let ms = Duration::from_millis;
        let mut effort = Effort::default();
        let spent = Spent { search: ms(1), encoding: ms(2), evaluator: ms(5) };
        for _ in 0..2 {
            effort.add(Played { leaves: 3, positions: 2, games: 1, plies: 9, spent });
        }
        effort.writing = ms(4);
        assert_eq!((effort.leaves, effort.positions, effort.games), (6, 4, 2));
        let expected = Shares { search: 0.1, encoding: 0.2, network: 0.5, writing: 0.2 };
        assert_eq!(effort.shares(), expected);
        assert_eq!(Effort::default().shares(), Shares::default());
    }
}

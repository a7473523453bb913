//! Counts and times of self-play.

use std::time::Duration;

use salta_selfplay::{Played, TimeSpent};

/// Counts and times of self-play so far, summed over threads.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Effort {
    /// Counts of what was played, and the time of each activity except writing.
    pub played: Played,
    /// Time spent writing shards.
    pub writing: Duration,
    /// Wall time.
    pub elapsed: Duration,
}

impl Effort {
    /// The share of an activity in the threads' time.
    pub(crate) fn share(&self, part: Duration) -> f64 {
        let TimeSpent { search, encoding, evaluator } = self.played.spent;
        let all = (search + encoding + evaluator + self.writing).as_secs_f64().max(1e-9);
        part.as_secs_f64() / all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_all_threads_time() {
        let ms = Duration::from_millis;
        let parts @ [search, encoding, evaluator, writing] = [2, 4, 10, 4].map(ms);
        let spent = TimeSpent { search, encoding, evaluator };
        let played = Played { spent, ..Played::default() };
        let effort = Effort { played, writing, ..Effort::default() };
        assert_eq!(parts.map(|part| effort.share(part)), [0.1, 0.2, 0.5, 0.2]);
        assert_eq!(Effort::default().share(Duration::ZERO), 0.0);
    }
}

//! Estimates how many simulations fit into a turn's time.

use std::time::Duration;

/// Simulations of the first turn, before any has been timed.
const FIRST: f64 = 16.0;

/// A Gumbel search must know its number of simulations in advance, so under a time limit that
/// number is estimated from the time per leaf in earlier turns: the mean of the last turn's time
/// and the previous estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pace {
    limit: Duration,
    /// Seconds.
    per_leaf: Option<f64>,
}

impl Pace {
    pub(crate) const fn new(limit: Duration) -> Pace {
        Pace { limit, per_leaf: None }
    }

    /// Simulations for the next turn, 1 to `most`.
    pub(crate) fn simulations(&self, most: u32) -> u32 {
        let fit = self.per_leaf.map_or(FIRST, |seconds| self.limit.as_secs_f64() / seconds);
        fit.clamp(1.0, f64::from(most)) as u32
    }

    /// Records that a turn took this long for this many leaves; a turn without leaves is ignored.
    pub(crate) fn learn(&mut self, leaves: u64, took: Duration) {
        if leaves > 0 {
            let latest = took.as_secs_f64().max(1e-9) / leaves as f64;
            self.per_leaf = Some(self.per_leaf.map_or(latest, |earlier| (earlier + latest) / 2.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_follows_the_speed() {
        let mut pace = Pace::new(Duration::from_millis(100));
        assert_eq!(pace.simulations(1000), 16);
        pace.learn(0, Duration::from_secs(9));
        assert_eq!(pace.simulations(1000), 16);
        pace.learn(10, Duration::from_millis(20));
        assert_eq!(pace.simulations(1000), 50);
        pace.learn(50, Duration::from_millis(300));
        assert_eq!(pace.simulations(1000), 25);
        assert_eq!(pace.simulations(20), 20);
        pace.learn(1, Duration::from_secs(1000));
        assert_eq!(pace.simulations(20), 1);
    }
}

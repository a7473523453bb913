//! The time that players use, if time is limited.

use std::time::Instant;

use salta_core::Variant;
use serde::{Deserialize, Serialize};

use salta_players::{Answer, Player, PlayerError, Turn};

/// The time of a player's turns, in microseconds of wall time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeUsed {
    /// Number of timed turns.
    pub turns: u64,
    /// Total time of these turns.
    pub total_us: u64,
    /// The longest turn.
    pub longest_us: u64,
}

impl TimeUsed {
    /// Combines both: adds turns and totals, and keeps the longest turn of the two.
    pub fn and(self, other: TimeUsed) -> TimeUsed {
        TimeUsed {
            turns: self.turns + other.turns,
            total_us: self.total_us + other.total_us,
            longest_us: self.longest_us.max(other.longest_us),
        }
    }

    /// Mean milliseconds per turn; 0 without turns.
    pub(crate) fn mean_ms(&self) -> f64 {
        self.total_us as f64 / self.turns.max(1) as f64 / 1000.0
    }
}

/// Chooses turns one after another and times each.
pub(crate) fn answer_timed(
    player: &mut dyn Player,
    variant: &Variant,
    turns: &mut [Turn<'_>],
    stopped: &dyn Fn() -> bool,
    used: &mut TimeUsed,
) -> Result<Vec<Answer>, PlayerError> {
    let mut answers = Vec::with_capacity(turns.len());
    for turn in turns.chunks_mut(1) {
        let start = Instant::now();
        let answer = player.answer(variant, turn, stopped)?;
        let took = start.elapsed().as_micros().try_into().unwrap_or(u64::MAX);
        *used = used.and(TimeUsed { turns: 1, total_us: took, longest_us: took });
        answers.extend(answer);
    }
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_add_up() {
        let a = TimeUsed { turns: 3, total_us: 6000, longest_us: 4000 };
        let b = TimeUsed { turns: 1, total_us: 2000, longest_us: 2000 };
        assert_eq!(a.and(b), TimeUsed { turns: 4, total_us: 8000, longest_us: 4000 });
        assert_eq!((a.and(b).mean_ms(), TimeUsed::default().mean_ms()), (2.0, 0.0));
    }
}

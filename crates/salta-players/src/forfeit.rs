//! Forfeits: games that a player loses by a fault, as external programs may.

use std::fmt;

use salta_core::Side;
use serde::{Deserialize, Serialize};

/// How a player failed in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// The program exited.
    Crash,
    /// It did not answer in time.
    TimeOut,
    /// It answered with something other than a legal move.
    IllegalMove,
}

impl Fault {
    /// `crash`, `time-out` or `illegal move`.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Crash => "crash",
            Fault::TimeOut => "time-out",
            Fault::IllegalMove => "illegal move",
        }
    }
}

/// A player's report instead of a move: the player loses this game, and the match continues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// How it failed.
    pub fault: Fault,
    /// What happened, in a sentence.
    pub reason: String,
}

/// A game that was lost by a [`Forfeit`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forfeited {
    /// The side that lost it: the one to move.
    pub by: Side,
    /// How it failed.
    pub fault: Fault,
    /// What happened, in a sentence.
    pub reason: String,
}

/// Faults of one player over a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faults {
    /// Games in which it crashed.
    pub crashes: u32,
    /// Games in which it did not answer in time.
    pub time_outs: u32,
    /// Games in which it gave no legal move.
    pub illegal_moves: u32,
}

impl Faults {
    /// Counts another fault.
    pub const fn count(&mut self, fault: Fault) {
        let counter = match fault {
            Fault::Crash => &mut self.crashes,
            Fault::TimeOut => &mut self.time_outs,
            Fault::IllegalMove => &mut self.illegal_moves,
        };
        *counter += 1;
    }

    /// Whether there were no faults.
    pub fn is_empty(&self) -> bool {
        *self == Faults::default()
    }
}

impl fmt::Display for Faults {
    /// `2 crashes, 1 time-out, 0 illegal moves`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted =
            |n: u32, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        let crashes = counted(self.crashes, "crash", "crashes");
        let time_outs = counted(self.time_outs, "time-out", "time-outs");
        let illegal = counted(self.illegal_moves, "illegal move", "illegal moves");
        write!(f, "{crashes}, {time_outs}, {illegal}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_counted_by_kind() {
        let mut faults = Faults::default();
        assert!(faults.is_empty());
        [Fault::Crash, Fault::TimeOut, Fault::Crash].into_iter().for_each(|f| faults.count(f));
        assert_eq!(faults.to_string(), "2 crashes, 1 time-out, 0 illegal moves");
        assert!(!faults.is_empty());
    }
}

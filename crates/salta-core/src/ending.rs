//! Why a game is over.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a game ended.
///
/// Records store the index of a value and text stores its name, so new values go at the end.
///
/// ```
/// use salta_core::Ending;
///
/// assert_eq!(Ending::NoMove.to_string(), "no-move");
/// assert!(Ending::Limit.is_by_the_rules() && !Ending::Truncated.is_by_the_rules());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A side is home, and the second mover's answer has been played where the rules grant one.
    Finished,
    /// The move limit of the variant is reached.
    Limit,
    /// The side to move has no legal move.
    NoMove,
    /// The run's cap on plies is reached: not a result by the rules.
    Truncated,
    /// A player forfeited: a loss, but not by the rules.
    Forfeit,
    /// Stopped by a match's adjudication, and scored as at the move limit.
    Adjudicated,
}

impl Ending {
    /// `finished`, `limit`, `no-move`, `truncated`, `forfeit` or `adjudicated`.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Finished => "finished",
            Ending::Limit => "limit",
            Ending::NoMove => "no-move",
            Ending::Truncated => "truncated",
            Ending::Forfeit => "forfeit",
            Ending::Adjudicated => "adjudicated",
        }
    }

    /// Whether the rules ended the game.
    pub const fn is_by_the_rules(self) -> bool {
        matches!(self, Ending::Finished | Ending::Limit | Ending::NoMove)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

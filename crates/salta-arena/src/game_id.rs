//! Which game of a match.

use std::fmt;

/// Which game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    /// The pair, from 0.
    pub pair: u32,
    /// Whether player A has White; each pair begins with that game.
    pub white_is_a: bool,
}

impl GameId {
    /// Number of the game in its match, from 0.
    pub const fn number(self) -> u64 {
        2 * self.pair as u64 + !self.white_is_a as u64
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let white = if self.white_is_a { 'A' } else { 'B' };
        write!(f, "game {} (pair {}, {white} is White)", self.number(), self.pair)
    }
}

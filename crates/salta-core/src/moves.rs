//! A turn by its first and last square, in both notations.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::Board;
use crate::square::{Square, SquareError};

/// A turn: a step, or one or more jumps named by their first and last square.
///
/// Parsed leniently (either notation, either separator, which algebraic notation may omit),
/// displayed strictly: `-` for a step, `:` for a jump (rule 7.2).
///
/// ```
/// use salta_core::Move;
///
/// let step: Move = "e3f4".parse()?;
/// assert_eq!((step.to_string(), step.salta_numbers()), ("e3-f4".into(), "33-43".into()));
/// let jump: Move = "45-64".parse()?;
/// assert_eq!((jump.to_string(), jump.is_jump()), ("j4:h6".into(), true));
/// # Ok::<(), salta_core::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece stands before the turn.
    pub from: Square,
    /// Where it stands after it.
    pub to: Square,
}

impl Move {
    /// Whether the turn is a jump or a chain of them: a step changes the row by one, jumps by two.
    pub const fn is_jump(self) -> bool {
        self.from.row().abs_diff(self.to.row()).is_multiple_of(2)
    }

    /// The move in the local coordinates of `board` ([`Board::to_local`]), for output.
    ///
    /// # Panics
    /// If a square is not on the board.
    pub const fn to_local(self, board: Board) -> Move {
        Move { from: board.to_local(self.from), to: board.to_local(self.to) }
    }

    /// The move on the full board, from the local coordinates of `board` ([`Board::to_full`]);
    /// `None` if it leaves `board`.
    pub fn to_full(self, board: Board) -> Option<Move> {
        Some(Move { from: board.to_full(self.from)?, to: board.to_full(self.to)? })
    }

    const fn separator(self) -> char {
        if self.is_jump() { ':' } else { '-' }
    }

    /// The move in Salta numbers: `33-43`, `45:64`.
    pub fn salta_numbers(self) -> String {
        format!("{}{}{}", self.from.salta_number(), self.separator(), self.to.salta_number())
    }
}

impl FromStr for Move {
    type Err = MoveError;

    /// Parses a move in either notation, with either separator, which algebraic notation may omit.
    fn from_str(text: &str) -> Result<Move, MoveError> {
        let unreadable = || MoveError::Unreadable(text.into());
        let (from, to) = split(text).ok_or_else(unreadable)?;
        let numeric = |square: &str| square.starts_with(|c: char| c.is_ascii_digit());
        let square = |name: &str| match name.parse() {
            Err(SquareError::Unreadable(_)) => Err(unreadable()),
            other => Ok(other?),
        };
        let parsed = Move { from: square(from)?, to: square(to)? };
        if numeric(from) != numeric(to) {
            return Err(MoveError::Mixed(text.into()));
        }
        Ok(parsed)
    }
}

fn split(text: &str) -> Option<(&str, &str)> {
    if let Some(at) = text.find(['-', ':']) {
        return Some((&text[..at], &text[at + 1..]));
    }
    let second = text.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic())?.0;
    text.starts_with(|c: char| c.is_ascii_alphabetic()).then(|| text.split_at(second))
}

impl fmt::Display for Move {
    /// Algebraic: `e3-f4`, `j4:h6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.from, self.separator(), self.to)
    }
}

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Not two squares.
    #[error("`{0}` is not a move (moves are e3-f4 or 33-43, jumps j4:h6 or 45:64)")]
    Unreadable(String),
    /// One square algebraic, the other a number.
    #[error("`{0}` mixes the two notations; write both squares of a move in one")]
    Mixed(String),
    /// A square that this board does not have.
    #[error("`{text}` leaves the {board} board")]
    Outside {
        /// The move as written.
        text: String,
        /// The board.
        board: Board,
    },
    /// One of the squares is invalid.
    #[error(transparent)]
    Square(#[from] SquareError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_moves_are_rejected() {
        for text in ["", "e3", "3343", "e3--f4", "e3-", "-f4", "e3-f4-g5", "x", "é", "e3 f4"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
        assert_eq!("e3-43".parse::<Move>(), Err(MoveError::Mixed("e3-43".into())));
        assert!(matches!("e4-f5".parse::<Move>(), Err(MoveError::Square(SquareError::Light(_)))));
    }
}

//! A turn by its first and last square, in both notations.

use std::fmt;

use thiserror::Error;

use crate::square::{Square, SquareError};

/// A turn: a step, or one or more jumps named by their first and last square.
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

    const fn separator(self) -> char {
        if self.is_jump() { ':' } else { '-' }
    }

    /// The move in Salta numbers: `33-43`, `45:64`.
    pub fn salta_numbers(self) -> String {
        format!("{}{}{}", self.from.salta_number(), self.separator(), self.to.salta_number())
    }

    /// Reads a move in either notation, with either separator; in algebraic it may be left out.
    ///
    /// # Errors
    /// If the text is no pair of dark squares in one notation.
    pub fn parse(text: &str) -> Result<Move, MoveError> {
        let unreadable = || MoveError::Unreadable(text.into());
        let (from, to) = split(text).ok_or_else(unreadable)?;
        let numeric = |square: &str| square.starts_with(|c: char| c.is_ascii_digit());
        let square = |name: &str| match Square::parse(name) {
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

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Not two squares.
    #[error("`{0}` is no move (moves are e3-f4 or 33-43, jumps j4:h6 or 45:64)")]
    Unreadable(String),
    /// One square algebraic, the other a number.
    #[error("`{0}` mixes the two notations; both squares of a move are in one")]
    Mixed(String),
    /// One of the squares is none.
    #[error(transparent)]
    Square(#[from] SquareError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_leniently_written_strictly() {
        for text in ["e3-f4", "e3:f4", "e3f4", "E3F4", "33-43", "33:43"] {
            let mv = Move::parse(text).unwrap();
            assert_eq!((mv.to_string().as_str(), mv.salta_numbers().as_str()), ("e3-f4", "33-43"));
        }
        for text in ["j4:h6", "j4h6", "j4-h6", "45-64", "45:64"] {
            let mv = Move::parse(text).unwrap();
            assert_eq!((mv.to_string().as_str(), mv.salta_numbers().as_str()), ("j4:h6", "45:64"));
        }
        assert_eq!(Move::parse("j10i9").unwrap().salta_numbers(), "105-95");
    }

    #[test]
    fn what_is_no_move_is_said() {
        for text in ["", "e3", "3343", "e3--f4", "e3-", "-f4", "e3-f4-g5", "x", "é", "e3 f4"] {
            assert!(Move::parse(text).is_err(), "{text}");
        }
        assert_eq!(Move::parse("e3-43"), Err(MoveError::Mixed("e3-43".into())));
        assert!(matches!(Move::parse("e4-f5"), Err(MoveError::Square(SquareError::Light(_)))));
    }
}

//! The 50 dark squares and their two names.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::direction::Direction;

/// Number of dark squares (rule 1.1).
pub const SQUARES: usize = 50;
/// Rows of the board.
pub const ROWS: usize = 10;
/// Dark squares in a row.
pub const PLACES: usize = 5;

/// A dark square: `(row − 1) × 5 + place − 1`, 0–49, counted from White's left.
///
/// Parses from either name (rule 1.2), algebraic (`e3`, either case) or Salta number (`33`);
/// displays as algebraic.
///
/// ```
/// use salta_core::{Direction, Square};
///
/// let square: Square = "33".parse()?;
/// assert_eq!(square.to_string(), "e3");
/// assert_eq!(square.step(Direction::ForwardRight), Some("f4".parse()?));
/// assert_eq!(square.rotated().to_string(), "f8");
/// # Ok::<(), salta_core::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index.
    ///
    /// # Panics
    /// If `index` is 50 or more.
    #[inline(always)]
    pub const fn new(index: u8) -> Square {
        assert!(index < SQUARES as u8, "a square index is below 50");
        Square(index)
    }

    /// The square at `row` 0–9 and `place` 0–4.
    #[inline(always)]
    pub const fn at(row: u8, place: u8) -> Square {
        assert!(row < ROWS as u8 && place < PLACES as u8, "row below 10, place below 5");
        Square(row * PLACES as u8 + place)
    }

    /// All squares in order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES as u8).map(Square)
    }

    /// The index, 0–49.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0–9 from White's side.
    #[inline(always)]
    pub const fn row(self) -> u8 {
        self.0 / PLACES as u8
    }

    /// The place in its row, 0–4 from White's left.
    #[inline(always)]
    pub const fn place(self) -> u8 {
        self.0 % PLACES as u8
    }

    /// The column, 0–9 for a–j.
    #[inline(always)]
    pub const fn column(self) -> u8 {
        2 * self.place() + self.row() % 2
    }

    /// The square one step away; `None` off the board.
    pub const fn step(self, direction: Direction) -> Option<Square> {
        let (rows, columns) = match direction {
            Direction::ForwardLeft => (1, -1),
            Direction::ForwardRight => (1, 1),
            Direction::BackLeft => (-1, -1),
            Direction::BackRight => (-1, 1),
        };
        // A step below 0 wraps to 255.
        let row = self.row().wrapping_add_signed(rows);
        let column = self.column().wrapping_add_signed(columns);
        if row < 10 && column < 10 { Some(Square::at(row, column / 2)) } else { None }
    }

    /// The same square on the board rotated by 180°.
    #[inline(always)]
    pub const fn rotated(self) -> Square {
        Square(SQUARES as u8 - 1 - self.0)
    }

    /// Steps between two squares on an empty board: max(|rows|, |columns|).
    pub const fn distance(self, other: Square) -> u8 {
        let rows = self.row().abs_diff(other.row());
        let columns = self.column().abs_diff(other.column());
        if rows > columns { rows } else { columns }
    }

    /// The Salta number: row × 10 + place, both from 1.
    pub const fn salta_number(self) -> u16 {
        (self.row() as u16 + 1) * 10 + self.place() as u16 + 1
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Parses either name: `e3` (either case) or `33`.
    fn from_str(text: &str) -> Result<Square, SquareError> {
        let unreadable = || SquareError::Unreadable(text.into());
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic);
        let digits = if letter.is_some() { &text[1..] } else { text };
        let value = number(digits).filter(|_| !digits.starts_with('0'));
        let value: u16 = value.ok_or_else(unreadable)?;
        match letter.map(|letter| letter.to_ascii_lowercase() - b'a') {
            Some(column @ 0..10) if (1..=10).contains(&value) => {
                let row = value as u8 - 1;
                if !(column + row).is_multiple_of(2) {
                    return Err(SquareError::Light(text.into()));
                }
                Ok(Square::at(row, column / 2))
            }
            None if (11..=105).contains(&value) && (1..=5).contains(&(value % 10)) => {
                Ok(Square::at((value / 10) as u8 - 1, (value % 10) as u8 - 1))
            }
            _ => Err(unreadable()),
        }
    }
}

/// Parses a number without a sign, which `FromStr` alone would accept.
pub fn number<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

impl fmt::Display for Square {
    /// The algebraic name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

/// Why a text is not a dark square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SquareError {
    /// Neither notation.
    #[error("`{0}` is not a square (squares are a1 to j10, or 11 to 105)")]
    Unreadable(String),
    /// A light square.
    #[error("`{0}` is a light square; only dark squares are used")]
    Light(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn steps_stay_on_the_board() {
        assert_eq!(square("e3").step(Direction::ForwardLeft), Some(square("d4")));
        assert_eq!(square("e3").step(Direction::BackRight), Some(square("f2")));
        assert_eq!(square("a1").step(Direction::ForwardLeft), None);
        assert_eq!(square("j10").step(Direction::ForwardRight), None);
        for (from, direction) in
            Square::all().flat_map(|from| Direction::ALL.map(|direction| (from, direction)))
        {
            if let Some(to) = from.step(direction) {
                assert_eq!((from.distance(to), to.step(direction.rotated())), (1, Some(from)));
            }
        }
    }

    #[test]
    fn light_and_absent_squares_are_rejected() {
        assert!(matches!("a2".parse::<Square>(), Err(SquareError::Light(_))));
        for text in ["", "k1", "a0", "a11", "a01", "16", "10", "111", "011", "é1", "1é", "aé"] {
            assert!(matches!(text.parse::<Square>(), Err(SquareError::Unreadable(_))), "{text}");
        }
    }
}

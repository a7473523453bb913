//! The size of the board, as data.
//!
//! A smaller board is the middle of the full one: it keeps the full board's squares, so that
//! bitboards, actions, masks and observations keep their shapes, and counts rows, columns and names
//! from its own near left corner. Rows and columns are equal modulo 4, so rotating the full board
//! by 180° rotates the smaller one too.
//!
//! A *local* square or move has the coordinates of the smaller board itself, as users name them;
//! all others have those of the full board. [`Board::to_local`] and [`Board::to_full`] convert.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::bitboard::Bitboard;
use crate::square::{ROWS, Square, number};

/// Rows × columns of the board in use, both even, 4 to 10 and equal modulo 4.
///
/// ```
/// use salta_core::{Board, Square};
///
/// let board: Board = "6x6".parse()?;
/// assert_eq!((board.rows(), board.places(), board.squares().len()), (6, 3, 18));
/// // Its own a1 is c3 of the full board.
/// let corner = board.square(0, 0);
/// let names = [corner, board.to_local(corner)].map(|square| square.to_string());
/// assert_eq!(names, ["c3", "a1"]);
/// # Ok::<(), salta_core::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u8,
    columns: u8,
}

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// Not `ROWSxCOLUMNS`.
    #[error("`{0}` is not a board; write rows x columns, as in \"8x8\"")]
    Unreadable(String),
    /// A size outside the range.
    #[error("a board has 4, 6, 8 or 10 rows and columns, not {0}")]
    Size(Board),
    /// A size that cannot be centred on the full board.
    #[error(
        "{0} cannot be centred on the full board; rows and columns must be equal modulo 4 ({sizes})",
        sizes = sizes()
    )]
    OffCentre(Board),
}

/// The sizes of all boards, as a list for the error message.
fn sizes() -> String {
    let mut boards = Board::ALL;
    boards.sort_by_key(|board| board.rows % 4);
    let [sizes @ .., last] = boards.map(|board| board.to_string());
    format!("{} or {last}", sizes.join(", "))
}

impl Board {
    /// The board of the rules of 1899.
    pub const FULL: Board = Board { rows: 10, columns: 10 };

    /// All boards that exist, by rows, then columns.
    pub const ALL: [Board; 8] = [
        Board { rows: 4, columns: 4 },
        Board { rows: 4, columns: 8 },
        Board { rows: 6, columns: 6 },
        Board { rows: 6, columns: 10 },
        Board { rows: 8, columns: 4 },
        Board { rows: 8, columns: 8 },
        Board { rows: 10, columns: 6 },
        Board { rows: 10, columns: 10 },
    ];

    /// The board of this size.
    ///
    /// # Errors
    /// If it is not one of [`Board::ALL`].
    pub fn new(rows: u8, columns: u8) -> Result<Board, BoardError> {
        let board = Board { rows, columns };
        let in_range = |n: u8| (4..=10).contains(&n) && n.is_multiple_of(2);
        if !in_range(rows) || !in_range(columns) {
            return Err(BoardError::Size(board));
        }
        if rows % 4 != columns % 4 {
            return Err(BoardError::OffCentre(board));
        }
        Ok(board)
    }

    /// Number of rows.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Number of columns: all squares in a row, dark and light.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Number of dark squares in a row.
    pub const fn places(self) -> u8 {
        self.columns / 2
    }

    /// Whether it is the board of the rules of 1899.
    pub fn is_full(&self) -> bool {
        *self == Board::FULL
    }

    /// Index in [`Board::ALL`].
    pub const fn index(self) -> usize {
        // Boards with 4, 6, 8 or 10 rows come in two widths each.
        (self.rows - 4) as usize + (self.columns > 6) as usize
    }

    /// Row of the full board that is this board's first row.
    const fn first_row(self) -> u8 {
        (ROWS as u8 - self.rows) / 2
    }

    /// Column of the full board that is this board's first column.
    const fn first_column(self) -> u8 {
        (ROWS as u8 - self.columns) / 2
    }

    /// The square at `row` and `place` of this board, both from 0 (rule 5.2).
    ///
    /// # Panics
    /// If the board has no such row or place.
    pub const fn square(self, row: u8, place: u8) -> Square {
        assert!(row < self.rows && place < self.places(), "a row and place of the board");
        Square::at(self.first_row() + row, (self.first_column() + 2 * place + row % 2) / 2)
    }

    /// All squares.
    pub fn squares(self) -> Bitboard {
        let rows = 0..self.rows;
        rows.flat_map(|row| (0..self.places()).map(move |place| self.square(row, place))).collect()
    }

    /// Whether a square is on this board (rule 5.5).
    pub const fn contains(self, square: Square) -> bool {
        let (row, column) = (square.row(), square.column());
        row >= self.first_row()
            && row < self.first_row() + self.rows
            && column >= self.first_column()
            && column < self.first_column() + self.columns
    }

    /// The local coordinates of a square of the full board: its row and column on this board.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub const fn to_local(self, square: Square) -> Square {
        assert!(self.contains(square), "a square of the board");
        let column = square.column() - self.first_column();
        Square::at(square.row() - self.first_row(), column / 2)
    }

    /// The square of the full board that has these local coordinates: the inverse of
    /// [`Board::to_local`]. `None` if they are outside this board.
    pub fn to_full(self, local: Square) -> Option<Square> {
        let on_board = local.row() < self.rows && local.column() < self.columns;
        on_board.then(|| self.square(local.row(), local.column() / 2))
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::FULL
    }
}

impl fmt::Display for Board {
    /// `8x4`: rows, then columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Board, BoardError> {
        let size = text.split_once('x').and_then(|(r, c)| Some((number(r)?, number(c)?)));
        let (rows, columns) = size.ok_or_else(|| BoardError::Unreadable(text.into()))?;
        Board::new(rows, columns)
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_parse_or_are_rejected() {
        for board in Board::ALL {
            assert_eq!(board.to_string().parse(), Ok(board));
            assert_eq!(Board::ALL[board.index()], board);
        }
        for text in ["", "8", "8x", "x8", "8x8x8", "+8x8", "8 x 8", "800x8", "8X8"] {
            assert!(matches!(text.parse::<Board>(), Err(BoardError::Unreadable(_))), "{text}");
        }
        for text in ["2x2", "12x8", "7x7", "8x5", "0x8"] {
            assert!(matches!(text.parse::<Board>(), Err(BoardError::Size(_))), "{text}");
        }
        for text in ["8x10", "4x6", "6x8"] {
            assert!(matches!(text.parse::<Board>(), Err(BoardError::OffCentre(_))), "{text}");
        }
        let error = "8x10".parse::<Board>().unwrap_err().to_string();
        assert!(error.ends_with("(4x4, 4x8, 8x4, 8x8, 6x6, 6x10, 10x6 or 10x10)"), "{error}");
    }

    #[test]
    fn a_smaller_board_is_the_middle_of_the_full_one() {
        for board in Board::ALL {
            let squares = board.squares();
            assert_eq!(squares.len(), u32::from(board.rows()) * u32::from(board.places()));
            assert_eq!(squares.rotated(), squares, "{board}");
            for square in Square::all() {
                assert_eq!(board.contains(square), squares.contains(square));
                let local = squares.contains(square).then(|| board.to_local(square));
                assert!(local.is_none_or(|local| board.to_full(local) == Some(square)));
            }
        }
        assert!(Board::FULL.squares() == Bitboard::ALL);
        let small: Board = "8x4".parse().unwrap();
        let corners = [small.square(0, 0), small.square(7, 1)].map(|square| square.to_string());
        assert_eq!(corners, ["d2", "g9"]);
    }
}

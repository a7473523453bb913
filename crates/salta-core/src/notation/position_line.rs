//! The position line (rules 5.6 and 7.1): the rows of the board, the side to move, the plies
//! played.

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::board::Board;
use crate::piece::Piece;
use crate::position::{Bitboards, Position};
use crate::side::Side;
use crate::square::{PLACES, Square, number};
use crate::variant::Variant;

/// The largest ply count that a position line may have, so that play from it cannot overflow the
/// count.
pub const MAX_PLIES: u32 = 1_000_000_000;

/// Why a text is not a position of the variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// Not three fields, but this many.
    #[error("a position is rows, side and plies, as in `…/ABCDE w 0`; fields found: {0}")]
    Fields(usize),
    /// A number of rows other than the board's.
    #[error("a position has {expected} rows separated by `/`; found {found}")]
    Rows {
        /// Rows of the board.
        expected: u8,
        /// Rows of the text.
        found: usize,
    },
    /// A row with a number of squares other than the board's.
    #[error("row {row} has {found} squares; a row has {expected}")]
    Squares {
        /// The row, from 1.
        row: u8,
        /// Dark squares of a row of the board.
        expected: u8,
        /// Squares of the row in the text.
        found: usize,
    },
    /// A character that stands neither for a piece nor for empty squares.
    #[error(
        "row {row}: `{character}` is neither a piece (A–O, a–o) nor a run of 1 to {most} empty \
         squares"
    )]
    Character {
        /// The row, from 1.
        row: u8,
        /// The character.
        character: char,
        /// Dark squares of a row of the board.
        most: u8,
    },
    /// A piece that the board does not have.
    #[error("row {row}: the {board} board with `ranks` {ranks} has no piece `{piece}`")]
    NoSuchPiece {
        /// The row, from 1.
        row: u8,
        /// Its letter.
        piece: char,
        /// The board.
        board: Board,
        /// Ranks of pieces at the start.
        ranks: u8,
    },
    /// A piece that stands on two squares.
    #[error("piece `{piece}` stands on {first} and on {second}")]
    Twice {
        /// Its letter.
        piece: char,
        /// The first of the two squares.
        first: Square,
        /// The other one.
        second: Square,
    },
    /// A side that is neither `w` nor `b`.
    #[error("the side to move is `w` or `b`, not `{0}`")]
    Side(String),
    /// Plies that are not a number, or too many.
    #[error("the plies played are a whole number from 0 to {MAX_PLIES}, not `{0}`")]
    Plies(String),
    /// The wrong side to move for the number of plies.
    #[error(
        "after {plies} plies of `{variant}` {} is to move, not {}",
        found.other().name(),
        found.name()
    )]
    Mover {
        /// The plies.
        plies: u32,
        /// The variant's name.
        variant: String,
        /// The side to move in the text.
        found: Side,
    },
}

type Placed = Vec<((Side, Piece), Square)>;

impl Variant {
    /// The position of a line, or the start if there is none.
    ///
    /// # Errors
    /// As [`Variant::parse_position`].
    pub fn position_or_start(&self, line: Option<&str>) -> Result<Position, PositionError> {
        line.map_or_else(|| Ok(self.start()), |line| self.parse_position(line))
    }

    /// Parses a position line.
    ///
    /// # Errors
    /// If it is malformed, has a piece twice, or its plies do not match the side to move.
    pub fn parse_position(&self, line: &str) -> Result<Position, PositionError> {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [rows, side, played] = fields[..] else {
            return Err(PositionError::Fields(fields.len()));
        };
        let side = match side {
            "w" => Side::White,
            "b" => Side::Black,
            _ => return Err(PositionError::Side(side.into())),
        };
        let plies = number(played).filter(|plies| *plies <= MAX_PLIES);
        let plies = plies.ok_or_else(|| PositionError::Plies(played.into()))?;
        if side != self.mover_after(plies) {
            return Err(PositionError::Mover { plies, variant: self.name().into(), found: side });
        }
        let mut position = Bitboards { plies, ..Bitboards::default() };
        for ((side, piece), square) in self.parse_rows(rows)? {
            position.put(side, piece, square);
        }
        Ok(self.position_from(&position))
    }

    fn parse_rows(&self, text: &str) -> Result<Placed, PositionError> {
        let rows: Vec<&str> = text.split('/').collect();
        let board = self.board();
        if rows.len() != usize::from(board.rows()) {
            return Err(PositionError::Rows { expected: board.rows(), found: rows.len() });
        }
        let mut pieces = Placed::with_capacity(30);
        for (row, text) in (1..=board.rows()).rev().zip(rows) {
            for (piece, square) in self.parse_row(text, row)? {
                if let Some((_, first)) = pieces.iter().find(|(known, _)| *known == piece) {
                    let [first, second] = [*first, square].map(|square| board.to_local(square));
                    let piece = piece.1.letter(piece.0);
                    return Err(PositionError::Twice { piece, first, second });
                }
                pieces.push((piece, square));
            }
        }
        Ok(pieces)
    }

    /// The pieces of one row, `row` counted from 1.
    fn parse_row(&self, text: &str, row: u8) -> Result<Placed, PositionError> {
        let (board, places) = (self.board(), self.board().places());
        let (mut pieces, mut place) = (Placed::new(), 0_usize);
        for character in text.chars() {
            if let Some((side, piece)) = Piece::from_letter(character) {
                if !self.pieces().any(|of_board| of_board == piece) {
                    let (piece, ranks) = (character, self.rules().ranks);
                    return Err(PositionError::NoSuchPiece { row, piece, board, ranks });
                }
                if place < usize::from(places) {
                    pieces.push(((side, piece), board.square(row - 1, place as u8)));
                }
                place += 1;
            } else if let Some(run @ 1..) = character.to_digit(10).filter(|n| *n <= places.into()) {
                place += run as usize;
            } else {
                return Err(PositionError::Character { row, character, most: places });
            }
        }
        if place == usize::from(places) {
            return Ok(pieces);
        }
        Err(PositionError::Squares { row, expected: places, found: place })
    }

    /// Formats a position line. Only between turns: in the middle of a turn, the position before it
    /// is no longer known.
    ///
    /// ```
    /// use salta_core::Variant;
    ///
    /// let variant = Variant::named("walker").unwrap();
    /// let line = variant.position_line(&variant.start());
    /// assert_eq!(line, "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE b 0");
    /// assert_eq!(variant.parse_position(&line), Ok(variant.start()));
    /// ```
    pub fn position_line(&self, position: &Position) -> String {
        let (board, mut line) = (self.board(), String::with_capacity(80));
        for row in (0..board.rows()).rev() {
            let on = |place| position.piece_at(board.square(row, place));
            let pieces: ArrayVec<_, PLACES> = (0..board.places()).map(on).collect();
            for group in pieces.chunk_by(|a, b| a.is_none() && b.is_none()) {
                match group[0] {
                    None => line.push((b'0' + group.len() as u8) as char),
                    Some((side, piece)) => line.push(piece.letter(side)),
                }
            }
            line.push(if row > 0 { '/' } else { ' ' });
        }
        line + &format!("{} {}", position.to_move().letter(), position.plies())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(fields: &str) -> Variant {
        Variant::new(crate::rules::parse(fields).unwrap())
    }

    /// Lines and distances of the start, on smaller boards too.
    #[test]
    fn starts_of_the_rules_page() {
        for (base, fields, line, distance) in [
            ("buettgenbach-1899", "", "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE w 0", 105),
            ("nestor", "", "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE w 0", 113),
            ("nestor-1901", "", "klmno/fghij/abcde/5/5/5/5/EDCBA/JIHGF/ONMLK w 0", 105),
            ("walker", "", "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE b 0", 105),
            ("checkerboard", "board = \"6x6\"\nranks = 1", "cba/3/3/3/3/ABC w 0", 15),
            ("checkerboard", "board = \"8x4\"\nranks = 2", "ba/gf/2/2/2/2/FG/AB w 0", 24),
            ("nestor-1901", "board = \"8x4\"\nranks = 2", "fg/ab/2/2/2/2/BA/GF w 0", 24),
            ("checkerboard", "board = \"4x8\"\nranks = 2", "dcba/ihgf/FGHI/ABCD w 0", 16),
        ] {
            let variant = variant(&format!("base = \"{base}\"\n{fields}\n"));
            let start = variant.start();
            assert_eq!(variant.position_line(&start), line);
            assert_eq!(variant.parse_position(line), Ok(start));
            assert_eq!(Side::BOTH.map(|side| start.distance(side)), [distance; 2], "{line}");
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let full = variant("base = \"buettgenbach-1899\"");
        let small = variant("base = \"checkerboard\"\nboard = \"6x6\"\nranks = 1");
        for (variant, line, part) in [
            (&full, "", "found: 0"),
            (&full, "5/5/5/5/5/5/5/5/5/5 w", "found: 2"),
            (&full, "5/5/5/5/5/5/5/5/5 w 0", "found 9"),
            (&full, "5/5/5/5/5/5/5/5/5/4P w 0", "row 1: `P`"),
            (&full, "5/5/5/5/5/5/5/5/5/0A4 w 0", "row 1: `0`"),
            (&full, "5/5/5/5/5/5/5/5/5/6 w 0", "row 1: `6`"),
            (&full, "5/5/5/5/5/5/5/5/5/4 w 0", "row 1 has 4"),
            (&full, "ABCDEF/5/5/5/5/5/5/5/5/5 w 0", "row 10 has 6"),
            (&full, "A4/5/5/5/5/5/5/5/5/A4 w 0", "`A` stands on b10 and on a1"),
            (&full, "5/5/5/5/5/5/5/5/5/5 W 0", "not `W`"),
            (&full, "5/5/5/5/5/5/5/5/5/5 w -1", "not `-1`"),
            (&full, "5/5/5/5/5/5/5/5/5/5 w +2", "not `+2`"),
            (&full, "5/5/5/5/5/5/5/5/5/5 w 1000000002", "not `1000000002`"),
            (&full, "5/5/5/5/5/5/5/5/5/5 w 4294967296", "not `4294967296`"),
            (&full, "5/5/5/5/5/5/5/5/5/5 w 1", "black is to move, not white"),
            (&small, "3/3/3/3/3/3/3 w 0", "has 6 rows separated by `/`; found 7"),
            (&small, "3/3/3/3/3/4 w 0", "row 1: `4`"),
            (&small, "3/3/3/3/3/2D w 0", "row 1: the 6x6 board with `ranks` 1 has no piece `D`"),
            (&small, "3/3/3/3/A2/2A w 0", "`A` stands on b2 and on e1"),
        ] {
            let error = variant.parse_position(line).unwrap_err().to_string();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}

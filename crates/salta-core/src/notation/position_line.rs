//! The position line: ten rows, the side to move, the plies played.

use std::fmt::Write;

use thiserror::Error;

use crate::piece::Piece;
use crate::position::Position;
use crate::side::Side;
use crate::square::{PLACES, ROWS, Square};
use crate::variant::Variant;

/// Most plies that a position line may give, so that a game played on from it cannot overflow the
/// count.
pub const MAX_PLIES: u32 = 1_000_000_000;

/// Why a text is no position of the variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// Not three fields.
    #[error("a position is rows, side and plies, as in `…/ABCDE w 0`; found {0} field(s)")]
    Fields(usize),
    /// Not ten rows.
    #[error("a position has 10 rows separated by `/`; found {0}")]
    Rows(usize),
    /// A sign that is neither a piece nor a run of empty squares.
    #[error("row {row}: `{sign}` is neither a piece (A–O, a–o) nor a run of 1 to 5 empty squares")]
    Sign {
        /// The row, 1–10.
        row: usize,
        /// The sign.
        sign: char,
    },
    /// Not five squares in a row.
    #[error("row {row} has {squares} squares; a row has 5")]
    Width {
        /// The row, 1–10.
        row: usize,
        /// Squares counted.
        squares: usize,
    },
    /// Two pieces of one name.
    #[error("piece `{letter}` stands on {first} and on {second}")]
    Twice {
        /// The letter of the piece.
        letter: char,
        /// Where it was seen first.
        first: Square,
        /// Where it was seen again.
        second: Square,
    },
    /// Neither `w` nor `b`.
    #[error("the side to move is `w` or `b`, not `{0}`")]
    Side(String),
    /// No count of plies.
    #[error("the plies played are a whole number from 0 to {MAX_PLIES}, not `{0}`")]
    Plies(String),
    /// The first mover moves at even plies.
    #[error("after {plies} plies of `{variant}` {expected} is to move, not {found}")]
    Parity {
        /// The plies given.
        plies: u32,
        /// The variant's name.
        variant: String,
        /// Who would be to move.
        expected: &'static str,
        /// Who the line says is to move.
        found: &'static str,
    },
}

impl Variant {
    /// Reads a position line.
    ///
    /// # Errors
    /// If it is malformed, holds two pieces of one name, or its plies do not fit the side to move.
    pub fn parse_position(&self, line: &str) -> Result<Position, PositionError> {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [rows, side, plies] = fields[..] else {
            return Err(PositionError::Fields(fields.len()));
        };
        let side = parse_side(side)?;
        let plies = parse_plies(plies)?;
        self.check_parity(side, plies)?;
        let mut position = Position::empty(side, plies);
        for (side, piece, square) in parse_rows(rows)? {
            self.put(&mut position, side, piece, square);
        }
        Ok(position)
    }

    fn check_parity(&self, found: Side, plies: u32) -> Result<(), PositionError> {
        let first = self.rules().first_mover;
        let expected = if plies.is_multiple_of(2) { first } else { first.other() };
        if expected == found {
            return Ok(());
        }
        let (expected, found) = (expected.name(), found.name());
        Err(PositionError::Parity { plies, variant: self.name().into(), expected, found })
    }

    /// Writes a position line. Between turns; in mid-turn the line of the turn's first square is
    /// not known any more.
    pub fn position_line(&self, position: &Position) -> String {
        let mut line = String::with_capacity(80);
        for row in (0..ROWS as u8).rev() {
            write_row(&mut line, position, row);
            line.push(if row > 0 { '/' } else { ' ' });
        }
        let _ = write!(line, "{} {}", position.to_move().letter(), position.plies());
        line
    }
}

fn parse_side(text: &str) -> Result<Side, PositionError> {
    match text {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        _ => Err(PositionError::Side(text.into())),
    }
}

fn parse_plies(text: &str) -> Result<u32, PositionError> {
    let error = || PositionError::Plies(text.into());
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(error());
    }
    text.parse().ok().filter(|plies| *plies <= MAX_PLIES).ok_or_else(error)
}

fn parse_rows(text: &str) -> Result<Vec<(Side, Piece, Square)>, PositionError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ROWS {
        return Err(PositionError::Rows(rows.len()));
    }
    let mut men: Vec<(Side, Piece, Square)> = Vec::with_capacity(30);
    for (from_top, row) in rows.into_iter().enumerate() {
        for (piece, square) in parse_row(row, ROWS - from_top)? {
            let (side, piece) = piece;
            if let Some(&(.., first)) = men.iter().find(|(s, p, _)| (*s, *p) == (side, piece)) {
                let letter = piece.letter(side);
                return Err(PositionError::Twice { letter, first, second: square });
            }
            men.push((side, piece, square));
        }
    }
    Ok(men)
}

type RowMen = Vec<((Side, Piece), Square)>;

fn parse_row(text: &str, row: usize) -> Result<RowMen, PositionError> {
    let mut men = RowMen::with_capacity(PLACES);
    let mut place = 0;
    for sign in text.chars() {
        if let Some(man) = Piece::from_letter(sign) {
            if place < PLACES {
                men.push((man, Square::at(row as u8 - 1, place as u8)));
            }
            place += 1;
        } else if let '1'..='5' = sign {
            place += sign as usize - '0' as usize;
        } else {
            return Err(PositionError::Sign { row, sign });
        }
    }
    if place == PLACES { Ok(men) } else { Err(PositionError::Width { row, squares: place }) }
}

fn write_row(line: &mut String, position: &Position, row: u8) {
    let mut run = 0;
    for place in 0..PLACES as u8 {
        match position.piece_at(Square::at(row, place)) {
            None => run += 1,
            Some((side, piece)) => {
                write_run(line, &mut run);
                line.push(piece.letter(side));
            }
        }
    }
    write_run(line, &mut run);
}

fn write_run(line: &mut String, run: &mut u8) {
    if *run > 0 {
        let _ = write!(line, "{run}");
        *run = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant() -> Variant {
        Variant::named("buettgenbach-1899").unwrap()
    }

    #[test]
    fn starts_of_the_rules_page() {
        for (name, line) in [
            ("buettgenbach-1899", "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE w 0"),
            ("nestor-1901", "klmno/fghij/abcde/5/5/5/5/EDCBA/JIHGF/ONMLK w 0"),
            ("walker", "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE b 0"),
        ] {
            let variant = Variant::named(name).unwrap();
            assert_eq!(variant.position_line(&variant.start()), line);
            assert_eq!(variant.parse_position(line), Ok(variant.start()));
        }
    }

    #[test]
    fn distances_of_the_rules_page() {
        for (name, distance) in [("buettgenbach-1899", 105), ("nestor", 113), ("nestor-1901", 105)]
        {
            let start = Variant::named(name).unwrap().start();
            assert_eq!(Side::BOTH.map(|side| start.distance(side)), [distance; 2]);
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (line, part) in [
            ("", "0 field"),
            ("5/5/5/5/5/5/5/5/5/5 w", "2 field"),
            ("5/5/5/5/5/5/5/5/5 w 0", "found 9"),
            ("5/5/5/5/5/5/5/5/5/4P w 0", "row 1: `P`"),
            ("5/5/5/5/5/5/5/5/5/0A4 w 0", "row 1: `0`"),
            ("5/5/5/5/5/5/5/5/5/6 w 0", "row 1: `6`"),
            ("5/5/5/5/5/5/5/5/5/4 w 0", "row 1 has 4"),
            ("ABCDEF/5/5/5/5/5/5/5/5/5 w 0", "row 10 has 6"),
            ("A4/5/5/5/5/5/5/5/5/A4 w 0", "`A` stands on b10 and on a1"),
            ("5/5/5/5/5/5/5/5/5/5 W 0", "not `W`"),
            ("5/5/5/5/5/5/5/5/5/5 w -1", "not `-1`"),
            ("5/5/5/5/5/5/5/5/5/5 w +2", "not `+2`"),
            ("5/5/5/5/5/5/5/5/5/5 w 1000000002", "not `1000000002`"),
            ("5/5/5/5/5/5/5/5/5/5 w 4294967296", "not `4294967296`"),
            ("5/5/5/5/5/5/5/5/5/5 w 1", "black is to move, not white"),
        ] {
            let error = variant().parse_position(line).unwrap_err().to_string();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}

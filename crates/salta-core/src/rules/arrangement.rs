//! The arrangement of the pieces at the start and at the goal: a named or a custom one.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::board::Board;
use crate::piece::{PIECES, Piece};
use crate::side::Side;
use crate::square::{PLACES, Square};

/// Rows of pieces, lowest row first, each from the owner's left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rows {
    pieces: [Piece; PIECES],
    ranks: u8,
    places: u8,
}

/// The pieces of a side on a board with `ranks` ranks, in order.
pub(super) fn pieces(board: Board, ranks: u8) -> impl Iterator<Item = Piece> + use<> {
    (0..ranks).flat_map(move |suit| {
        (0..board.places()).map(move |number| Piece::new(suit * PLACES as u8 + number))
    })
}

impl Rows {
    fn of(pieces: &[Piece], ranks: u8, places: u8) -> Rows {
        let mut rows = Rows { pieces: [Piece::new(0); PIECES], ranks, places };
        rows.pieces[..pieces.len()].copy_from_slice(pieces);
        rows
    }

    fn pieces(&self) -> &[Piece] {
        &self.pieces[..usize::from(self.ranks * self.places)]
    }

    /// White's pieces with their squares when the lowest row is `first_row` of the board, from 0.
    ///
    /// # Panics
    /// If the rows are not as long as the board's, or more than it has.
    pub(crate) fn placed(&self, board: Board, first_row: u8) -> Vec<(Piece, Square)> {
        assert_eq!(self.places, board.places(), "rows as long as the board's");
        let square = |i: u8| board.square(first_row + i / self.places, i % self.places);
        (0..).zip(self.pieces()).map(|(i, piece)| (*piece, square(i))).collect()
    }

    /// Why these are not rows of the pieces of a board with `ranks` ranks; `None` if they are.
    pub(super) fn misfit(&self, board: Board, ranks: u8) -> Option<String> {
        if (self.ranks, self.places) != (ranks, board.places()) {
            return Some(format!(
                "on the {board} board with `ranks` {ranks} an arrangement is {ranks} strings of {} letters",
                board.places()
            ));
        }
        let absent = |piece: &&Piece| !pieces(board, ranks).any(|of_board| of_board == **piece);
        let letter = self.pieces().iter().find(absent)?.letter(Side::White);
        Some(format!("the {board} board with `ranks` {ranks} has no piece {letter}"))
    }

    fn from_strings(rows: &[String]) -> Result<Rows, String> {
        let places = rows.first().map_or(0, |row| row.chars().count());
        let even = rows.iter().all(|row| row.chars().count() == places);
        if !(1..=3).contains(&rows.len()) || !(2..=PLACES).contains(&places) || !even {
            return Err("an arrangement is one to three strings of two to five letters, three of \
                        five on the full board"
                .into());
        }
        let mut pieces = Vec::with_capacity(PIECES);
        for letter in rows.iter().flat_map(|row| row.chars()) {
            let Some((Side::White, piece)) = Piece::from_letter(letter) else {
                return Err(format!("`{letter}` is not a piece (pieces are A to O)"));
            };
            if pieces.contains(&piece) {
                return Err(format!("piece {letter} occurs twice in the arrangement"));
            }
            pieces.push(piece);
        }
        Ok(Rows::of(&pieces, rows.len() as u8, places as u8))
    }

    fn strings(&self) -> Vec<String> {
        let row = |row: &[Piece]| row.iter().map(|p| p.letter(Side::White)).collect();
        self.pieces().chunks(usize::from(self.places)).map(row).collect()
    }
}

/// The starting arrangement (rule 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// Row 1 stars, 2 moons, 3 suns, numbered from the owner's left (B1899).
    Standard,
    /// The order of the rows reversed, numbers from the owner's right (N, 1901 edition).
    Exchanged,
    /// A custom arrangement.
    Rows(Rows),
}

impl Start {
    /// The rows of this arrangement.
    pub fn rows(&self, board: Board, ranks: u8) -> Rows {
        let mut standard: Vec<Piece> = pieces(board, ranks).collect();
        match self {
            Start::Standard => {}
            Start::Exchanged => standard.reverse(),
            Start::Rows(rows) => return *rows,
        }
        Rows::of(&standard, ranks, board.places())
    }
}

/// The goal square of each piece (rule 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The square (rows − ranks) rows further on, at the same place: seven rows on the full
    /// board (B1899; M1908; C; W2011 rule 9).
    Shift,
    /// The start square of the opposing piece of the same name (N; W2011 rule 9(i)).
    Opponent,
    /// A custom arrangement of the last rows of the board.
    Rows(Rows),
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a name or a list of strings, one per rank")]
enum NameOrRows {
    Name(String),
    Rows(Vec<String>),
}

/// Reads and writes an arrangement: one of two names, or rows.
macro_rules! arrangement {
    ($type:ident: $first:ident = $first_name:literal, $second:ident = $second_name:literal) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                match NameOrRows::deserialize(deserializer)? {
                    NameOrRows::Rows(rows) => {
                        Rows::from_strings(&rows).map($type::Rows).map_err(de::Error::custom)
                    }
                    NameOrRows::Name(name) => match name.as_str() {
                        $first_name => Ok($type::$first),
                        $second_name => Ok($type::$second),
                        _ => Err(de::Error::custom(format!(
                            "unknown value `{name}`, expected `{}`, `{}` or a list of strings, \
                             one per rank",
                            $first_name, $second_name
                        ))),
                    },
                }
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $type::$first => serializer.serialize_str($first_name),
                    $type::$second => serializer.serialize_str($second_name),
                    $type::Rows(rows) => rows.strings().serialize(serializer),
                }
            }
        }
    };
}

arrangement!(Start: Standard = "standard", Exchanged = "exchanged");
arrangement!(Goal: Shift = "shift", Opponent = "opponent");

//! How pieces stand at the start and at the goal: a named arrangement or a user's own.

use std::fmt;

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::piece::{PIECES, Piece};
use crate::side::Side;
use crate::square::Square;

/// Three rows of five pieces, lowest row first, each from the owner's left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rows([Piece; PIECES]);

impl Rows {
    /// The square of each piece when the lowest row stands on `first_row` (0–9), White's view.
    pub fn squares(&self, first_row: u8) -> [Square; PIECES] {
        let mut squares = [Square::new(0); PIECES];
        for (i, piece) in self.0.iter().enumerate() {
            squares[piece.index()] = Square::at(first_row + i as u8 / 5, i as u8 % 5);
        }
        squares
    }

    fn from_strings(rows: &[String]) -> Result<Rows, String> {
        let letters: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        if rows.len() != 3 || rows.iter().any(|row| row.chars().count() != 5) {
            return Err("an arrangement is three strings of five letters".into());
        }
        let mut pieces = Vec::with_capacity(PIECES);
        for letter in letters {
            let Some((Side::White, piece)) = Piece::from_letter(letter) else {
                return Err(format!("`{letter}` is no piece (pieces are A to O)"));
            };
            if pieces.contains(&piece) {
                return Err(format!("piece {letter} stands twice in the arrangement"));
            }
            pieces.push(piece);
        }
        Ok(Rows(pieces.try_into().expect("three rows of five are fifteen")))
    }

    fn strings(&self) -> [String; 3] {
        let row =
            |r: usize| self.0[5 * r..5 * r + 5].iter().map(|p| p.letter(Side::White)).collect();
        [row(0), row(1), row(2)]
    }

    fn from_letters(letters: &str) -> Rows {
        let rows: Vec<String> = letters.split('/').map(String::from).collect();
        Rows::from_strings(&rows).expect("the named arrangements are well formed")
    }
}

/// Rows 1–3 before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// Row 1 stars, 2 moons, 3 suns, each 1–5 from the owner's left (B1899).
    Standard,
    /// Rows 1 and 3 swapped, numbers from the owner's right (N, 1901 edition).
    Exchanged,
    /// A user's own.
    Rows(Rows),
}

impl Start {
    /// The three rows it names.
    pub fn rows(&self) -> Rows {
        match self {
            Start::Standard => Rows::from_letters("ABCDE/FGHIJ/KLMNO"),
            Start::Exchanged => Rows::from_letters("ONMLK/JIHGF/EDCBA"),
            Start::Rows(rows) => *rows,
        }
    }
}

/// Where each piece has to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Seven rows on, same place number (B1899; M1908; C; W2011 rule 9).
    Shift,
    /// The start square of the opposing piece of the same name (N; W2011 rule 9(i)).
    Opponent,
    /// A user's own, rows 8–10.
    Rows(Rows),
}

impl Goal {
    /// White's goal squares, piece by piece.
    pub fn squares(&self, start: &Start) -> [Square; PIECES] {
        match self {
            Goal::Shift => start.rows().squares(7),
            Goal::Opponent => start.rows().squares(0).map(Square::turned),
            Goal::Rows(rows) => rows.squares(7),
        }
    }
}

enum NameOrRows {
    Name(String),
    Rows(Rows),
}

struct ArrangementVisitor(&'static str);

impl<'de> Visitor<'de> for ArrangementVisitor {
    type Value = NameOrRows;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} or a list of three strings", self.0)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<NameOrRows, E> {
        Ok(NameOrRows::Name(text.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<NameOrRows, A::Error> {
        let mut rows = Vec::new();
        while let Some(row) = seq.next_element::<String>()? {
            rows.push(row);
        }
        Rows::from_strings(&rows).map(NameOrRows::Rows).map_err(de::Error::custom)
    }
}

fn unknown<E: de::Error>(name: &str, expected: &str) -> E {
    E::custom(format!("unknown value `{name}`, expected {expected} or a list of three strings"))
}

impl<'de> Deserialize<'de> for Start {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Start, D::Error> {
        let expected = "`standard`, `exchanged`";
        match deserializer.deserialize_any(ArrangementVisitor(expected))? {
            NameOrRows::Name(name) => match name.as_str() {
                "standard" => Ok(Start::Standard),
                "exchanged" => Ok(Start::Exchanged),
                _ => Err(unknown(&name, expected)),
            },
            NameOrRows::Rows(rows) => Ok(Start::Rows(rows)),
        }
    }
}

impl<'de> Deserialize<'de> for Goal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Goal, D::Error> {
        let expected = "`shift`, `opponent`";
        match deserializer.deserialize_any(ArrangementVisitor(expected))? {
            NameOrRows::Name(name) => match name.as_str() {
                "shift" => Ok(Goal::Shift),
                "opponent" => Ok(Goal::Opponent),
                _ => Err(unknown(&name, expected)),
            },
            NameOrRows::Rows(rows) => Ok(Goal::Rows(rows)),
        }
    }
}

impl Serialize for Start {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Start::Standard => serializer.serialize_str("standard"),
            Start::Exchanged => serializer.serialize_str("exchanged"),
            Start::Rows(rows) => rows.strings().serialize(serializer),
        }
    }
}

impl Serialize for Goal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Goal::Shift => serializer.serialize_str("shift"),
            Goal::Opponent => serializer.serialize_str("opponent"),
            Goal::Rows(rows) => rows.strings().serialize(serializer),
        }
    }
}

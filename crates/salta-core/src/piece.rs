//! The fifteen pieces of a side: stars, moons and suns, each numbered 1–5.

use std::fmt;

use crate::side::Side;

/// Pieces of a side.
pub const PIECES: usize = 15;

/// One of the fifteen pieces (rule 1.3), 0–14: stars 1–5 (`A`–`E`), moons 1–5 (`F`–`J`), suns 1–5
/// (`K`–`O`).
///
/// ```
/// use salta_core::{Piece, Side};
///
/// let (side, moon) = Piece::from_letter('h').unwrap();
/// assert_eq!((side, moon.to_string().as_str(), moon.number()), (Side::Black, "moon 3", 3));
/// assert_eq!(Piece::all().count(), 15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

/// The symbol on a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suit {
    /// `A`–`E`.
    Star = 0,
    /// `F`–`J`.
    Moon = 1,
    /// `K`–`O`.
    Sun = 2,
}

impl Suit {
    /// Its name: `star`, `moon` or `sun`.
    pub const fn name(self) -> &'static str {
        match self {
            Suit::Star => "star",
            Suit::Moon => "moon",
            Suit::Sun => "sun",
        }
    }
}

impl Piece {
    /// The piece with this index.
    ///
    /// # Panics
    /// If `index` is 15 or more.
    #[inline(always)]
    pub const fn new(index: u8) -> Piece {
        assert!(index < PIECES as u8, "a piece index is below 15");
        Piece(index)
    }

    /// All fifteen in order.
    pub fn all() -> impl Iterator<Item = Piece> {
        (0..PIECES as u8).map(Piece)
    }

    /// The index, 0–14.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The symbol on the piece.
    pub const fn suit(self) -> Suit {
        match self.0 / 5 {
            0 => Suit::Star,
            1 => Suit::Moon,
            _ => Suit::Sun,
        }
    }

    /// The number on the piece, 1–5.
    pub const fn number(self) -> u8 {
        self.0 % 5 + 1
    }

    /// The letter of the piece: upper case for White, lower case for Black.
    pub const fn letter(self, side: Side) -> char {
        let base = match side {
            Side::White => b'A',
            Side::Black => b'a',
        };
        (base + self.0) as char
    }

    /// The piece and side that a letter stands for.
    pub const fn from_letter(letter: char) -> Option<(Side, Piece)> {
        match letter {
            'A'..='O' => Some((Side::White, Piece(letter as u8 - b'A'))),
            'a'..='o' => Some((Side::Black, Piece(letter as u8 - b'a'))),
            _ => None,
        }
    }
}

impl fmt::Display for Piece {
    /// `star 3`, `moon 1`, `sun 5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.suit().name(), self.number())
    }
}

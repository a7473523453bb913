//! Sets of squares (rule 1.1) as 55-bit words in which every diagonal is one shift.
//!
//! Two rows take 11 bits: five squares, a ghost bit, five squares. A step then moves a bit by 5 or
//! 6 anywhere on the board, a step off the left or right edge lands on a ghost bit, and rotating
//! the board by 180° reverses the 55 bits.

use std::fmt;

use crate::direction::Direction;
use crate::set_operators::set_operators;
use crate::square::{PLACES, SQUARES, Square};

/// Bits by which a step forward left shifts a set up, and a step back right shifts it down.
pub(crate) const FORWARD_LEFT: u64 = 5;

/// Bits by which a step forward right shifts a set up, and a step back left shifts it down.
pub(crate) const FORWARD_RIGHT: u64 = 6;

/// Bits of a word that belong to the board, ghost bits included.
const WIDTH: u32 = 55;

/// Bit position of each square.
const BIT: [u8; SQUARES] = {
    let mut bits = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let (row, place) = (index / PLACES, index % PLACES);
        bits[index] = (11 * (row / 2) + 6 * (row % 2) + place) as u8;
        index += 1;
    }
    bits
};

/// Square index of each bit position; 255 on ghost bits.
const INDEX: [u8; 64] = {
    let mut indices = [255; 64];
    let mut index = 0;
    while index < SQUARES {
        indices[BIT[index] as usize] = index as u8;
        index += 1;
    }
    indices
};

/// `n` / 10 for `n` below 100, by multiplication, since there is no vector division of integers.
const fn tenth(n: u64) -> u64 {
    (n * 205) >> 11
}

/// `n` / 11 for `n` below 70.
const fn eleventh(n: u64) -> u64 {
    (n * 94) >> 10
}

/// A set of dark squares.
///
/// ```
/// use salta_core::{Bitboard, Direction, Square};
///
/// let e3: Square = "e3".parse()?;
/// let around = Bitboard::of(e3).neighbours();
/// assert_eq!(around.len(), 4);
/// assert!(around.contains("f4".parse()?));
/// assert_eq!(Bitboard::of(e3).shift(Direction::ForwardRight), Bitboard::of("f4".parse()?));
/// let names: Vec<String> = around.iter().map(|square| square.to_string()).collect();
/// assert_eq!(names, ["d2", "f2", "d4", "f4"]);
/// # Ok::<(), salta_core::SquareError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 50 squares.
    pub const ALL: Bitboard = {
        // Five squares, a ghost bit, five squares: every two rows take 11 bits.
        let two_rows: u64 = 0b111_1101_1111;
        Bitboard(two_rows | two_rows << 11 | two_rows << 22 | two_rows << 33 | two_rows << 44)
    };

    /// The set with these bits; meaningless if a bit is not a square.
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> Bitboard {
        Bitboard(bits)
    }

    /// The bits: 11 for two rows, with a ghost bit between them.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set that holds one square.
    #[inline(always)]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << BIT[square.index()])
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of squares.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has two squares or more.
    #[inline(always)]
    pub(crate) const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether a square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> BIT[square.index()] & 1 != 0
    }

    /// Whether the sets have a square in common.
    #[inline(always)]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Number of squares of the set below `square`, a set of one square.
    #[inline(always)]
    pub const fn rank_of(self, square: Bitboard) -> u32 {
        (self.0 & (square.0 - 1)).count_ones()
    }

    /// The lowest square; a1 if the set is empty.
    #[inline(always)]
    pub const fn first(self) -> Square {
        Square::new(INDEX[(self.0.trailing_zeros() & 63) as usize])
    }

    /// Index of the lowest bit; 64 if the set is empty.
    #[inline(always)]
    pub const fn lowest_bit(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// The set that holds the square of this bit, which is [`Bitboard::bit_of`] of its index.
    /// Computed modulo 64, so that a branch-free loop may pass numbers that are no square's bit.
    #[inline(always)]
    pub const fn at_bit(bit: u64) -> Bitboard {
        Bitboard(1 << (bit & 63))
    }

    /// 1 if the set has the square of this bit, else 0.
    #[inline(always)]
    pub const fn bit(self, bit: usize) -> u64 {
        self.0 >> (bit & 63) & 1
    }

    /// The bit of the square with this index, below 50; computed without a table, for vector code.
    #[inline(always)]
    pub const fn bit_of(index: u64) -> u64 {
        index + tenth(index + 5)
    }

    /// The index of the square of a bit, without a table; the inverse of [`Bitboard::bit_of`].
    #[inline(always)]
    pub const fn index_of(bit: u64) -> u64 {
        bit.wrapping_sub(eleventh(bit + 5))
    }

    /// The bit of the square that [`Square::rotated`] gives.
    #[inline(always)]
    pub const fn rotated_bit(bit: u64) -> u64 {
        (WIDTH as u64 - 1).wrapping_sub(bit)
    }

    /// The set without its lowest square.
    #[inline(always)]
    pub const fn without_first(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_sub(1))
    }

    /// Every square of the set shifted by one step; squares that leave the board are dropped.
    #[inline(always)]
    pub const fn shift(self, direction: Direction) -> Bitboard {
        let moved = match direction {
            Direction::ForwardLeft => self.0 << FORWARD_LEFT,
            Direction::ForwardRight => self.0 << FORWARD_RIGHT,
            Direction::BackLeft => self.0 >> FORWARD_RIGHT,
            Direction::BackRight => self.0 >> FORWARD_LEFT,
        };
        Bitboard(moved & Bitboard::ALL.0)
    }

    /// The word rotated left by `by`, 1 to 63. [`FORWARD_LEFT`] or [`FORWARD_RIGHT`] is a step in
    /// that direction, 64 minus either a step back; a step over the edge lands off the board's
    /// squares. `by` has 64 bits so that a loop over boards stays in 64-bit lanes:
    /// `u64::rotate_left` with its `u32` is slower by an eighth to a quarter.
    #[inline(always)]
    #[expect(clippy::manual_rotate, reason = "the amount has 64 bits")]
    pub(crate) const fn rotate_left(self, by: u64) -> Bitboard {
        Bitboard(self.0 << by | self.0 >> (64 - by))
    }

    /// The inverse of [`Bitboard::rotate_left`].
    #[inline(always)]
    #[expect(clippy::manual_rotate, reason = "the amount has 64 bits")]
    pub(crate) const fn rotate_right(self, by: u64) -> Bitboard {
        Bitboard(self.0 >> by | self.0 << (64 - by))
    }

    /// Every square next to the set.
    #[inline(always)]
    pub const fn neighbours(self) -> Bitboard {
        Bitboard(self.neighbours_or_ghosts().0 & Bitboard::ALL.0)
    }

    /// [`Bitboard::neighbours`] with ghost bits, for callers that intersect the set anyway.
    #[inline(always)]
    pub(crate) const fn neighbours_or_ghosts(self) -> Bitboard {
        let set = self.0;
        let up = set << FORWARD_LEFT | set << FORWARD_RIGHT;
        Bitboard(up | set >> FORWARD_LEFT | set >> FORWARD_RIGHT)
    }

    /// The set on the board rotated by 180°.
    #[inline(always)]
    pub const fn rotated(self) -> Bitboard {
        Bitboard(self.0.reverse_bits() >> (64 - WIDTH))
    }

    /// The set as a 50-bit word without ghost bits: bit i is the square of index i.
    #[inline(always)]
    pub const fn dense(self) -> u64 {
        const ROW: u64 = 0b11111;
        let set = self.0;
        // There are (r + 1) / 2 ghost bits below row r.
        set & ROW
            | (set & (ROW << 6 | ROW << 11)) >> 1
            | (set & (ROW << 17 | ROW << 22)) >> 2
            | (set & (ROW << 28 | ROW << 33)) >> 3
            | (set & (ROW << 39 | ROW << 44)) >> 4
            | (set & (ROW << 50)) >> 5
    }

    /// The set if `mask` is all ones, the empty set if it is zero.
    #[inline(always)]
    pub const fn masked(self, mask: u64) -> Bitboard {
        Bitboard(self.0 & mask)
    }

    /// The squares, lowest first.
    #[inline(always)]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }

    /// The squares, lowest first, each as a set of one square.
    #[inline(always)]
    pub fn singles(mut self) -> impl Iterator<Item = Bitboard> {
        std::iter::from_fn(move || {
            let lowest = Bitboard(self.0 & self.0.wrapping_neg());
            self ^= lowest;
            (!lowest.is_empty()).then_some(lowest)
        })
    }
}

set_operators!(Bitboard);

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

/// The squares of a [`Bitboard`], lowest first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.without_first();
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let squares = self.0.len() as usize;
        (squares, Some(squares))
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Debug for Bitboard {
    /// The names of the squares.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|square| square.to_string())).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_is_a_step_on_the_board() {
        for square in Square::all() {
            for direction in Direction::ALL {
                let target = square.step(direction).map_or(Bitboard::EMPTY, Bitboard::of);
                assert_eq!(Bitboard::of(square).shift(direction), target, "{square} {direction:?}");
            }
            let near: Bitboard = Direction::ALL.into_iter().flat_map(|d| square.step(d)).collect();
            assert_eq!(Bitboard::of(square).neighbours(), near);
        }
    }

    #[test]
    fn rotation_reverses_the_bits() {
        for square in Square::all() {
            let set = Bitboard::of(square);
            assert_eq!(set.rotated(), Bitboard::of(square.rotated()));
            for direction in Direction::ALL {
                let there = set.shift(direction).rotated();
                assert_eq!(there, set.rotated().shift(direction.rotated()));
            }
        }
    }

    #[test]
    fn all_has_fifty_squares_in_order() {
        assert_eq!(Bitboard::ALL.len(), 50);
        assert!(Bitboard::ALL.iter().eq(Square::all()));
        assert_eq!(Square::all().collect::<Bitboard>(), Bitboard::ALL);
        assert_eq!(Bitboard::ALL.singles().count(), 50);
    }

    #[test]
    fn bits_and_indices_need_no_table() {
        for square in Square::all() {
            let (set, index) = (Bitboard::of(square), square.index() as u64);
            let bit = Bitboard::bit_of(index);
            assert_eq!((Bitboard::at_bit(bit), set.bit(bit as usize)), (set, 1));
            assert_eq!(Bitboard::index_of(bit), index);
            assert_eq!(Bitboard::at_bit(Bitboard::rotated_bit(bit)), set.rotated());
            assert_eq!((Bitboard::ALL.rank_of(set), set.dense()), (index as u32, 1 << index));
        }
    }

    #[test]
    fn debug_names_the_squares() {
        let corners: Bitboard =
            ["a1", "j10"].map(|name| name.parse().unwrap()).into_iter().collect();
        assert_eq!(format!("{corners:?}"), r#"{"a1", "j10"}"#);
    }
}

//! Sets of squares as 55-bit words in which every diagonal is one shift.
//!
//! Two rows take 11 bits: five squares, a ghost bit, five squares. A step then moves a bit by 5 or
//! 6 anywhere on the board, a step off the left or right edge lands on a ghost bit, and turning the
//! board by 180° reverses the 55 bits.

use crate::square::{SQUARES, Square};

const WIDTH: u32 = 55;

/// The 50 bits that are squares.
pub const BOARD: u64 = board();

/// Bit position of each square.
pub const BIT: [u8; SQUARES] = bits();

/// Square index of each bit position; 255 on ghost bits.
pub const INDEX: [u8; 64] = indices();

const fn bits() -> [u8; SQUARES] {
    let mut bits = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let (row, place) = (index / 5, index % 5);
        bits[index] = (11 * (row / 2) + 6 * (row % 2) + place) as u8;
        index += 1;
    }
    bits
}

const fn indices() -> [u8; 64] {
    let bits = bits();
    let mut indices = [255; 64];
    let mut index = 0;
    while index < SQUARES {
        indices[bits[index] as usize] = index as u8;
        index += 1;
    }
    indices
}

const fn board() -> u64 {
    let bits = bits();
    let mut board = 0;
    let mut index = 0;
    while index < SQUARES {
        board |= 1 << bits[index];
        index += 1;
    }
    board
}

/// A diagonal direction as White sees it; the discriminants are those of the actions (RULES.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Up the board, to the left.
    ForwardLeft = 0,
    /// Up the board, to the right.
    ForwardRight = 1,
    /// Down the board, to the left.
    BackLeft = 2,
    /// Down the board, to the right.
    BackRight = 3,
}

impl Direction {
    /// All four, in the order of the actions.
    pub const ALL: [Direction; 4] = [
        Direction::ForwardLeft,
        Direction::ForwardRight,
        Direction::BackLeft,
        Direction::BackRight,
    ];

    /// 0–3, in the order of the actions.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The same direction seen from the other side of the board, which is also its opposite.
    #[inline(always)]
    pub const fn turned(self) -> Direction {
        Direction::ALL[3 - self as usize]
    }

    /// Whether White moves forward this way.
    #[inline(always)]
    pub const fn is_up(self) -> bool {
        (self as usize) < 2
    }
}

/// Moves every square of the set one step; what leaves the board is dropped.
#[inline(always)]
pub const fn shift(set: u64, direction: Direction) -> u64 {
    BOARD
        & match direction {
            Direction::ForwardLeft => set << 5,
            Direction::ForwardRight => set << 6,
            Direction::BackLeft => set >> 6,
            Direction::BackRight => set >> 5,
        }
}

/// Every square next to the set.
#[inline(always)]
pub const fn neighbours(set: u64) -> u64 {
    BOARD & (set << 5 | set << 6 | set >> 5 | set >> 6)
}

/// The set on the board turned by 180°.
#[inline(always)]
pub const fn turned(set: u64) -> u64 {
    set.reverse_bits() >> (64 - WIDTH)
}

/// The set that holds one square.
#[inline(always)]
pub const fn bit(square: Square) -> u64 {
    1 << BIT[square.index()]
}

/// The lowest square of a set that is not empty.
#[inline(always)]
pub const fn first(set: u64) -> Square {
    Square::new(INDEX[set.trailing_zeros() as usize])
}

/// The squares of a set, in order, each as a set of its own.
#[inline(always)]
pub fn singles(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The squares of a set, in order.
#[inline(always)]
pub fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = first(set);
            set &= set - 1;
            square
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_coordinates(square: Square, direction: Direction) -> Option<Square> {
        let (rows, columns) = [(1, -1), (1, 1), (-1, -1), (-1, 1)][direction.index()];
        let (row, column) = (square.row() as i8 + rows, square.column() as i8 + columns);
        let on_board = (0..10).contains(&row) && (0..10).contains(&column);
        on_board.then(|| Square::at(row as u8, column as u8 / 2))
    }

    #[test]
    fn a_shift_is_a_step_on_the_board() {
        for square in Square::all() {
            for direction in Direction::ALL {
                let target = by_coordinates(square, direction).map_or(0, bit);
                assert_eq!(shift(bit(square), direction), target, "{square} {direction:?}");
            }
        }
    }

    #[test]
    fn turning_is_reversing() {
        for square in Square::all() {
            assert_eq!(turned(bit(square)), bit(square.turned()));
            for direction in Direction::ALL {
                let there = turned(shift(bit(square), direction));
                assert_eq!(there, shift(turned(bit(square)), direction.turned()));
            }
        }
    }

    #[test]
    fn board_has_fifty_squares() {
        assert_eq!(BOARD.count_ones(), 50);
        assert_eq!(squares(BOARD).collect::<Vec<_>>(), Square::all().collect::<Vec<_>>());
    }
}

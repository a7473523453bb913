//! A state of the game: the pieces, the side to move, and the chain of jumps under way.

use crate::bitboard::Bitboard;
use crate::piece::Piece;
use crate::side::Side;
use crate::square::Square;

/// The board, the side to move and the plies played (80 bytes, no pointers).
///
/// Positions are created and changed by a [`Variant`](crate::Variant), which keeps the distances of
/// both sides up to date.
///
/// It has no `FromStr` or `Display`, since the board and the distances are the variant's: see
/// [`Variant::parse_position`](crate::Variant::parse_position) and
/// [`Variant::position_line`](crate::Variant::position_line).
///
/// ```
/// use salta_core::{Side, Variant};
///
/// let variant = Variant::named("nestor").unwrap();
/// let start = variant.start();
/// assert_eq!((start.to_move(), start.plies()), (Side::White, 0));
/// assert_eq!(start.distance(Side::White), 113);
/// let (side, piece) = start.piece_at("a1".parse()?).unwrap();
/// assert_eq!((side, piece.to_string().as_str()), (Side::White, "star 1"));
/// # Ok::<(), salta_core::SquareError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Squares occupied by each side.
    pub(crate) occupied: [Bitboard; 2],
    /// The piece on every occupied square, bit-sliced: plane k holds bit k of its index.
    pub(crate) planes: [Bitboard; 4],
    /// Squares landed on in this turn, its first square included; empty between turns.
    pub(crate) landed: Bitboard,
    /// The hopping piece's square as a set; empty between turns.
    pub(crate) hopper: Bitboard,
    pub(crate) distance: [u16; 2],
    pub(crate) plies: u32,
    pub(crate) to_move: Side,
}

/// A position as plain words, for programs that keep many of them in arrays. The side to move and
/// the distances follow from these and the rules.
///
/// ```
/// use salta_core::Variant;
///
/// let variant = Variant::named("walker").unwrap();
/// let words = variant.start().bitboards();
/// assert_eq!(words.occupied[0].len(), 15);
/// assert_eq!(variant.position_from(&words), variant.start());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboards {
    /// Squares occupied by White and by Black.
    pub occupied: [Bitboard; 2],
    /// Plane k holds bit k of the index of the piece on each occupied square, and nothing
    /// elsewhere.
    pub planes: [Bitboard; 4],
    /// Squares landed on in this turn, its first square included; empty between turns.
    pub landed: Bitboard,
    /// The square of the piece in the middle of a turn; empty between turns.
    pub hopper: Bitboard,
    /// Plies played.
    pub plies: u32,
}

impl Bitboards {
    /// Puts a piece on an empty square.
    pub fn put(&mut self, side: Side, piece: Piece, square: Square) {
        let set = Bitboard::of(square);
        self.occupied[side.index()] |= set;
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            if piece.index() >> bit & 1 == 1 {
                *plane |= set;
            }
        }
    }
}

impl Position {
    /// The position as plain words; [`crate::Variant::position_from`] is the inverse.
    #[inline(always)]
    pub const fn bitboards(&self) -> Bitboards {
        let Position { occupied, planes, landed, hopper, plies, .. } = *self;
        Bitboards { occupied, planes, landed, hopper, plies }
    }

    pub(crate) const fn empty(to_move: Side, plies: u32) -> Position {
        Position {
            occupied: [Bitboard::EMPTY; 2],
            planes: [Bitboard::EMPTY; 4],
            landed: Bitboard::EMPTY,
            hopper: Bitboard::EMPTY,
            distance: [0; 2],
            plies,
            to_move,
        }
    }

    /// The side to move.
    #[inline(always)]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Plies played since the start (rule 4.5); a turn of several jumps is one.
    #[inline(always)]
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// The position with the number of plies set to 0, for comparison only: two positions of a game
    /// repeat each other if they are equal in this form.
    #[must_use]
    pub const fn without_plies(&self) -> Position {
        Position { plies: 0, ..*self }
    }

    /// The squares occupied by a side.
    #[inline(always)]
    pub const fn occupied(&self, side: Side) -> Bitboard {
        self.occupied[side.index()]
    }

    /// The squares occupied by either side.
    #[inline(always)]
    pub fn all_occupied(&self) -> Bitboard {
        self.occupied[0] | self.occupied[1]
    }

    /// Sum over a side's pieces of max(|rows|, |columns|) to the goal square.
    #[inline(always)]
    pub const fn distance(&self, side: Side) -> u32 {
        self.distance[side.index()] as u32
    }

    /// Whether all pieces of a side are on their goal squares (rule 4.4).
    #[inline(always)]
    pub const fn is_home(&self, side: Side) -> bool {
        self.distance[side.index()] == 0
    }

    /// The square of the piece that is in the middle of a chain, if there is one.
    #[inline(always)]
    pub const fn hopper(&self) -> Option<Square> {
        if self.hopper.is_empty() { None } else { Some(self.hopper.first()) }
    }

    /// Squares landed on in this turn, its first square included; empty between turns.
    #[inline(always)]
    pub const fn landed(&self) -> Bitboard {
        self.landed
    }

    /// The side and piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<(Side, Piece)> {
        let side = Side::BOTH.into_iter().find(|side| self.occupied(*side).contains(square))?;
        Some((side, self.identity(square)))
    }

    /// The pieces of a side with their squares, in order of squares.
    ///
    /// ```
    /// use salta_core::{Side, Variant};
    ///
    /// let start = Variant::named("walker").unwrap().start();
    /// let letters: String = start.pieces(Side::Black).map(|(piece, _)| piece.letter(Side::Black)).collect();
    /// assert_eq!(letters, "onmlkjihgfedcba");
    /// ```
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Piece, Square)> + '_ {
        self.occupied(side).iter().map(|square| (self.identity(square), square))
    }

    /// The piece on an occupied square.
    #[inline(always)]
    fn identity(&self, square: Square) -> Piece {
        let set = Bitboard::of(square);
        let [b0, b1, b2, b3] = self.planes.map(|plane| u8::from(plane.intersects(set)));
        Piece::new(b0 | b1 << 1 | b2 << 2 | b3 << 3)
    }

    /// The planes with the piece on `from` moved to `to`, and its index; both sets hold one square.
    #[inline(always)]
    pub(crate) fn planes_after(&self, from: Bitboard, to: Bitboard) -> ([Bitboard; 4], usize) {
        let at = from.lowest_bit();
        let [on0, on1, on2, on3] = self.planes.map(|plane| plane.bit(at));
        let [p0, p1, p2, p3] = self.planes;
        let both = from | to;
        let planes = [
            p0 ^ both.masked(on0.wrapping_neg()),
            p1 ^ both.masked(on1.wrapping_neg()),
            p2 ^ both.masked(on2.wrapping_neg()),
            p3 ^ both.masked(on3.wrapping_neg()),
        ];
        (planes, (on0 | on1 << 1 | on2 << 2 | on3 << 3) as usize)
    }

    #[inline(always)]
    pub(crate) const fn end_turn(&mut self) {
        self.landed = Bitboard::EMPTY;
        self.hopper = Bitboard::EMPTY;
        self.plies += 1;
        self.to_move = self.to_move.other();
    }
}

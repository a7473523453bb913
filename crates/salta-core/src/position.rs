//! A state of the game: who stands where, who moves, and how far a turn of several jumps has come.

use crate::bitboard::{self, BOARD, bit};
use crate::piece::Piece;
use crate::side::Side;
use crate::square::Square;

/// The board, the side to move and the plies played (80 bytes, no pointers).
///
/// Positions are made and changed by a [`Variant`](crate::Variant), which keeps the distances of
/// both sides up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Squares taken by each side.
    pub(crate) taken: [u64; 2],
    /// The piece on every taken square, bit-sliced: plane k holds bit k of its index.
    pub(crate) planes: [u64; 4],
    /// Squares landed on in this turn, its first square included; empty between turns.
    pub(crate) landed: u64,
    /// The hopping piece's square as a set; empty between turns.
    pub(crate) hopper: u64,
    pub(crate) distance: [u16; 2],
    pub(crate) plies: u32,
    pub(crate) to_move: Side,
}

/// A position as plain words, for programs that keep many of them in arrays. The side to move and
/// the distances follow from these and the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bitboards {
    /// Squares taken by White and by Black ([`crate::bitboard`]).
    pub taken: [u64; 2],
    /// Plane k holds bit k of the index of the piece on each taken square, and nothing elsewhere.
    pub planes: [u64; 4],
    /// Squares landed on in this turn, its first square included; empty between turns.
    pub landed: u64,
    /// The square of the piece in the middle of a turn; empty between turns.
    pub hopper: u64,
    /// Plies played.
    pub plies: u32,
}

impl Position {
    /// The position as plain words; [`crate::Variant::from_bitboards`] reads them back.
    #[inline(always)]
    pub const fn bitboards(&self) -> Bitboards {
        Bitboards {
            taken: self.taken,
            planes: self.planes,
            landed: self.landed,
            hopper: self.hopper,
            plies: self.plies,
        }
    }

    pub(crate) const fn empty(to_move: Side, plies: u32) -> Position {
        Position {
            taken: [0; 2],
            planes: [0; 4],
            landed: 0,
            hopper: 0,
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

    /// Plies played since the start; a turn of several jumps is one.
    #[inline(always)]
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// The squares a side stands on.
    #[inline(always)]
    pub const fn taken(&self, side: Side) -> u64 {
        self.taken[side.index()]
    }

    /// The squares nobody stands on.
    #[inline(always)]
    pub const fn empty_squares(&self) -> u64 {
        BOARD & !(self.taken[0] | self.taken[1])
    }

    /// Sum over a side's pieces of max(|rows|, |columns|) to the goal square.
    #[inline(always)]
    pub const fn distance(&self, side: Side) -> u32 {
        self.distance[side.index()] as u32
    }

    /// Whether all pieces of a side stand on their goal squares.
    #[inline(always)]
    pub const fn is_home(&self, side: Side) -> bool {
        self.distance[side.index()] == 0
    }

    /// The piece that is in the middle of a turn of several jumps, if one is.
    #[inline(always)]
    pub const fn hopper(&self) -> Option<Square> {
        if self.hopper == 0 { None } else { Some(bitboard::first(self.hopper)) }
    }

    /// Squares landed on in this turn, its first square included; empty between turns.
    #[inline(always)]
    pub const fn landed(&self) -> u64 {
        self.landed
    }

    /// Who and what stands on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<(Side, Piece)> {
        let set = bit(square);
        let side = Side::BOTH.into_iter().find(|side| self.taken(*side) & set != 0)?;
        Some((side, self.identity(set)))
    }

    /// The pieces of a side with their squares, in order of squares.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Piece, Square)> + '_ {
        bitboard::squares(self.taken(side)).map(|square| (self.identity(bit(square)), square))
    }

    /// Piece standing on the one square of `set`.
    #[inline(always)]
    pub(crate) const fn identity(&self, set: u64) -> Piece {
        let p = &self.planes;
        let index = (p[0] & set != 0) as u8
            | ((p[1] & set != 0) as u8) << 1
            | ((p[2] & set != 0) as u8) << 2
            | ((p[3] & set != 0) as u8) << 3;
        Piece::new(index)
    }

    pub(crate) const fn put(&mut self, side: Side, piece: Piece, square: Square) {
        let set = bit(square);
        self.taken[side.index()] |= set;
        let mut plane = 0;
        while plane < 4 {
            if piece.index() >> plane & 1 == 1 {
                self.planes[plane] |= set;
            }
            plane += 1;
        }
    }

    /// The planes with the piece on `from` moved to `to`, and its index; both sets hold one square.
    #[inline(always)]
    pub(crate) const fn planes_after(&self, from: u64, to: u64) -> ([u64; 4], usize) {
        let [p0, p1, p2, p3] = self.planes;
        let at = from.trailing_zeros() & 63;
        let (on0, on1) = (p0 >> at & 1, p1 >> at & 1);
        let (on2, on3) = (p2 >> at & 1, p3 >> at & 1);
        let both = from | to;
        let planes = [
            p0 ^ both & on0.wrapping_neg(),
            p1 ^ both & on1.wrapping_neg(),
            p2 ^ both & on2.wrapping_neg(),
            p3 ^ both & on3.wrapping_neg(),
        ];
        (planes, (on0 | on1 << 1 | on2 << 2 | on3 << 3) as usize)
    }

    #[inline(always)]
    pub(crate) const fn end_turn(&mut self) {
        self.landed = 0;
        self.hopper = 0;
        self.plies += 1;
        self.to_move = self.to_move.other();
    }
}

//! The features of the evaluation and their weights.

use salta_core::{PIECES, Piece, SQUARES, Side, Square, Variant};

/// The weight of each feature, in hundredths of a point for the side that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    /// A step of distance still to go.
    pub(crate) step: i32,
    /// A column to go in excess of the rows to go: forward moves alone cannot reach the goal.
    pub(crate) sideways: i32,
    /// A forward step that is open to a piece not yet at home.
    pub(crate) open_step: i32,
    /// A piece not yet at home that has no way forward, neither step nor jump.
    pub(crate) blocked: i32,
    /// A forward jump over an enemy piece that the side could make if it were to move.
    pub(crate) jump: i32,
    /// Such a jump that takes a piece off its goal.
    pub(crate) jump_from_home: i32,
    /// A piece at home right in front of one that is not: a door shut too early.
    pub(crate) shut_door: i32,
    /// Being to move.
    pub(crate) tempo: i32,
}

impl Weights {
    /// The weights of `alphabeta@2`: fixed.
    pub(crate) const ALPHABETA_2: Weights = Weights {
        step: -100,
        sideways: -35,
        open_step: 10,
        blocked: -60,
        jump: 10,
        jump_from_home: -20,
        shut_door: -20,
        tempo: 50,
    };

    /// The margin by distance, plus half a step for the mover.
    pub(crate) const DISTANCE: Weights = Weights {
        step: -100,
        sideways: 0,
        open_step: 0,
        blocked: 0,
        jump: 0,
        jump_from_home: 0,
        shut_door: 0,
        tempo: 50,
    };
}

/// The part of the evaluation that depends on a piece's square alone, by side, piece and square.
#[derive(Clone, Debug)]
pub(crate) struct SquareValues([[[i32; SQUARES]; PIECES]; 2]);

impl SquareValues {
    pub(crate) fn new(variant: &Variant, weights: &Weights) -> SquareValues {
        let mut values = [[[0; SQUARES]; PIECES]; 2];
        for side in Side::BOTH {
            for piece in variant.pieces() {
                for square in Square::all() {
                    values[side.index()][piece.index()][square.index()] =
                        value(variant, weights, side, piece, square);
                }
            }
        }
        SquareValues(values)
    }

    #[inline(always)]
    pub(super) const fn of(&self, side: Side, piece: Piece, square: Square) -> i32 {
        self.0[side.index()][piece.index()][square.index()]
    }
}

fn value(variant: &Variant, w: &Weights, side: Side, piece: Piece, square: Square) -> i32 {
    let goal = variant.goal(side, piece);
    let distance = i32::from(variant.distance(side, piece, square));
    let rows = match side {
        Side::White => goal.row() as i32 - square.row() as i32,
        Side::Black => square.row() as i32 - goal.row() as i32,
    };
    let columns = i32::from(goal.column().abs_diff(square.column()));
    w.step * distance + w.sideways * (columns - rows).max(0)
}

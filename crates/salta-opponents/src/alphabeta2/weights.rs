//! The features of the evaluation and their weights.

use salta_core::{PIECES, Piece, SQUARES, Side, Square, Variant};

/// The weight of each feature, in hundredths of a point for the side that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A step of distance still to go.
    pub step: i32,
    /// A column to go in excess of the rows to go: forward moves alone cannot reach the goal.
    pub sideways: i32,
    /// A forward step that is open to a piece not yet at home.
    pub open_step: i32,
    /// A piece not yet at home that has no way forward, neither step nor jump.
    pub blocked: i32,
    /// A forward jump over an enemy piece that the side could make if it were to move.
    pub jump: i32,
    /// Such a jump that takes a piece off its goal.
    pub jump_from_home: i32,
    /// A piece at home right in front of one that is not: a door shut too early.
    pub shut_door: i32,
    /// Being to move.
    pub tempo: i32,
}

impl Weights {
    /// The weights of `alphabeta@2`: fixed.
    pub const ALPHABETA_2: Weights = Weights {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_distance_alone_a_piece_is_worth_its_steps() {
        for name in salta_core::rules::NAMED {
            let variant = Variant::named(name).unwrap();
            let values = SquareValues::new(&variant, &Weights::DISTANCE);
            for (side, piece) in
                Side::BOTH.into_iter().flat_map(|s| variant.pieces().map(move |p| (s, p)))
            {
                for square in Square::all() {
                    let steps = i32::from(variant.distance(side, piece, square));
                    assert_eq!(values.of(side, piece, square), -100 * steps);
                }
            }
        }
    }

    #[test]
    fn both_sides_weigh_alike() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let weights = Weights { sideways: -7, ..Weights::DISTANCE };
        let values = SquareValues::new(&variant, &weights);
        for piece in variant.pieces() {
            for square in Square::all() {
                let [white, black] = [(Side::White, square), (Side::Black, square.rotated())]
                    .map(|(s, q)| values.of(s, piece, q));
                assert_eq!(white, black);
            }
        }
    }
}

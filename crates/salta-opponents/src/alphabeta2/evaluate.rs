//! The evaluation of unfinished positions.

use salta_core::{Bitboard, Direction, Side, Variant};

use super::node::Node;
use super::weights::Weights;

/// Returns the value in hundredths of a point for the mover.
#[inline]
pub(super) fn evaluate(variant: &Variant, weights: &Weights, node: &Node) -> i32 {
    let mover = node.position.to_move();
    let value = |side| side_value(variant, weights, node, side);
    value(mover) - value(mover.other()) + weights.tempo
}

/// Of the jumps only forward ones over enemy pieces count, even if the variant allows others.
#[inline(always)]
fn side_value(variant: &Variant, w: &Weights, node: &Node, side: Side) -> i32 {
    let position = &node.position;
    let (own, empty) = (position.occupied(side), variant.empty_squares(position));
    let settled = node.settled[side.index()];
    let (enemy, unsettled) = (position.occupied(side.other()), own - settled);
    let (mut open_steps, mut jumps, mut jumps_from_home, mut shut_doors) = (0, 0, 0, 0);
    let mut ahead = Bitboard::EMPTY;
    for direction in forward(side) {
        let back = direction.rotated();
        let behind_empty = empty.shift(back);
        let (steps, over) = (unsettled & behind_empty, own & (enemy & behind_empty).shift(back));
        ahead |= steps | over;
        open_steps += steps.len();
        jumps += over.len();
        jumps_from_home += (over & settled).len();
        shut_doors += (unsettled & settled.shift(back)).len();
    }
    let count = |set: u32, weight: i32| weight * set as i32;
    node.standing[side.index()]
        + count(open_steps, w.open_step)
        + count((unsettled - ahead).len(), w.blocked)
        + count(jumps, w.jump)
        + count(jumps_from_home, w.jump_from_home)
        + count(shut_doors, w.shut_door)
}

#[inline(always)]
const fn forward(side: Side) -> [Direction; 2] {
    match side {
        Side::White => [Direction::ForwardLeft, Direction::ForwardRight],
        Side::Black => [Direction::BackLeft, Direction::BackRight],
    }
}

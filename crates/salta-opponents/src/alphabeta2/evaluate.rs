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

#[inline(always)]
fn side_value(variant: &Variant, w: &Weights, node: &Node, side: Side) -> i32 {
    let found = Counts::of(variant, node, side);
    let count = |set: u32, weight: i32| weight * set as i32;
    node.standing[side.index()]
        + count(found.open_steps, w.open_step)
        + count(found.blocked, w.blocked)
        + count(found.jumps, w.jump)
        + count(found.jumps_from_home, w.jump_from_home)
        + count(found.shut_doors, w.shut_door)
}

/// Counts of the features in [`Weights`] for one side. Of the jumps only forward ones over enemy
/// pieces count, even if the variant allows others.
struct Counts {
    open_steps: u32,
    blocked: u32,
    jumps: u32,
    jumps_from_home: u32,
    shut_doors: u32,
}

impl Counts {
    #[inline(always)]
    fn of(variant: &Variant, node: &Node, side: Side) -> Counts {
        let position = &node.position;
        let (own, empty) = (position.occupied(side), variant.empty_squares(position));
        let settled = node.settled[side.index()];
        let (enemy, unsettled) = (position.occupied(side.other()), own - settled);
        let mut counts =
            Counts { open_steps: 0, blocked: 0, jumps: 0, jumps_from_home: 0, shut_doors: 0 };
        let mut ahead = Bitboard::EMPTY;
        for direction in forward(side) {
            let back = direction.rotated();
            let behind_empty = empty.shift(back);
            let steps = unsettled & behind_empty;
            let jumps = own & (enemy & behind_empty).shift(back);
            ahead |= steps | jumps;
            counts.open_steps += steps.len();
            counts.jumps += jumps.len();
            counts.jumps_from_home += (jumps & settled).len();
            counts.shut_doors += (unsettled & settled.shift(back)).len();
        }
        counts.blocked = (unsettled - ahead).len();
        counts
    }
}

#[inline(always)]
const fn forward(side: Side) -> [Direction; 2] {
    match side {
        Side::White => [Direction::ForwardLeft, Direction::ForwardRight],
        Side::Black => [Direction::BackLeft, Direction::BackRight],
    }
}

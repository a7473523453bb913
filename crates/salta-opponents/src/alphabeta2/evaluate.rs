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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabeta2::weights::SquareValues;

    fn node(line: &str) -> Node {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let values = SquareValues::new(&variant, &Weights::ALPHABETA_2);
        Node::new(&variant, &values, &variant.parse_position(line).unwrap())
    }

    #[test]
    fn counts_what_the_weights_name() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        // A is at home on b8, the only square ahead of B on a7; C on c3 can step, or jump over a.
        let counts = Counts::of(&variant, &node("5/5/A4/B4/5/5/1a3/1C3/5/5 w 0"), Side::White);
        let expected =
            Counts { open_steps: 1, blocked: 1, jumps: 1, jumps_from_home: 0, shut_doors: 1 };
        assert_eq!(counts, expected);
        let counts = Counts::of(&variant, &node("5/1b3/A4/5/5/5/5/5/5/5 w 0"), Side::White);
        let expected =
            Counts { open_steps: 0, blocked: 0, jumps: 1, jumps_from_home: 1, shut_doors: 0 };
        assert_eq!(counts, expected);
    }

    #[test]
    fn the_rotated_position_is_worth_the_same_to_its_mover() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let values = SquareValues::new(&variant, &Weights::ALPHABETA_2);
        let line = "eOc1a/Fdhbf/j1Mg1/o1m2/3l1/1Li2/Kn1NJ/2G2/BCHI1/A1kDE w 40";
        let position = variant.parse_position(line).unwrap();
        let rotated = Node::new(&variant, &values, &variant.rotated(&position));
        let weights = &Weights::ALPHABETA_2;
        assert_eq!(evaluate(&variant, weights, &node(line)), evaluate(&variant, weights, &rotated));
    }
}

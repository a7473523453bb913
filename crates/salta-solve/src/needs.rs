//! What each side still needs, for every placement of its pieces alone on the board (rules 4.1 and
//! 4.2).

use salta_core::rules::Points;
use salta_core::{Bitboard, Piece, Side, Variant};

use crate::error::SolveError;
use crate::orders::Orders;
use crate::space::Space;

/// Marks a placement that has not been reached.
const NONE: u8 = u8::MAX;

/// Largest count that fits in a signed byte of a table.
const MOST: u8 = i8::MAX as u8;

/// What each side needs, by the number of its set of squares and its order.
pub(crate) struct Needs<const F: usize> {
    sides: [Vec<[u8; F]>; 2],
    points: Points,
}

impl<const F: usize> Needs<F> {
    /// Searches back from the goals, or sums distances where these are the points.
    ///
    /// # Errors
    /// If some placement has no way home, or one that is longer than a table can hold.
    pub(crate) fn new(
        variant: &Variant,
        space: &Space,
        orders: &Orders<F>,
    ) -> Result<Needs<F>, SolveError> {
        let points = variant.rules().points;
        let sides = Side::BOTH.map(|side| match points {
            Points::Distance => distances(variant, space, side),
            Points::Solo | Points::Win => solo(variant, space, orders, side),
        });
        let too_far = |need: &u8| *need > MOST;
        if sides.iter().any(|side| side.as_flattened().iter().any(too_far)) {
            let what = "some placement has no way home of at most 127 steps";
            return Err(SolveError::Other(format!("`{variant}`: {what}")));
        }
        Ok(Needs { sides, points })
    }

    /// Returns the margin for `mover`, given the number of each side's set of squares and its
    /// order.
    pub(crate) fn margin(&self, mover: Side, sets: [usize; 2], orders: [usize; 2]) -> i8 {
        let need = |side: Side| {
            let i = side.index();
            self.sides[i][sets[i]][orders[i]] as i8
        };
        let margin = need(mover.other()) - need(mover);
        if self.points == Points::Win { margin.signum() } else { margin }
    }
}

/// The goals of a side's pieces: the set of squares, and the order in which the pieces stand there.
pub(crate) fn home(variant: &Variant, space: &Space, side: Side) -> (Bitboard, usize) {
    let mut pieces: Vec<Piece> = variant.pieces().collect();
    pieces.sort_unstable_by_key(|piece| variant.goal(side, *piece));
    let order = space.order_of(pieces.into_iter()).expect("an order of all pieces");
    (variant.goal_squares(side), order)
}

/// Breadth-first search from the goals, which works because every step can be reversed.
fn solo<const F: usize>(
    variant: &Variant,
    space: &Space,
    orders: &Orders<F>,
    side: Side,
) -> Vec<[u8; F]> {
    let mut needs = vec![[NONE; F]; space.sets()];
    let (goal, order) = home(variant, space, side);
    let board = variant.board().squares();
    needs[space.set_number(goal)][order] = 0;
    let mut queue = std::collections::VecDeque::from([(goal, order)]);
    while let Some((set, order)) = queue.pop_front() {
        let need = needs[space.set_number(set)][order];
        for from in set.singles() {
            for to in (board & (from.neighbours() - set)).singles() {
                let (next, order) = (set ^ from ^ to, orders.after(set, from, to)[order]);
                let found = &mut needs[space.set_number(next)][usize::from(order)];
                if *found == NONE {
                    *found = (need + 1).min(NONE - 1);
                    queue.push_back((next, order.into()));
                }
            }
        }
    }
    needs
}

fn distances<const F: usize>(variant: &Variant, space: &Space, side: Side) -> Vec<[u8; F]> {
    let of_order = |set: Bitboard, order: usize| {
        let placed = set.iter().zip(space.in_order(order));
        placed.map(|(at, piece)| variant.distance(side, piece, at)).sum()
    };
    let of_set = |set| std::array::from_fn(|order| of_order(set, order));
    (0..space.sets()).map(|number| of_set(space.set(number))).collect()
}

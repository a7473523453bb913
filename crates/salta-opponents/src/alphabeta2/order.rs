//! Which turns are tried first: the better the order, the more the window cuts off.

use salta_core::{Move, SQUARES, Side};

const KILLER: i32 = 1 << 28;
/// A row forward outweighs any history.
const GAIN: i32 = 1 << 20;
const MAX_HISTORY: i32 = GAIN / 2;

/// What earlier cut-offs of this search teach: two killers for each ply (Akl and Newborn 1977) and
/// the history of each pair of squares (Schaeffer 1983).
#[derive(Clone, Debug)]
pub(super) struct Order {
    killers: Vec<[Option<Move>; 2]>,
    history: Vec<i32>,
}

impl Order {
    /// For searches of at most `plies` turns.
    pub(super) fn new(plies: usize) -> Order {
        Order { killers: vec![[None; 2]; plies], history: vec![0; 2 * SQUARES * SQUARES] }
    }

    pub(super) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.history.fill(0);
    }

    /// The rank of a turn `ply` turns from the root which shortens its side's way by `gain`.
    #[inline]
    pub(super) fn rank(&self, ply: usize, side: Side, mv: Move, gain: i32) -> i32 {
        if self.killers[ply].contains(&Some(mv)) {
            return KILLER;
        }
        GAIN * gain + self.history[index(side, mv)]
    }

    /// A turn that ended a search of `depth`.
    pub(super) fn cut(&mut self, ply: usize, side: Side, mv: Move, depth: u32) {
        let [first, second] = &mut self.killers[ply];
        if *first != Some(mv) {
            *second = first.replace(mv);
        }
        let history = &mut self.history[index(side, mv)];
        *history = (*history + (depth * depth) as i32).min(MAX_HISTORY);
    }
}

/// The place of a turn in a history.
pub(crate) fn index(side: Side, mv: Move) -> usize {
    (side.index() * SQUARES + mv.from.index()) * SQUARES + mv.to.index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pvs::{pick, put_first};
    use salta_core::Square;

    fn mv(from: u8) -> Move {
        Move { from: Square::new(from), to: Square::new(from + 5) }
    }

    #[test]
    fn hash_move_then_killers_then_gain_then_history() {
        let mut order = Order::new(3);
        order.cut(1, Side::White, mv(0), 2);
        order.cut(2, Side::White, mv(1), 3);
        let rank = |n, gain| (order.rank(1, Side::White, mv(n), gain), mv(n));
        let mut moves = [rank(4, -1), rank(3, 1), rank(1, 1), rank(0, -1), rank(2, 2), rank(5, 1)];
        put_first(&mut moves, mv(4));
        let picked: Vec<Move> = (0..6).map(|from| pick(&mut moves, from)).collect();
        assert_eq!(picked, [4, 0, 2, 1, 5, 3].map(mv));
        order.clear();
        assert_eq!(order.rank(1, Side::White, mv(0), 1), order.rank(1, Side::White, mv(3), 1));
    }

    #[test]
    fn the_newest_two_killers_are_kept() {
        let mut order = Order::new(1);
        for n in [0, 1, 1, 2] {
            order.cut(0, Side::Black, mv(n), 1);
        }
        let killers = [0, 1, 2].map(|n| order.rank(0, Side::Black, mv(n), 0) == KILLER);
        assert_eq!(killers, [false, true, true]);
    }
}

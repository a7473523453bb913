//! Move ordering: the better the order, the more turns the window prunes.

use salta_core::{Move, Side};

use crate::order::Order;

const KILLER: i32 = 1 << 28;
/// A row forward outweighs any history.
const GAIN: i32 = 1 << 20;
const MAX_HISTORY: i32 = GAIN / 2;

/// Returns the rank of a turn, `ply` turns from the root, that brings its piece `gain` steps nearer
/// to its goal.
#[inline]
pub(super) fn rank(order: &Order, ply: usize, side: Side, mv: Move, gain: i32) -> i32 {
    if order.is_killer(ply, mv) {
        return KILLER;
    }
    GAIN * gain + order.history(side, mv)
}

/// Records a turn that caused a cut-off in a search of `depth`.
pub(super) fn cut(order: &mut Order, ply: usize, side: Side, mv: Move, depth: i32) {
    order.kill(ply, mv);
    let history = order.history_mut(side, mv);
    *history = (*history + depth * depth).min(MAX_HISTORY);
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
        cut(&mut order, 1, Side::White, mv(0), 2);
        cut(&mut order, 2, Side::White, mv(1), 3);
        let ranked = |n, gain| (rank(&order, 1, Side::White, mv(n), gain), mv(n));
        let mut moves =
            [(4, -1), (3, 1), (1, 1), (0, -1), (2, 2), (5, 1)].map(|(n, gain)| ranked(n, gain));
        put_first(&mut moves, mv(4));
        let picked: Vec<Move> = (0..6).map(|from| pick(&mut moves, from)).collect();
        assert_eq!(picked, [4, 0, 2, 1, 5, 3].map(mv));
        order.clear();
        let rank = |n| rank(&order, 1, Side::White, mv(n), 1);
        assert_eq!(rank(0), rank(3));
    }

    #[test]
    fn the_newest_two_killers_are_kept() {
        let mut order = Order::new(1);
        for n in [0, 1, 1, 2] {
            cut(&mut order, 0, Side::Black, mv(n), 1);
        }
        let killers = [0, 1, 2].map(|n| rank(&order, 0, Side::Black, mv(n), 0) == KILLER);
        assert_eq!(killers, [false, true, true]);
    }
}

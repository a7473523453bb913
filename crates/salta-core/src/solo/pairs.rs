//! Two men alone on the board, solved: how many steps away from their goals they need together.

use std::sync::OnceLock;

use super::board::{Board, SQUARES, squares};

/// `table[a * 50 + b]`: the least steps away of a first man on `a` and a second on `b`.
pub(super) type Pair = [u8; SQUARES * SQUARES];

static PAIRS: [OnceLock<Box<Pair>>; SQUARES * SQUARES] =
    [const { OnceLock::new() }; SQUARES * SQUARES];

/// The table for two goals, computed when first asked for.
pub(super) fn pair(first_goal: u8, second_goal: u8) -> &'static Pair {
    let index = first_goal as usize * SQUARES + second_goal as usize;
    PAIRS[index].get_or_init(|| compute(first_goal as usize, second_goal as usize))
}

/// Breadth first from both men at home; a step away is half of a way's surplus over the distances.
fn compute(first_goal: usize, second_goal: usize) -> Box<Pair> {
    let board = Board::get();
    let mut away = Box::new([u8::MAX; SQUARES * SQUARES]);
    away[first_goal * SQUARES + second_goal] = 0;
    let mut layer = vec![(first_goal, second_goal)];
    for steps in 1.. {
        let mut next = Vec::new();
        for &(a, b) in &layer {
            let first = squares(board.near[a] & !(1 << b)).map(|x| (x, b));
            let second = squares(board.near[b] & !(1 << a)).map(|x| (a, x));
            for (a, b) in first.chain(second) {
                let entry = &mut away[a * SQUARES + b];
                if *entry == u8::MAX {
                    *entry = (steps - board.dist[a][first_goal] - board.dist[b][second_goal]) / 2;
                    next.push((a, b));
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    away
}

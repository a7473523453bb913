//! Two pieces alone on the board, solved: how many steps away from their goals they need together.

use std::sync::OnceLock;

use super::geometry::{BOARDS, Geometry, SQUARES, squares};

/// `pair[a * 50 + b]`: the least steps away of a first piece on `a` and a second on `b`.
pub(super) type Pair = [u8; SQUARES * SQUARES];

/// By goals, `first * 50 + second`; each is computed when first asked for.
type Pairs = Box<[OnceLock<Box<Pair>>]>;

static PAIRS: [OnceLock<Pairs>; BOARDS] = [const { OnceLock::new() }; BOARDS];

/// The solution for two goals.
pub(super) fn pair(geometry: &Geometry, first_goal: u8, second_goal: u8) -> &'static Pair {
    let pairs = PAIRS[geometry.kind]
        .get_or_init(|| (0..SQUARES * SQUARES).map(|_| OnceLock::new()).collect());
    let index = first_goal as usize * SQUARES + second_goal as usize;
    pairs[index].get_or_init(|| compute(geometry, first_goal as usize, second_goal as usize))
}

/// Breadth first from both pieces at home; a step away is half of a way's surplus over the distances.
fn compute(geometry: &Geometry, first_goal: usize, second_goal: usize) -> Box<Pair> {
    let mut away = Box::new([u8::MAX; SQUARES * SQUARES]);
    away[first_goal * SQUARES + second_goal] = 0;
    let mut layer = vec![(first_goal, second_goal)];
    for steps in 1.. {
        let mut next = Vec::new();
        for &(a, b) in &layer {
            let first = squares(geometry.near[a] & !(1 << b)).map(|x| (x, b));
            let second = squares(geometry.near[b] & !(1 << a)).map(|x| (a, x));
            for (a, b) in first.chain(second) {
                let entry = &mut away[a * SQUARES + b];
                if *entry == u8::MAX {
                    let distance = geometry.dist[a][first_goal] + geometry.dist[b][second_goal];
                    *entry = (steps - distance) / 2;
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

//! Exact solutions for two pieces alone on the board: the steps away that they need together.

use super::geometry::{Geometry, Pair, SQUARES};
use super::sets::SquareSet;

/// The solution for two goals.
pub(super) fn pair(geometry: &Geometry, first_goal: u8, second_goal: u8) -> &Pair {
    let pair = &geometry.pairs[first_goal as usize * SQUARES + second_goal as usize];
    pair.get_or_init(|| compute(geometry, first_goal, second_goal))
}

/// Searches breadth-first from both pieces at home. The number of steps away is half the excess of
/// a way's length over the distances.
fn compute(geometry: &Geometry, first_goal: u8, second_goal: u8) -> Box<Pair> {
    let mut away = Box::new([u8::MAX; SQUARES * SQUARES]);
    let index = |a: u8, b: u8| usize::from(a) * SQUARES + usize::from(b);
    let near = |s: u8| geometry.near[usize::from(s)];
    let distance = |s: u8, g: u8| geometry.dist[usize::from(s)][usize::from(g)];
    away[index(first_goal, second_goal)] = 0;
    let mut layer = vec![(first_goal, second_goal)];
    for steps in 1.. {
        let mut next = Vec::new();
        for &(a, b) in &layer {
            let first = (near(a) - SquareSet::of(b)).iter().map(|x| (x, b));
            let second = (near(b) - SquareSet::of(a)).iter().map(|x| (a, x));
            for (a, b) in first.chain(second) {
                let entry = &mut away[index(a, b)];
                if *entry == u8::MAX {
                    *entry = (steps - distance(a, first_goal) - distance(b, second_goal)) / 2;
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

//! Some way home, not always a shortest one: a beam search that widens until it arrives.

use rustc_hash::FxHashSet;

use super::board::squares;
use super::state::{State, Task};

/// The length of a way home of at most `limit` steps, if a beam of `width` finds one.
fn beam(task: &Task, start: &State, width: usize, limit: u32) -> Option<u32> {
    let mut layer = vec![*start];
    let mut seen = FxHashSet::default();
    for steps in 0..=limit {
        if layer.iter().any(|state| state.left == 0) {
            return Some(steps);
        }
        let mut next = Vec::new();
        for state in &layer {
            for man in 0..task.men {
                let near = task.board.near[state.at[man] as usize];
                for to in squares(near & !state.occupied) {
                    let state = task.step(state, man, to as u8);
                    if steps + state.left < limit && seen.insert(state.key()) {
                        next.push(state);
                    }
                }
            }
        }
        next.sort_by_key(|state| state.left);
        next.truncate(width);
        layer = next;
    }
    None
}

/// The length of a way home found by beams up to `width`, and wider ones until there is one.
pub(super) fn way(task: &Task, start: &State, width: usize) -> u32 {
    let mut best: Option<u32> = None;
    let mut w = 4;
    while w <= width || best.is_none() {
        let limit = best.map_or(start.left + 30 + w as u32, |best| best - 1);
        best = beam(task, start, w, limit).or(best);
        w *= 4;
    }
    best.expect("the loop ends with a way")
}

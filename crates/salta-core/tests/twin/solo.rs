//! docs/rules.md, "End and points": `distance` and `solo`.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::board::{DIAGONALS, Side, Size, Square};
use super::position::Twin;
use super::rules::TwinRules;

impl Twin {
    /// The sum over the side's pieces of max(|rows|, |columns|) to the goal square.
    pub fn distance(&self, rules: &TwinRules, side: Side) -> u32 {
        distance_of(rules, side, &self.board.pieces(side))
    }

    /// The least number of steps that bring the side home, without jumps, with the enemy pieces
    /// removed but its own pieces still in the way. `None` if it is not found within `max_states`
    /// arrangements.
    ///
    /// Plain A* with `distance`: one step changes it by at most one, so it never overestimates, and
    /// the first time the goal is popped from the queue the count of steps is the least. Ties only
    /// decide how soon that is: most steps made first (nearest the goal), then those where the
    /// pieces bound for the lowest rows have stayed back and let the others through.
    pub fn solo(&self, rules: &TwinRules, side: Side, max_states: usize) -> Option<u32> {
        let (size, mut start) = (rules.size, self.board.pieces(side));
        start.sort_by_key(|(name, _)| size.seen_by(rules.goal_square(side, *name), side));
        let mut least = HashMap::from([(start.clone(), 0)]);
        let mut looked_at = 0;
        let mut queue = BinaryHeap::new();
        let order = |steps: u32, pieces: &[(char, Square)]| {
            let seen: Vec<Square> = pieces.iter().map(|(_, at)| size.seen_by(*at, side)).collect();
            (Reverse(steps + distance_of(rules, side, pieces)), steps, Reverse(seen))
        };
        queue.push((order(0, &start), start));

        while let Some(((_, steps, _), pieces)) = queue.pop() {
            if steps > least[&pieces] {
                continue;
            }
            if distance_of(rules, side, &pieces) == 0 {
                return Some(steps);
            }
            looked_at += 1;
            if looked_at > max_states {
                return None;
            }
            for next in one_step_on(size, &pieces) {
                let known = least.get(&next).copied().unwrap_or(u32::MAX);
                if steps + 1 < known {
                    least.insert(next.clone(), steps + 1);
                    queue.push((order(steps + 1, &next), next));
                }
            }
        }
        None
    }
}

fn distance_of(rules: &TwinRules, side: Side, pieces: &[(char, Square)]) -> u32 {
    let mut sum = 0;
    for (name, square) in pieces {
        let goal = rules.goal_square(side, *name);
        let rows = square.row.abs_diff(goal.row);
        let columns = square.column.abs_diff(goal.column);
        sum += rows.max(columns);
    }
    sum
}

/// Every arrangement of these pieces after one step of one of them.
fn one_step_on(size: Size, pieces: &[(char, Square)]) -> Vec<Vec<(char, Square)>> {
    let mut found = Vec::new();
    for index in 0..pieces.len() {
        for direction in DIAGONALS {
            let Some(to) = size.away(pieces[index].1, direction, 1) else {
                continue;
            };
            if pieces.iter().any(|(_, square)| *square == to) {
                continue;
            }
            let mut next = pieces.to_vec();
            next[index].1 = to;
            found.push(next);
        }
    }
    found
}

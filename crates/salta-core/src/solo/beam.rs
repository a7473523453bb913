//! Some way home, not always a shortest one: best first, then with a beam.

use rustc_hash::FxHashSet;

use super::board::squares;
use super::conflicts::Conflicts;
use super::state::{State, Task};

/// How much more a step still to go counts than one already made.
const HASTE: u32 = 4;
/// What a step away counts that two men need.
const CONFLICT: u32 = 2;

/// A state, the steps made, and the steps away its men need two by two.
#[derive(Clone, Copy)]
struct Node {
    state: State,
    steps: u32,
    conflicts: u32,
}

impl Node {
    fn new(task: &Task, state: &State, conflicts: &Conflicts) -> Node {
        let needs = (0..task.men).map(|i| needs(task, state, conflicts, i, state.at[i]));
        Node { state: *state, steps: 0, conflicts: needs.sum::<u32>() / 2 }
    }

    /// An estimate of the steps still to go.
    fn ahead(&self) -> u32 {
        self.state.left + CONFLICT * self.conflicts
    }

    fn children(&self, task: &Task, conflicts: &Conflicts) -> impl Iterator<Item = Node> {
        let node = *self;
        (0..task.men).flat_map(move |man| {
            let at = node.state.at[man];
            let targets = task.board.near[at as usize] & !node.state.occupied;
            let old = if targets == 0 { 0 } else { needs(task, &node.state, conflicts, man, at) };
            squares(targets).map(move |to| Node {
                state: task.step(&node.state, man, to as u8),
                steps: node.steps + 1,
                conflicts: node.conflicts - old
                    + needs(task, &node.state, conflicts, man, to as u8),
            })
        })
    }
}

/// Steps away that `man`, on `at`, and each other man need together.
fn needs(task: &Task, state: &State, conflicts: &Conflicts, man: usize, at: u8) -> u32 {
    let others = (0..task.men).filter(|&j| j != man);
    others.map(|j| u32::from(conflicts.need(j, state.at[j], man, at))).sum()
}

/// The length of a way home, found best first. It always ends: the arrangements are finitely many.
fn hasty(task: &Task, start: &State, conflicts: &Conflicts) -> u32 {
    let mut queue: Vec<Vec<Node>> = Vec::new();
    let mut seen = FxHashSet::default();
    let mut next = vec![Node::new(task, start, conflicts)];
    let mut cheapest = 0;
    loop {
        for node in next.drain(..) {
            let cost = (node.steps + HASTE * node.ahead()) as usize;
            if seen.insert(node.state.key()) {
                queue.resize_with(queue.len().max(cost + 1), Vec::new);
                queue[cost].push(node);
                cheapest = cheapest.min(cost);
            }
        }
        while queue[cheapest].is_empty() {
            cheapest += 1;
        }
        let node = queue[cheapest].pop().expect("not empty");
        if node.state.left == 0 {
            return node.steps;
        }
        next.extend(node.children(task, conflicts));
    }
}

/// The length of a way home of at most `limit` steps, if a beam of `width` finds one.
fn beam(
    task: &Task,
    start: &State,
    conflicts: &Conflicts,
    width: usize,
    limit: u32,
) -> Option<u32> {
    let mut layer = vec![Node::new(task, start, conflicts)];
    let mut seen = FxHashSet::default();
    for steps in 0..=limit {
        if layer.iter().any(|node| node.state.left == 0) {
            return Some(steps);
        }
        let mut next = Vec::new();
        for child in layer.iter().flat_map(|node| node.children(task, conflicts)) {
            if child.steps + child.state.left <= limit && seen.insert(child.state.key()) {
                next.push(child);
            }
        }
        next.sort_by_key(Node::ahead);
        next.truncate(width);
        layer = next;
    }
    None
}

/// The length of a way home; beams of up to `width` try to better the first one, down to `least`.
pub(super) fn way(
    task: &Task,
    start: &State,
    conflicts: &Conflicts,
    width: usize,
    least: u32,
) -> u32 {
    let mut best = hasty(task, start, conflicts);
    let mut w = 16;
    while w <= width && best > least {
        best = beam(task, start, conflicts, w, best - 2).unwrap_or(best);
        w *= 4;
    }
    best
}

//! A way home, not always a shortest one: by best-first search, then by beam search.

use rustc_hash::FxHashSet;

use super::conflicts::Conflicts;
use super::state::{Problem, State};

/// Weight of a step still to make, relative to a step already made.
const HASTE: u32 = 4;
/// Weight of a step away that a pair of pieces needs.
const CONFLICT: u32 = 2;

/// No predecessor.
const NONE: u32 = u32::MAX;

/// A state, the steps made, and the steps away that its pairs of pieces need.
#[derive(Clone, Copy)]
struct Node {
    state: State,
    steps: u32,
    conflicts: u32,
    /// The last step, and the index of the node before it.
    step: (u8, u8),
    before: u32,
}

/// Steps, each with the index of its predecessor.
#[derive(Default)]
struct Trail(Vec<((u8, u8), u32)>);

impl Trail {
    /// Adds the last step of `node`; returns its index.
    fn add(&mut self, node: &Node) -> u32 {
        self.0.push((node.step, node.before));
        self.0.len() as u32 - 1
    }

    /// The steps that lead to the node with index `last`.
    fn path(&self, mut last: u32) -> Vec<(u8, u8)> {
        let mut path = Vec::new();
        while last != NONE {
            let (step, before) = self.0[last as usize];
            path.push(step);
            last = before;
        }
        path.pop();
        path.reverse();
        path
    }
}

impl Node {
    fn new(problem: &Problem, state: &State, conflicts: &Conflicts) -> Node {
        let needs = (0..problem.pieces).map(|i| needs(problem, state, conflicts, i, state.at[i]));
        Node {
            state: *state,
            steps: 0,
            conflicts: needs.sum::<u32>() / 2,
            step: (0, 0),
            before: NONE,
        }
    }

    /// An estimate of the steps still to make.
    fn ahead(&self) -> u32 {
        self.state.left + CONFLICT * self.conflicts
    }

    /// Adds the children whose arrangement `is_new`, given its key and its distance sum. Many are
    /// not: steps of different pieces commute.
    fn expand(
        &self,
        problem: &Problem,
        conflicts: &Conflicts,
        number: u32,
        mut is_new: impl FnMut(u128, u32) -> bool,
        children: &mut Vec<Node>,
    ) {
        let key = self.state.key();
        for piece in 0..problem.pieces {
            let at = self.state.at[piece];
            let left = self.state.left - problem.distance(piece, at);
            let mut old = None;
            for to in (problem.geometry.near[at as usize] - self.state.occupied).iter() {
                let changed = State::key_of_step(piece, at, to);
                if !is_new(key ^ changed, left + problem.distance(piece, to)) {
                    continue;
                }
                let needs = |at| needs(problem, &self.state, conflicts, piece, at);
                let others = self.conflicts - *old.get_or_insert_with(|| needs(at));
                children.push(Node {
                    state: problem.step(&self.state, piece, to),
                    steps: self.steps + 1,
                    conflicts: others + needs(to),
                    step: (at, to),
                    before: number,
                });
            }
        }
    }
}

/// Steps away that `piece`, on `at`, and another piece need together, summed over the others.
fn needs(problem: &Problem, state: &State, conflicts: &Conflicts, piece: usize, at: u8) -> u32 {
    let others = (0..problem.pieces).filter(|&j| j != piece);
    others.map(|j| u32::from(conflicts.need(j, state.at[j], piece, at))).sum()
}

/// A way home by best-first search. It terminates: there are finitely many arrangements.
pub(super) fn greedy(problem: &Problem, start: &State, conflicts: &Conflicts) -> Vec<(u8, u8)> {
    let mut trail = Trail::default();
    let mut queue: Vec<Vec<Node>> = Vec::new();
    let mut seen = FxHashSet::from_iter([start.key()]);
    let mut next = vec![Node::new(problem, start, conflicts)];
    let mut cheapest = 0;
    loop {
        for node in next.drain(..) {
            let cost = (node.steps + HASTE * node.ahead()) as usize;
            queue.resize_with(queue.len().max(cost + 1), Vec::new);
            queue[cost].push(node);
            cheapest = cheapest.min(cost);
        }
        while queue[cheapest].is_empty() {
            cheapest += 1;
        }
        let node = queue[cheapest].pop().expect("not empty");
        let number = trail.add(&node);
        if node.state.left == 0 {
            return trail.path(number);
        }
        node.expand(problem, conflicts, number, |key, _| seen.insert(key), &mut next);
    }
}

/// A way home of at most `limit` steps, if a beam of `width` finds one.
pub(super) fn beam(
    problem: &Problem,
    start: &State,
    conflicts: &Conflicts,
    width: usize,
    limit: u32,
) -> Option<Vec<(u8, u8)>> {
    let mut trail = Trail::default();
    let mut layer = vec![Node::new(problem, start, conflicts)];
    let mut seen = FxHashSet::default();
    for _ in 0..=limit {
        let home = layer.iter().find(|node| node.state.left == 0);
        if let Some(node) = home {
            let number = trail.add(node);
            return Some(trail.path(number));
        }
        let mut next = Vec::new();
        for node in &layer {
            let number = trail.add(node);
            let is_new = |key, left| node.steps + 1 + left <= limit && seen.insert(key);
            node.expand(problem, conflicts, number, is_new, &mut next);
        }
        layer = next;
        layer.sort_by_key(Node::ahead);
        layer.truncate(width);
    }
    None
}

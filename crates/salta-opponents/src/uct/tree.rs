//! The tree: turns with their visit counts and utilities.

use rand::Rng;
use rand::seq::SliceRandom;
use salta_core::{Move, Position, Variant};

/// A turn of the tree, or the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) mv: Move,
    pub(super) visits: u32,
    /// Sum of utilities for the player who makes the turn.
    total: f32,
    /// Index of the first reply; replies are consecutive.
    first: u32,
    /// Number of replies.
    count: u32,
}

impl Node {
    const fn new(mv: Move) -> Node {
        Node { mv, visits: 0, total: 0.0, first: 0, count: 0 }
    }

    /// Mean utility for the player who makes the turn.
    fn mean(&self) -> f32 {
        self.total / self.visits as f32
    }

    /// UCB1 (Auer, Cesa-Bianchi and Fischer 2002); a turn not yet visited comes first.
    fn bound(&self, exploration: f32, log_parent: f32) -> f32 {
        if self.visits == 0 {
            return f32::INFINITY;
        }
        self.mean() + exploration * (2.0 * log_parent / self.visits as f32).sqrt()
    }
}

/// Nodes by index.
pub(super) struct Tree {
    nodes: Vec<Node>,
    capacity: usize,
}

impl Tree {
    pub(super) const ROOT: usize = 0;

    /// Creates a tree of the root alone, with room for `capacity` turns.
    pub(super) fn new(capacity: usize) -> Tree {
        let nowhere = salta_core::Square::new(0);
        Tree { nodes: vec![Node::new(Move { from: nowhere, to: nowhere })], capacity }
    }

    /// Number of turns.
    pub(super) const fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    pub(super) fn turn(&self, at: usize) -> Move {
        self.nodes[at].mv
    }

    /// Whether a node has been visited but has no replies yet.
    pub(super) fn is_due(&self, at: usize) -> bool {
        self.nodes[at].count == 0 && self.nodes[at].visits > 0
    }

    /// Adds all replies to a node, in random order, if there is room for them and the game is not
    /// over.
    pub(super) fn grow<R: Rng + ?Sized>(
        &mut self,
        variant: &Variant,
        position: &Position,
        at: usize,
        rng: &mut R,
    ) {
        if self.len() >= self.capacity {
            return;
        }
        let first = self.nodes.len();
        variant.each_move(position, |mv| self.nodes.push(Node::new(mv)));
        if self.len() > self.capacity {
            return self.nodes.truncate(first);
        }
        // Sorted first, so that a seed gives the same tree regardless of the order of generation.
        self.nodes[first..].sort_unstable_by_key(|node| node.mv);
        self.nodes[first..].shuffle(rng);
        let count = self.nodes.len() - first;
        let node = &mut self.nodes[at];
        (node.first, node.count) = (first as u32, count as u32);
    }

    /// Returns the reply with the highest upper bound, the first on ties; `None` without replies.
    pub(super) fn select(&self, at: usize, exploration: f32) -> Option<usize> {
        let node = &self.nodes[at];
        let log = (node.visits.max(1) as f32).ln();
        let mut best: Option<(usize, f32)> = None;
        for child in self.children(at) {
            let bound = self.nodes[child].bound(exploration, log);
            if best.is_none_or(|(_, highest)| bound > highest) {
                best = Some((child, bound));
            }
        }
        best.map(|(child, _)| child)
    }

    /// Adds a visit with this utility for the player who made the turn.
    pub(super) fn visit(&mut self, at: usize, utility: f32) {
        let node = &mut self.nodes[at];
        node.visits += 1;
        node.total += utility;
    }

    /// Returns the root's child with the most visits, the first on ties.
    pub(super) fn most_visited(&self) -> Node {
        let children = self.children(Tree::ROOT).map(|child| self.nodes[child]);
        children.rev().max_by_key(|node| node.visits).expect("the root has children")
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[at];
        node.first as usize..(node.first + node.count) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::SmallRng};

    #[test]
    fn every_answer_is_tried_before_any_twice_and_then_the_best_bound() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let mut tree = Tree::new(100);
        tree.grow(&variant, &variant.start(), Tree::ROOT, &mut SmallRng::seed_from_u64(1));
        assert_eq!(tree.len(), 9);
        for nth in 1..=9 {
            let child = tree.select(Tree::ROOT, 0.5).unwrap();
            assert_eq!(child, nth);
            tree.visit(child, if nth == 4 { 1.0 } else { 0.0 });
            tree.visit(Tree::ROOT, 0.0);
        }
        assert_eq!(tree.select(Tree::ROOT, 0.5), Some(4));
        tree.visit(4, -1.0);
        assert_ne!(tree.select(Tree::ROOT, 0.5), Some(4));
        assert_eq!(tree.most_visited().mv, tree.turn(4));
        assert_eq!(tree.most_visited().mean(), 0.0);
    }

    #[test]
    fn a_tree_keeps_to_its_capacity() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let (start, mut rng) = (variant.start(), SmallRng::seed_from_u64(1));
        let mut tree = Tree::new(10);
        tree.grow(&variant, &start, Tree::ROOT, &mut rng);
        tree.grow(&variant, &variant.after(&start, tree.turn(1)), 1, &mut rng);
        assert_eq!((tree.len(), tree.select(1, 0.5)), (9, None));
    }
}

//! The transposition table: positions reached in several ways are evaluated once per tree.
//!
//! Only the evaluation is shared. Each path keeps its own node and visits, so a search finds
//! exactly what it finds without sharing, with fewer evaluations. Sharing the visits too, as in
//! Monte-Carlo graph search (Czech et al. 2021, "Improving AlphaZero using Monte-Carlo graph
//! search", Section 3), would change an edge's Q without a visit to it; then sequential halving
//! would no longer compare the scores of actions with equal visits.
//!
//! The key is the whole state, so equal keys have equal futures; a game whose positions can recur
//! includes the ply in its state. A 64-bit hash finds the candidate, and then the states are
//! compared: a collision costs an extra evaluation but never gives a wrong one.

use crate::tree::Tree;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

impl<S: Clone + Eq + Hash> Tree<S> {
    /// Records `node` as evaluated.
    pub(crate) fn remember(&mut self, node: u32) {
        let hash = FxBuildHasher.hash_one(&self.states[node as usize]);
        self.seen.entry(hash).or_insert(node);
    }

    /// Records every evaluated node: those below the root that are not terminal and, if simulations
    /// pass forced positions, have a choice.
    pub(crate) fn remember_all(&mut self, passes_forced: bool) {
        self.seen.clear();
        for node in 1..self.nodes.len() as u32 {
            let passed = passes_forced && self.node(node).edge_range().len() == 1;
            if !self.node(node).terminal && !passed {
                self.remember(node);
            }
        }
    }

    /// Copies the evaluation of an equal position to the new node `node`; `false` if there is none.
    pub(crate) fn copy_evaluation(&mut self, node: u32) -> bool {
        let state = &self.states[node as usize];
        let Some(&twin) = self.seen.get(&FxBuildHasher.hash_one(state)) else {
            return false;
        };
        if self.states[twin as usize] != *state {
            return false;
        }
        let to = self.node(node).edge_range();
        for i in self.node(twin).edge_range() {
            let edge = self.edges[i];
            let edges = &mut self.edges[to.clone()];
            let same = edges.binary_search_by_key(&edge.action, |edge| edge.action);
            let same = &mut edges[same.expect("equal positions have the same legal actions")];
            (same.logit, same.prior) = (edge.logit, edge.prior);
        }
        self.lead_with_best(node);
        self.nodes[node as usize].value = self.node(twin).value;
        true
    }
}

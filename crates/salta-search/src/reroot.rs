//! Reuse of the subtree below a position that the game has reached.

use crate::node::{Node, UNEXPANDED};
use crate::tree::{ROOT, Tree};
use std::hash::Hash;

impl<S: Clone + Eq + Hash> Tree<S> {
    /// Finds the node of a position that can become the root: evaluated and not finished. If the
    /// position was reached in several ways, it is the node with the most visits, the first on
    /// ties.
    pub(crate) fn find(&self, state: &S) -> Option<u32> {
        let visits = |node: u32| self.edges_of(node).iter().map(|edge| edge.visits).sum::<u32>();
        let same = |node: &u32| !self.node(*node).terminal && self.states[*node as usize] == *state;
        (0..self.nodes.len() as u32).rev().filter(same).max_by_key(|node| visits(*node))
    }

    /// Makes `node` the root of a new tree with at most `limit` positions of its subtree, itself
    /// included, those nearest to it first, and drops the rest. An edge whose child is dropped
    /// keeps its visits and its Q; the child is created and evaluated again when a simulation
    /// reaches it.
    pub(crate) fn reroot(&mut self, node: u32, limit: u32) {
        let mut kept = Self::new();
        let mut order = vec![node];
        let mut at = 0;
        while let Some(old) = order.get(at).copied() {
            let first_edge = kept.edges.len() as u32;
            for edge in self.edges_of(old) {
                let mut edge = *edge;
                if edge.child != UNEXPANDED {
                    let room = order.len() < limit as usize;
                    order.extend(room.then_some(edge.child));
                    edge.child = if room { order.len() as u32 - 1 } else { UNEXPANDED };
                }
                kept.edges.push(edge);
            }
            kept.nodes.push(Node { first_edge, ..*self.node(old) });
            kept.states.push(self.states[old as usize].clone());
            at += 1;
        }
        let root_edges = kept.nodes[ROOT as usize].edge_range();
        kept.edges[root_edges].sort_unstable_by_key(|edge| edge.action);
        *self = kept;
    }
}

//! The tree as arrays: nodes, their states, and all edges in one vector.
//!
//! A node's edges are one contiguous range, created with the node. States are stored at the nodes,
//! not replayed from the root: next to some 20 edges a state of 80 bytes is a seventh of the
//! memory, and replaying would cost a walk per leaf.
//!
//! Memory: 24 bytes per node, its state, and 24 bytes per legal action. The transposition table
//! adds 16 bytes per evaluated node, divided by its load factor.

use crate::math::{exp_each, ln};
use crate::{
    error::AbsorbError,
    game::Game,
    node::{Edge, Node, NodeView},
    qtransform::Visited,
    value::{P0Value, Player},
};
use rustc_hash::FxHashMap;
use std::hash::Hash;

pub(crate) const ROOT: u32 = 0;
/// The lower bound of log-priors, which keeps all scores finite.
const LOWEST_LOGIT: f32 = -1e9;

/// Nodes, their states and their edges; nodes and states run in parallel.
pub(crate) struct Tree<S> {
    pub(crate) nodes: Vec<Node>,
    pub(crate) states: Vec<S>,
    pub(crate) edges: Vec<Edge>,
    /// The first evaluated node of each position, by the hash of its state.
    pub(crate) seen: FxHashMap<u64, u32>,
    legal: Vec<u16>,
    priors: Vec<f32>,
}

impl<S: Clone + Eq + Hash> Tree<S> {
    pub(crate) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            states: Vec::new(),
            edges: Vec::new(),
            seen: FxHashMap::default(),
            legal: Vec::new(),
            priors: Vec::new(),
        }
    }

    /// Empties the tree, keeping its memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.states.clear();
        self.edges.clear();
        self.seen.clear();
    }

    pub(crate) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    pub(crate) fn edges_of(&self, node: u32) -> &[Edge] {
        &self.edges[self.node(node).edge_range()]
    }

    #[inline]
    pub(crate) fn view(&self, node: u32) -> NodeView<'_> {
        NodeView { node: self.node(node), edges: self.edges_of(node) }
    }

    /// Adds a node for `state`, with an edge per legal action and no priors yet.
    pub(crate) fn push<G: Game<State = S>>(&mut self, game: &G, state: S) -> u32 {
        let first_edge = self.edges.len() as u32;
        let utility = game.terminal(&state).or_else(|| match self.nodes.len() {
            0 => None, // The root must be searchable, even if its game is decided.
            _ => game.decided(&state),
        });
        let player = if utility.is_some() { Player::P0 } else { game.player(&state) };
        if utility.is_none() {
            self.push_edges(game, &state);
        }
        self.nodes.push(Node {
            first_edge,
            edges: self.edges.len() as u32 - first_edge,
            expanded: 0,
            log_rest: 0.0,
            value: utility.unwrap_or(P0Value(0.0)),
            player,
            terminal: utility.is_some(),
        });
        self.states.push(state);
        self.nodes.len() as u32 - 1
    }

    fn push_edges<G: Game<State = S>>(&mut self, game: &G, state: &S) {
        self.legal.clear();
        game.legal_actions(state, &mut self.legal);
        assert!(!self.legal.is_empty(), "a game that goes on has a legal action");
        debug_assert!(self.legal.is_sorted_by(|a, b| a < b), "legal actions ascend");
        self.edges.extend(self.legal.iter().map(|&action| Edge::new(action)));
    }

    /// Expands an edge (an index into all edges) of `node`: creates its child.
    pub(crate) fn expand<G: Game<State = S>>(&mut self, game: &G, node: u32, edge: usize) -> u32 {
        let mut state = self.states[node as usize].clone();
        game.apply(&mut state, self.edges[edge].action);
        let child = self.push(game, state);
        self.edges[edge].child = child;
        // In a pruned tree an edge may be expanded again; it is counted only the first time.
        let at = self.node(node);
        if node != ROOT && edge >= (at.first_edge + at.expanded) as usize {
            self.promote_next(node);
        }
        child
    }

    /// Counts the edge just expanded and moves the best of the unexpanded ones next to it.
    fn promote_next(&mut self, node: u32) {
        let node = &mut self.nodes[node as usize];
        node.expanded += 1;
        let rest = &mut self.edges[node.edge_range()][node.expanded as usize..];
        if let Some(best) = index_of_best(rest) {
            rest.swap(0, best);
            let mass: f32 = rest.iter().map(|edge| edge.prior).sum();
            // The sum may underflow; the mass is no less than its largest part.
            node.log_rest = ln(mass).max(rest[0].logit);
        }
    }

    /// Sets the priors of `node`: the softmax of the policy logits over its legal actions.
    /// `logits`: shape `[actions]`, indexed by action.
    pub(crate) fn set_priors(&mut self, node: u32, logits: &[f32]) -> Result<(), AbsorbError> {
        let range = self.nodes[node as usize].edge_range();
        let edges = &mut self.edges[range];
        read_logits(edges, logits)?;
        normalise(edges, &mut self.priors);
        if node != ROOT {
            // The root keeps its actions ascending for the report; selection there looks at all of
            // them.
            self.lead_with_best(node);
        }
        Ok(())
    }

    /// If `node` has a single action, gives it all of the prior and returns `true`.
    pub(crate) fn force(&mut self, node: u32) -> bool {
        let range = self.node(node).edge_range();
        let [edge] = &mut self.edges[range] else { return false };
        (edge.logit, edge.prior) = (0.0, 1.0);
        true
    }

    /// Moves the edge with the largest prior to the front of a node without expanded edges.
    pub(crate) fn lead_with_best(&mut self, node: u32) {
        let range = self.node(node).edge_range();
        let edges = &mut self.edges[range];
        if let Some(best) = index_of_best(edges) {
            edges.swap(0, best);
        }
    }

    /// Returns sums over the visited edges of `node`.
    pub(crate) fn visited(&self, node: u32) -> Visited {
        let player = self.node(node).player;
        let mut visited = Visited::default();
        for edge in self.edges_of(node) {
            visited.add(edge.prior, edge.visits, edge.q(player));
        }
        visited
    }
}

/// Returns the index of the edge with the largest prior; ties go to the lowest action.
fn index_of_best(edges: &[Edge]) -> Option<usize> {
    let (mut best, mut rest) = (0, edges.iter().enumerate());
    rest.next()?;
    for (i, edge) in rest {
        let top = &edges[best];
        if edge.logit > top.logit || (edge.logit == top.logit && edge.action < top.action) {
            best = i;
        }
    }
    Some(best)
}

fn read_logits(edges: &mut [Edge], logits: &[f32]) -> Result<(), AbsorbError> {
    for edge in edges {
        let action = edge.action;
        let logit = *logits.get(usize::from(action)).ok_or(AbsorbError::ShortPolicy { action })?;
        if !logit.is_finite() {
            return Err(AbsorbError::BadLogit { action, logit });
        }
        edge.logit = logit;
    }
    Ok(())
}

/// Turns the edges' logits into log-priors and priors, computed in `priors`.
fn normalise(edges: &mut [Edge], priors: &mut Vec<f32>) {
    let max = edges.iter().map(|edge| edge.logit).fold(f32::NEG_INFINITY, f32::max);
    priors.clear();
    priors.extend(edges.iter().map(|edge| edge.logit - max));
    exp_each(priors);
    let sum: f32 = priors.iter().sum();
    let (log_sum, scale) = (ln(sum), sum.recip());
    for (edge, prior) in edges.iter_mut().zip(priors) {
        edge.logit = (edge.logit - max - log_sum).max(LOWEST_LOGIT);
        edge.prior = *prior * scale;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_node_is_what_the_documentation_says() {
        assert_eq!((size_of::<Node>(), size_of::<Edge>()), (24, 24));
    }
}

//! A node, its edges, and what a policy sees of them.

use crate::value::{MoverValue, P0Value, Player};
use std::ops::Range;

/// The child of an edge that was never taken, or whose child was pruned.
pub(crate) const UNEXPANDED: u32 = u32::MAX;
/// A legal action of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// Log of the prior over the legal actions.
    pub(crate) logit: f32,
    /// The prior itself.
    pub(crate) prior: f32,
    /// Sum of the values backpropagated through this edge, as player 0 sees them.
    pub(crate) value_sum: f32,
    pub(crate) visits: u32,
    pub(crate) child: u32,
    pub(crate) action: u16,
}

impl Edge {
    pub(crate) fn new(action: u16) -> Self {
        Self { logit: 0.0, prior: 0.0, value_sum: 0.0, visits: 0, child: UNEXPANDED, action }
    }

    /// Mean value as `mover` sees it; meaningless without visits.
    pub(crate) fn q(&self, mover: Player) -> MoverValue {
        P0Value(self.value_sum / self.visits as f32).for_mover(mover)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) first_edge: u32,
    pub(crate) edges: u32,
    /// Below the root, edges `..expanded` have children, and the next edge has the largest prior of
    /// the rest: a selection looks at the visited edges and one more, not at all of them.
    pub(crate) expanded: u32,
    /// Log of the prior mass of the edges from `expanded` on.
    pub(crate) log_rest: f32,
    /// The network's value, or the utility of a finished or a decided game.
    pub(crate) value: P0Value,
    pub(crate) player: Player,
    /// Finished, or decided and not the root: there is nothing to search below.
    pub(crate) terminal: bool,
}

impl Node {
    pub(crate) fn edge_range(&self) -> Range<usize> {
        let first = self.first_edge as usize;
        first..first + self.edges as usize
    }
}

/// A node of the tree as a [`Policy`](crate::Policy) sees it: its legal actions, by index, with
/// their statistics. At the root the actions ascend; below it those with visits come first.
#[derive(Clone, Copy)]
pub struct NodeView<'a> {
    pub(crate) node: &'a Node,
    pub(crate) edges: &'a [Edge],
}

impl NodeView<'_> {
    /// The player to move.
    pub fn mover(self) -> Player {
        self.node.player
    }

    /// The network's value of the node.
    pub fn network_value(self) -> MoverValue {
        self.node.value.for_mover(self.node.player)
    }

    /// Number of legal actions.
    #[expect(clippy::len_without_is_empty, reason = "a node has a legal action")]
    pub fn len(self) -> usize {
        self.edges.len()
    }

    /// The node restricted to the actions that a selection below the root needs to look at: the
    /// visited ones and, of the others, the one with the largest prior. Not for the root, whose
    /// actions keep their order.
    pub fn candidates(self) -> Self {
        let count = self.edges.len().min(self.node.expanded as usize + 1);
        Self { node: self.node, edges: &self.edges[..count] }
    }

    /// The action with this index.
    pub fn action(self, index: usize) -> u16 {
        self.edges[index].action
    }

    /// The prior of an action: the softmax of the network's logits over the legal actions.
    pub fn prior(self, index: usize) -> f32 {
        self.edges[index].prior
    }

    /// The visit count of an action.
    pub fn visits(self, index: usize) -> u32 {
        self.edges[index].visits
    }

    /// The Q of an action, the mean value of its visits; `None` without visits.
    pub fn q(self, index: usize) -> Option<MoverValue> {
        let edge = &self.edges[index];
        (edge.visits > 0).then(|| edge.q(self.node.player))
    }
}

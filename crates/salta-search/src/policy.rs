//! What a policy of the search is: the rule by which simulations choose actions, and what it makes
//! of their visits.

use crate::{
    config::SearchConfig,
    tree::{Edge, Node},
    value::{MoverValue, Player},
};
use rand::Rng;

/// A rule by which a search spends its simulations and comes to a decision.
///
/// [`Gumbel`](crate::Gumbel) and [`Puct`](crate::Puct) are policies, and
/// [`MethodPolicy`](crate::MethodPolicy) is the one of them that
/// [`SearchConfig::method`] names. One of your own goes into a search by
/// [`Search::with_policy`](crate::Search::with_policy). Everything is static: calls are compiled
/// into the search.
///
/// # Examples
///
/// A policy that visits every action of a node equally often, and plays the one of largest Q:
///
/// ```
/// use rand::Rng;
/// use salta_search::{MoverValue, NodeView, Policy, SearchConfig};
///
/// struct Uniform;
///
/// fn least_visited(node: NodeView<'_>) -> usize {
///     (0..node.len()).min_by_key(|i| node.visits(*i)).unwrap()
/// }
///
/// impl Policy for Uniform {
///     fn prepare<R: Rng + ?Sized>(&mut self, _: &SearchConfig, _: NodeView<'_>, _: &mut R) {}
///     fn select_root(&mut self, root: NodeView<'_>, _simulation: u32) -> usize {
///         least_visited(root)
///     }
///     fn select_interior(&mut self, node: NodeView<'_>) -> usize {
///         least_visited(node.candidates())
///     }
///     fn target(&self, root: NodeView<'_>, _completed_q: &[MoverValue]) -> Vec<f32> {
///         vec![1.0 / root.len() as f32; root.len()]
///     }
///     fn chosen(&self, root: NodeView<'_>) -> usize {
///         let q = |i: &usize| root.q(*i).map_or(-1.0, |q| q.0);
///         (0..root.len()).max_by(|a, b| q(a).total_cmp(&q(b))).unwrap()
///     }
/// }
/// ```
pub trait Policy {
    /// Prepares for a search from `root`, whose priors may not be known yet: draws noise, makes a
    /// schedule, notes the visits that are there already.
    fn prepare<R: Rng + ?Sized>(&mut self, config: &SearchConfig, root: NodeView<'_>, rng: &mut R);

    /// The action of the root that simulation number `simulation` (from 0) takes.
    fn select_root(&mut self, root: NodeView<'_>, simulation: u32) -> usize;

    /// The action of a node below the root that a simulation takes: one of its
    /// [`candidates`](NodeView::candidates).
    fn select_interior(&mut self, node: NodeView<'_>) -> usize;

    /// The policy target: a distribution over the root's actions, shape `[legal]`. `completed_q`,
    /// shape `[legal]`, is [`Report::q`](crate::Report::q).
    fn target(&self, root: NodeView<'_>, completed_q: &[MoverValue]) -> Vec<f32>;

    /// The action of the root to play.
    fn chosen(&self, root: NodeView<'_>) -> usize;

    /// The noise drawn for the root, shape `[legal]`; empty for a policy without noise.
    fn root_noise(&mut self) -> &mut [f32] {
        &mut []
    }
}

/// A node of the tree as a [`Policy`] sees it: its legal actions, by index, with their statistics.
/// At the root the actions ascend; below it those with visits come first.
#[derive(Clone, Copy)]
pub struct NodeView<'a> {
    pub(crate) node: &'a Node,
    pub(crate) edges: &'a [Edge],
}

impl NodeView<'_> {
    /// The player to move.
    #[must_use]
    pub fn mover(self) -> Player {
        self.node.player
    }

    /// The network's value of the node.
    #[must_use]
    pub fn network_value(self) -> MoverValue {
        self.node.value.for_mover(self.node.player)
    }

    /// Number of legal actions.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a node has a legal action")]
    pub fn len(self) -> usize {
        self.edges.len()
    }

    /// The node cut down to the actions that a selection below the root need look at: the visited
    /// ones and, of the others, the one with the largest prior.
    #[must_use]
    pub fn candidates(self) -> Self {
        let count = self.edges.len().min(self.node.expanded as usize + 1);
        Self { node: self.node, edges: &self.edges[..count] }
    }

    /// The action with this index.
    #[must_use]
    pub fn action(self, index: usize) -> u16 {
        self.edges[index].action
    }

    /// Its prior: the softmax of the network's logits over the legal actions.
    #[must_use]
    pub fn prior(self, index: usize) -> f32 {
        self.edges[index].prior
    }

    /// Its visit count.
    #[must_use]
    pub fn visits(self, index: usize) -> u32 {
        self.edges[index].visits
    }

    /// Its Q, the mean value of its visits; `None` without visits.
    #[must_use]
    pub fn q(self, index: usize) -> Option<MoverValue> {
        let edge = &self.edges[index];
        (edge.visits > 0).then(|| edge.q(self.node.player))
    }
}

/// The index of the largest, the first of equals; 0 of nothing.
pub(crate) fn argmax(values: impl Iterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (i, value) in values.enumerate() {
        if value > best.1 {
            best = (i, value);
        }
    }
    best.0
}

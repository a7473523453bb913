//! The result of a search.

use crate::{
    node::{Edge, UNEXPANDED},
    policy::Policy,
    tree::{ROOT, Tree},
    value::{MoverValue, P0Value, Player},
};
use std::hash::Hash;

/// The result of a search. Vectors run over the root's legal actions: shape `[legal]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Who is to move at the root.
    pub mover: Player,
    /// The legal actions, ascending.
    pub actions: Vec<u16>,
    /// Visits; they sum to the simulations done and the visits kept from an earlier search.
    pub visits: Vec<u32>,
    /// Completed Q: the mean value where there are visits, else the mixed value (Danihelka et al.
    /// 2022, Eq. 10 and Appendix D).
    pub q: Vec<MoverValue>,
    /// The prior: the softmax of the network's logits over the legal actions.
    pub prior: Vec<f32>,
    /// The policy target: a distribution over the actions, computed by the
    /// [`Policy`](crate::Policy). Gumbel: the improved policy `softmax(logits + sigma(completed
    /// Q))` (Eq. 11), without the noise. PUCT: the normalised visit counts, or the prior if there
    /// are no visits.
    pub policy: Vec<f32>,
    /// The network's value of the root.
    pub network_value: P0Value,
    /// The expected completed Q under the policy: `sum_a policy(a) * q(a)`.
    pub search_value: P0Value,
    /// The action to play. Gumbel: the largest `g + logits + sigma(q)` among the most visited of
    /// this search. PUCT: the most visited.
    pub chosen: u16,
    /// `chosen`, then the most visited action of each position that follows.
    pub principal_variation: Vec<u16>,
}

impl Report {
    /// [`network_value`](Self::network_value) as the mover sees it.
    pub fn network_value_for_mover(&self) -> MoverValue {
        self.network_value.for_mover(self.mover)
    }

    /// [`search_value`](Self::search_value) as the mover sees it.
    pub fn search_value_for_mover(&self) -> MoverValue {
        self.search_value.for_mover(self.mover)
    }
}

/// Returns the report of a tree whose root has been evaluated.
pub(crate) fn report<S: Clone + Eq + Hash>(tree: &Tree<S>, policy: &impl Policy) -> Report {
    let (root, q) = (tree.view(ROOT), completed_q(tree));
    let (target, chosen) = (policy.target(root, &q), policy.chosen(root));
    let search_value = MoverValue(target.iter().zip(&q).map(|(p, q)| p * q.0).sum());
    Report {
        mover: root.mover(),
        actions: root.edges.iter().map(|edge| edge.action).collect(),
        visits: root.edges.iter().map(|edge| edge.visits).collect(),
        q,
        prior: root.edges.iter().map(|edge| edge.prior).collect(),
        policy: target,
        network_value: root.node.value,
        search_value: search_value.for_p0(root.mover()),
        chosen: root.action(chosen),
        principal_variation: principal_variation(tree, chosen),
    }
}

/// Returns Q where there are visits and the mixed value elsewhere (Eq. 10).
fn completed_q<S: Clone + Eq + Hash>(tree: &Tree<S>) -> Vec<MoverValue> {
    let root = tree.node(ROOT);
    let mixed = tree.visited(ROOT).mixed_value(root.value.for_mover(root.player));
    let q = |edge: &Edge| if edge.visits > 0 { edge.q(root.player) } else { mixed };
    tree.edges_of(ROOT).iter().map(q).collect()
}

/// Returns the root's edge `first`, then the most visited action of each position that follows.
pub(crate) fn principal_variation<S: Clone + Eq + Hash>(tree: &Tree<S>, first: usize) -> Vec<u16> {
    let mut edge = &tree.edges_of(ROOT)[first];
    let mut line = vec![edge.action];
    while edge.child != UNEXPANDED {
        // Ties go to the first edge, which has the larger prior.
        let most = tree.edges_of(edge.child).iter().rev().max_by_key(|edge| edge.visits);
        match most {
            Some(next) if next.visits > 0 => edge = next,
            _ => break,
        }
        line.push(edge.action);
    }
    line
}

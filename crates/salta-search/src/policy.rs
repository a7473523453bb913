//! The policy of a search: the algorithm that chooses the actions of simulations and derives the
//! result from their visits.

use crate::{error::ConfigError, node::NodeView, value::MoverValue};
use rand::Rng;

/// An algorithm: how a search spends its simulations and which action it chooses. The resulting
/// distribution over actions is its *target*, [`Report::policy`](crate::Report::policy).
///
/// [`Gumbel`](crate::Gumbel) and [`Puct`](crate::Puct) are policies, and
/// [`MethodPolicy`](crate::MethodPolicy) is the one of them that
/// [`SearchConfig::method`](crate::SearchConfig::method) names. A custom policy is passed to
/// [`Search::with_policy`](crate::Search::with_policy). Dispatch is static: calls are compiled into
/// the search.
///
/// # Examples
///
/// A policy that visits every action of a node equally often and plays the one with the largest Q:
///
/// ```
/// use rand::Rng;
/// use salta_search::{MoverValue, NodeView, Policy};
///
/// struct Uniform;
///
/// fn least_visited(node: NodeView<'_>) -> usize {
///     (0..node.len()).min_by_key(|i| node.visits(*i)).unwrap()
/// }
///
/// impl Policy for Uniform {
///     fn prepare<R: Rng + ?Sized>(&mut self, _simulations: u32, _: NodeView<'_>, _: &mut R) {}
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
    /// Checks its settings.
    ///
    /// # Errors
    /// The first setting outside its range.
    fn validate(&self) -> Result<(), ConfigError> {
        Ok(())
    }

    /// Prepares for `simulations` simulations from `root`, whose priors may not be known yet: draws
    /// noise, makes a schedule, records the visits that `root` already has.
    fn prepare<R: Rng + ?Sized>(&mut self, simulations: u32, root: NodeView<'_>, rng: &mut R);

    /// The index of the root's action that simulation number `simulation` (from 0) takes.
    fn select_root(&mut self, root: NodeView<'_>, simulation: u32) -> usize;

    /// The index of the action that a simulation takes at a node below the root: one of its
    /// [`candidates`](NodeView::candidates).
    fn select_interior(&mut self, node: NodeView<'_>) -> usize;

    /// The policy target: a distribution over the root's actions, shape `[legal]`. `completed_q`,
    /// shape `[legal]`, is [`Report::q`](crate::Report::q).
    fn target(&self, root: NodeView<'_>, completed_q: &[MoverValue]) -> Vec<f32>;

    /// The index of the root's action to play.
    fn chosen(&self, root: NodeView<'_>) -> usize;

    /// The noise drawn for the root, shape `[legal]`; empty for a policy without noise.
    fn root_noise(&mut self) -> &mut [f32] {
        &mut []
    }
}

/// Returns the index of the largest value (the first on ties), or 0 if there is no value.
pub(crate) fn argmax(values: impl Iterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (i, value) in values.enumerate() {
        if value > best.1 {
            best = (i, value);
        }
    }
    best.0
}

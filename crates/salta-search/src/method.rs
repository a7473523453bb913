//! The policy that a config names.

use crate::{
    config::{Method, SearchConfig},
    node::NodeView,
    policy::Policy,
    value::MoverValue,
};
use rand::Rng;

mod gumbel;
mod puct;
pub use gumbel::{Gumbel, GumbelConfig};
pub use puct::{FirstPlay, Puct, PuctConfig};

/// The policy that [`SearchConfig::method`](crate::SearchConfig::method) names; the default of a
/// [`Search`](crate::Search).
#[derive(Clone, Debug, Default)]
pub struct MethodPolicy {
    method: Method,
    gumbel: Gumbel,
    puct: Puct,
}

impl MethodPolicy {
    /// Uses these settings from the next search on.
    pub(crate) fn configure(&mut self, config: &SearchConfig) {
        self.method = config.method;
        self.gumbel.config = config.gumbel;
        self.puct.configure(config.puct);
    }
}

/// Calls a method of the policy that `method` names.
macro_rules! by_method {
    ($policy:ident.$call:ident($($argument:expr),*)) => {
        match $policy.method {
            Method::Gumbel => $policy.gumbel.$call($($argument),*),
            Method::Puct => $policy.puct.$call($($argument),*),
        }
    };
}

impl Policy for MethodPolicy {
    fn prepare<R: Rng + ?Sized>(&mut self, simulations: u32, root: NodeView<'_>, rng: &mut R) {
        by_method!(self.prepare(simulations, root, rng))
    }

    fn select_root(&mut self, root: NodeView<'_>, simulation: u32) -> usize {
        by_method!(self.select_root(root, simulation))
    }

    fn select_interior(&mut self, node: NodeView<'_>) -> usize {
        by_method!(self.select_interior(node))
    }

    fn target(&self, root: NodeView<'_>, completed_q: &[MoverValue]) -> Vec<f32> {
        by_method!(self.target(root, completed_q))
    }

    fn chosen(&self, root: NodeView<'_>) -> usize {
        by_method!(self.chosen(root))
    }

    fn root_noise(&mut self) -> &mut [f32] {
        by_method!(self.root_noise())
    }
}

//! The policy that a config names.

use crate::{
    gumbel::{Gumbel, GumbelConfig},
    node::NodeView,
    policy::Policy,
    puct::{Puct, PuctConfig},
    value::MoverValue,
};
use rand::Rng;
use serde::{Deserialize, Serialize};

/// Which [`Policy`](crate::Policy) a search follows.
///
/// # Examples
///
/// ```
/// use salta_search::{Method, SearchConfig};
///
/// let config: SearchConfig = toml::from_str("method = \"puct\"")?;
/// assert_eq!(config.method, Method::Puct);
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// [`Gumbel`](crate::Gumbel): sequential halving with Gumbel noise at the root, the deterministic rule below
    /// it; the improved policy is the target.
    #[default]
    Gumbel,
    /// [`Puct`](crate::Puct): AlphaZero's rule everywhere; the shares of the visits are the target.
    Puct,
}

/// The policy that [`SearchConfig::method`](crate::SearchConfig::method) names; the default of a [`Search`](crate::Search).
#[derive(Clone, Debug, Default)]
pub struct MethodPolicy {
    method: Method,
    gumbel: Gumbel,
    puct: Puct,
}

impl MethodPolicy {
    /// Follows these settings from the next search on.
    pub(crate) fn configure(&mut self, method: Method, gumbel: GumbelConfig, puct: PuctConfig) {
        self.method = method;
        self.gumbel.config = gumbel;
        self.puct.config = puct;
    }
}

/// A call of the policy that the method names.
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

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

impl Policy for MethodPolicy {
    fn prepare<R: Rng + ?Sized>(&mut self, simulations: u32, root: NodeView<'_>, rng: &mut R) {
        match self.method {
            Method::Gumbel => self.gumbel.prepare(simulations, root, rng),
            Method::Puct => self.puct.prepare(simulations, root, rng),
        }
    }

    fn select_root(&mut self, root: NodeView<'_>, simulation: u32) -> usize {
        match self.method {
            Method::Gumbel => self.gumbel.select_root(root, simulation),
            Method::Puct => self.puct.select_root(root, simulation),
        }
    }

    fn select_interior(&mut self, node: NodeView<'_>) -> usize {
        match self.method {
            Method::Gumbel => self.gumbel.select_interior(node),
            Method::Puct => self.puct.select_interior(node),
        }
    }

    fn target(&self, root: NodeView<'_>, completed_q: &[MoverValue]) -> Vec<f32> {
        match self.method {
            Method::Gumbel => self.gumbel.target(root, completed_q),
            Method::Puct => self.puct.target(root, completed_q),
        }
    }

    fn chosen(&self, root: NodeView<'_>) -> usize {
        match self.method {
            Method::Gumbel => self.gumbel.chosen(root),
            Method::Puct => self.puct.chosen(root),
        }
    }

    fn root_noise(&mut self) -> &mut [f32] {
        match self.method {
            Method::Gumbel => self.gumbel.root_noise(),
            Method::Puct => self.puct.root_noise(),
        }
    }
}

//! PUCT, the search of AlphaZero: the same rule at the root and below it.
//!
//! Silver et al. 2018, "A general reinforcement learning algorithm that masters chess, shogi, and
//! Go through self-play", Methods, "Search": take the action with the largest
//! `Q(a) + C * P(a) * sqrt(N) / (1 + N(a))`, where `C = c_init + ln((1 + N + c_base) / c_base)`
//! and `N` is the node's visits, its own evaluation included. The constants are meant for Q from 0
//! to 1, so Q in `[-1, 1]` enters as `(Q + 1) / 2`.

use crate::math::ln;
use crate::{
    error::{ConfigError, check},
    node::NodeView,
    policy::{Policy, argmax},
    value::MoverValue,
};
use rand::Rng;
use rand_distr::{Distribution, Gamma};
use serde::{Deserialize, Serialize};

/// The settings of [`Puct`]: the table `puct` of a [`SearchConfig`](crate::SearchConfig).
///
/// # Examples
///
/// AlphaZero's first play urgency instead of this crate's default:
///
/// ```
/// use salta_search::{FirstPlay, Method, PuctConfig, SearchConfig};
///
/// let puct = PuctConfig { first_play: FirstPlay::Loss, ..PuctConfig::default() };
/// let config = SearchConfig { method: Method::Puct, puct, ..SearchConfig::default() };
/// assert!(config.validate().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PuctConfig {
    /// `c_init` of the exploration rate. Default 1.25, AlphaZero's.
    pub c_init: f32,
    /// `c_base`, in visits: how slowly the rate grows. Default 19652, AlphaZero's.
    pub c_base: f32,
    /// Q of an action without visits (first-play urgency): `loss`, −1, as in AlphaZero; `parent`,
    /// the parent's Q less `first_play_reduction`, as in KataGo. Default `parent`.
    pub first_play: FirstPlay,
    /// With `first_play = "parent"`: how far, in utility, the Q of an unvisited action lies below
    /// its parent's, times the square root of the prior mass already visited. Default 0.2, as in Wu
    /// 2019, "Accelerating self-play learning in Go", Section 2; arXiv:1902.10565 (but there not at
    /// a root with noise).
    pub first_play_reduction: f32,
    /// Concentration of the root's Dirichlet noise. Default 0.3, AlphaZero's for chess; the
    /// fewer legal actions a game has, the larger it should be.
    pub dirichlet_alpha: f32,
    /// Share of that noise in the root's prior. Default 0.25, AlphaZero's in self-play; 0 in
    /// matches.
    pub dirichlet_fraction: f32,
}

/// The Q of an action without visits ("first play urgency").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstPlay {
    /// That of a loss, as in AlphaZero.
    Loss,
    /// The mean of the parent, its own evaluation included, less the reduction.
    Parent,
}

impl Default for PuctConfig {
    fn default() -> Self {
        Self {
            c_init: 1.25,
            c_base: 19652.0,
            first_play: FirstPlay::Parent,
            first_play_reduction: 0.2,
            dirichlet_alpha: 0.3,
            dirichlet_fraction: 0.25,
        }
    }
}

impl PuctConfig {
    pub(crate) fn validate(&self) -> Result<(), ConfigError> {
        check("puct.c_init", self.c_init, 0.0..=1e6, "from 0 to 1e6")?;
        check("puct.first_play_reduction", self.first_play_reduction, 0.0..=1e6, "from 0 to 1e6")?;
        check("puct.c_base", self.c_base, 1e-6..=1e12, "from 1e-6 to 1e12")?;
        check("puct.dirichlet_alpha", self.dirichlet_alpha, 1e-6..=1e12, "from 1e-6 to 1e12")?;
        check("puct.dirichlet_fraction", self.dirichlet_fraction, 0.0..=1.0, "from 0 to 1")
    }

    /// The exploration rate `C` of a node with `visits` visits.
    fn rate(&self, visits: f32) -> f32 {
        self.c_init + ln((1.0 + visits + self.c_base) / self.c_base)
    }

    fn first_play_q(&self, parent: f32, visited_prior: f32) -> f32 {
        match self.first_play {
            FirstPlay::Loss => -1.0,
            FirstPlay::Parent => parent - self.first_play_reduction * visited_prior.sqrt(),
        }
    }
}

/// Largest number of precomputed exploration rates.
const MAX_RATES: usize = 4096;

/// AlphaZero's policy: PUCT at the root and below it, the visit distribution as the target.
#[derive(Clone, Debug, Default)]
pub struct Puct {
    pub(crate) config: PuctConfig,
    /// Dirichlet noise of the root's actions, shape `[legal]`.
    noise: Vec<f32>,
    /// Precomputed exploration rates, indexed by visit count: their logarithm is slow.
    rates: Vec<f32>,
}

impl Puct {
    /// The policy with these settings.
    pub fn new(config: PuctConfig) -> Self {
        Self { config, ..Self::default() }
    }

    /// Uses these settings from the next search on.
    pub(crate) fn configure(&mut self, config: PuctConfig) {
        if config != self.config {
            *self = Self::new(config);
        }
    }

    /// Returns the action with the largest upper confidence bound, given the prior of each.
    fn best(&self, at: NodeView<'_>, prior: impl Fn(usize) -> f32) -> usize {
        let (node, edges) = (at.node, at.edges);
        let (mut count, mut total, mut visited_prior) = (1, node.value.0, 0.0);
        for (i, edge) in edges.iter().enumerate().filter(|(_, edge)| edge.visits > 0) {
            count += edge.visits;
            total += edge.value_sum;
            visited_prior += prior(i);
        }
        let visits = count as f32;
        let rate = self.rates.get(count as usize).copied();
        let rate = rate.unwrap_or_else(|| self.config.rate(visits));
        let first_play =
            self.config.first_play_q(total / visits * node.player.sign(), visited_prior);
        let explore = rate * visits.sqrt();
        argmax(edges.iter().enumerate().map(|(i, edge)| {
            let q = if edge.visits > 0 { edge.q(node.player).0 } else { first_play };
            (q + 1.0) / 2.0 + explore * prior(i) / (1 + edge.visits) as f32
        }))
    }
}

impl Policy for Puct {
    fn validate(&self) -> Result<(), ConfigError> {
        self.config.validate()
    }

    fn prepare<R: Rng + ?Sized>(&mut self, simulations: u32, root: NodeView<'_>, rng: &mut R) {
        let (config, prepared) = (self.config, self.rates.len());
        let visits = prepared..MAX_RATES.min(simulations as usize + 2);
        self.rates.extend(visits.map(|visits| config.rate(visits as f32)));
        fill_noise(root.len(), &self.config, rng, &mut self.noise);
    }

    fn select_root(&mut self, root: NodeView<'_>, _simulation: u32) -> usize {
        let share = self.config.dirichlet_fraction;
        self.best(root, |i| (1.0 - share) * root.edges[i].prior + share * self.noise[i])
    }

    fn select_interior(&mut self, node: NodeView<'_>) -> usize {
        let candidates = node.candidates();
        self.best(candidates, |i| candidates.edges[i].prior)
    }

    /// The distribution of the visits, or the prior if there are no visits.
    fn target(&self, root: NodeView<'_>, _completed_q: &[MoverValue]) -> Vec<f32> {
        match root.edges.iter().map(|edge| edge.visits).sum::<u32>() {
            0 => root.edges.iter().map(|edge| edge.prior).collect(),
            total => root.edges.iter().map(|edge| edge.visits as f32 / total as f32).collect(),
        }
    }

    /// The most visited action; ties go to the larger Q, then to the first. Without visits, the one
    /// with the largest prior.
    fn chosen(&self, root: NodeView<'_>) -> usize {
        let most = root.edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        argmax(root.edges.iter().map(|edge| match edge.visits {
            visits if visits != most => f32::NEG_INFINITY,
            0 => edge.logit,
            _ => edge.q(root.mover()).0,
        }))
    }

    fn root_noise(&mut self) -> &mut [f32] {
        &mut self.noise
    }
}

/// Fills `out` with a draw from the symmetric Dirichlet distribution over `count` actions. If the
/// noise has no share in the prior, fills it with zeros and draws nothing from the generator.
fn fill_noise<R: Rng + ?Sized>(count: usize, puct: &PuctConfig, rng: &mut R, out: &mut Vec<f32>) {
    out.clear();
    if puct.dirichlet_fraction == 0.0 {
        return out.resize(count, 0.0);
    }
    let gamma = Gamma::new(puct.dirichlet_alpha, 1.0).expect("the concentration is positive");
    out.extend((0..count).map(|_| gamma.sample(rng)));
    let sum: f32 = out.iter().sum();
    // With a tiny concentration every draw may underflow; uniform noise then does little harm.
    let share = |x: &f32| if sum > 0.0 { x / sum } else { 1.0 / count as f32 };
    out.iter_mut().for_each(|x| *x = share(x));
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn the_noise_is_dirichlet() {
        let puct = PuctConfig { dirichlet_alpha: 0.5, ..PuctConfig::default() };
        let (mut rng, mut noise, mut first) = (ChaCha8Rng::seed_from_u64(1), vec![], vec![]);
        for _ in 0..20_000 {
            fill_noise(4, &puct, &mut rng, &mut noise);
            assert!((noise.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            first.push(noise[0]);
        }
        let mean = first.iter().sum::<f32>() / first.len() as f32;
        let variance = first.iter().map(|x| (x - mean).powi(2)).sum::<f32>() / first.len() as f32;
        // Of Dirichlet(a, …, a) over k: 1/k and (1/k)(1 - 1/k) / (ka + 1).
        assert!((mean - 0.25).abs() < 0.01, "mean {mean}");
        assert!((variance - 0.0625).abs() < 0.003, "variance {variance}");
    }

    #[test]
    fn other_constants_have_other_rates() {
        let mut puct = Puct { rates: vec![1.0; 10], ..Puct::default() };
        puct.configure(PuctConfig::default());
        assert_eq!(puct.rates.len(), 10);
        puct.configure(PuctConfig { c_init: 2.0, ..PuctConfig::default() });
        assert!(puct.rates.is_empty());
    }

    #[test]
    fn no_share_no_draws() {
        let puct = PuctConfig { dirichlet_fraction: 0.0, ..PuctConfig::default() };
        let (mut rng, mut noise) = (ChaCha8Rng::seed_from_u64(1), vec![7.0]);
        fill_noise(3, &puct, &mut rng, &mut noise);
        assert_eq!(noise, [0.0; 3]);
        assert_eq!(rng, ChaCha8Rng::seed_from_u64(1));
    }

    #[test]
    fn a_tiny_concentration_still_gives_a_distribution() {
        let puct = PuctConfig { dirichlet_alpha: 1e-4, ..PuctConfig::default() };
        let (mut rng, mut noise) = (ChaCha8Rng::seed_from_u64(1), vec![]);
        for _ in 0..100 {
            fill_noise(5, &puct, &mut rng, &mut noise);
            assert!((noise.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
    }
}

//! Gumbel MuZero's policy: sequential halving over noisy scores at the root, a deterministic rule
//! below it, the improved policy as the target.
//!
//! Danihelka et al. 2022, "Policy improvement by planning with Gumbel" ("the paper" below).
//!
//! **Root** (Section 3, Algorithm 2). With `g` drawn once per search from Gumbel(0, 1), the `m`
//! largest `g + logits` are a sample without replacement from the policy (Gumbel-top-k), and
//! sequential halving ranks them by `g + logits + sigma(q)`.
//!
//! **Interior** (Section 5, Eq. 14). With the improved policy `pi' = softmax(logits +
//! sigma(completed Q))` (Eq. 11) take `argmax_a pi'(a) - N(a) / (1 + sum_b N(b))`, which needs no
//! random numbers.

use crate::math::exp_each;
use crate::{
    error::{ConfigError, check},
    node::NodeView,
    policy::{Policy, argmax},
    qtransform::{Visited, softmax},
    sequential_halving::fill_schedule,
    value::MoverValue,
};
use rand::{Rng, RngExt, distr::Open01};
use serde::{Deserialize, Serialize};

/// The settings of [`Gumbel`]: the table `gumbel` of a [`SearchConfig`](crate::SearchConfig).
///
/// # Examples
///
/// ```
/// use salta_search::{GumbelConfig, SearchConfig};
///
/// let gumbel = GumbelConfig { max_considered_actions: 8, ..GumbelConfig::default() };
/// let config = SearchConfig { simulations: 32, gumbel, ..SearchConfig::default() };
/// assert!(config.validate().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GumbelConfig {
    /// Root actions that sequential halving starts from (`m` of the paper's Algorithm 2), at
    /// least 1. Default 16, as in the paper's Go and chess runs and in mctx.
    pub max_considered_actions: u32,
    /// `c_visit` of the paper's Eq. 8. Default 50, the paper's value (mctx: `maxvisit_init`).
    pub c_visit: f32,
    /// `c_scale` of the paper's Eq. 8, on Q in `[-1, 1]` with no rescaling per node. Default 0.1
    /// (mctx: `value_scale`, there on a Q stretched to `[0, 1]`); larger trusts Q over the prior.
    /// Sigma grows with visits, so with thousands of simulations a smaller scale is needed, or
    /// what looks bad at first is never visited again.
    pub c_scale: f32,
    /// Factor on the root's Gumbel noise: 1 explores (self-play), 0 searches deterministically
    /// (matches; mctx `gumbel_scale`). Default 1.
    pub gumbel_scale: f32,
}

impl Default for GumbelConfig {
    fn default() -> Self {
        Self { max_considered_actions: 16, c_visit: 50.0, c_scale: 0.1, gumbel_scale: 1.0 }
    }
}

impl GumbelConfig {
    /// The settings that older files have at the top level instead of in the table `gumbel`.
    pub const FORMERLY_FLAT: [&str; 4] =
        ["max_considered_actions", "c_visit", "c_scale", "gumbel_scale"];

    pub(crate) fn validate(&self) -> Result<(), ConfigError> {
        if self.max_considered_actions == 0 {
            return Err(ConfigError::NoConsideredAction);
        }
        for (field, value) in [
            ("gumbel.c_visit", self.c_visit),
            ("gumbel.c_scale", self.c_scale),
            ("gumbel.gumbel_scale", self.gumbel_scale),
        ] {
            check(field, value, 0.0..=1e6, "from 0 to 1e6")?;
        }
        Ok(())
    }

    /// The factor on Q at a node whose most visited action has `max_visits` visits: Eq. 8,
    /// `sigma(q) = (c_visit + max_b N(b)) * c_scale * q`.
    fn q_factor(&self, max_visits: u32) -> f32 {
        (self.c_visit + max_visits as f32) * self.c_scale
    }
}

/// The policy of Gumbel MuZero (Danihelka et al. 2022); mctx's `gumbel_muzero_policy`.
#[derive(Clone, Debug, Default)]
pub struct Gumbel {
    pub(crate) config: GumbelConfig,
    /// Gumbel noise of the root's actions, shape `[legal]`.
    noise: Vec<f32>,
    /// Visits of the root's actions from before this search, shape `[legal]`: part of each Q, but
    /// not of the schedule.
    kept: Vec<u32>,
    /// Visit count to select from in each simulation, shape `[simulations]`.
    schedule: Vec<u32>,
    scratch: Vec<f32>,
}

impl Gumbel {
    /// The policy with these settings.
    pub fn new(config: GumbelConfig) -> Self {
        Self { config, ..Self::default() }
    }

    /// The best action among those with `visits` visits in this search: `argmax g + logits +
    /// sigma(q)`.
    ///
    /// All compared actions have equally many visits. Without visits, sigma would add the same
    /// completed Q to each of them and is omitted. It is also omitted for actions visited only in
    /// an earlier search: the first round is the sample from the policy with which Algorithm 2
    /// begins.
    fn best_with_visits(&self, root: NodeView<'_>, visits: u32) -> usize {
        let edges = root.edges;
        let max_visits = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        let factor = self.config.q_factor(max_visits);
        let mover = root.mover();
        argmax((0..edges.len()).map(|i| match edges[i].visits - self.kept[i] {
            v if v != visits => f32::NEG_INFINITY,
            0 => self.noise[i] + edges[i].logit,
            _ => self.noise[i] + edges[i].logit + factor * edges[i].q(mover).0,
        }))
    }
}

impl Policy for Gumbel {
    fn validate(&self) -> Result<(), ConfigError> {
        self.config.validate()
    }

    fn prepare<R: Rng + ?Sized>(&mut self, simulations: u32, root: NodeView<'_>, rng: &mut R) {
        self.kept.clear();
        self.kept.extend(root.edges.iter().map(|edge| edge.visits));
        fill_noise(root.len(), self.config.gumbel_scale, rng, &mut self.noise);
        let considered = self.config.max_considered_actions.min(root.len() as u32);
        fill_schedule(considered, simulations, &mut self.schedule);
    }

    fn select_root(&mut self, root: NodeView<'_>, simulation: u32) -> usize {
        self.best_with_visits(root, self.schedule[simulation as usize])
    }

    /// Unvisited actions have no visits and the same completed Q, so the one with the largest prior
    /// represents them all, and their exponentials sum to a multiple of their prior mass.
    fn select_interior(&mut self, at: NodeView<'_>) -> usize {
        let (visited, unvisited) = at.edges.split_at(at.node.expanded as usize);
        if visited.is_empty() {
            return 0;
        }
        let sums = gather_q(at, visited.len(), &mut self.scratch);
        let scores = &mut self.scratch;
        let factor = self.config.q_factor(sums.max_visits);
        for (edge, score) in visited.iter().zip(scores.iter_mut()) {
            *score = edge.logit + factor * *score;
        }
        // After the visited actions' scores: that of all others together, then that of the best of
        // them.
        if let Some(first) = unvisited.first() {
            let sigma = factor * sums.mixed_value(at.network_value()).0;
            scores.extend([sigma + at.node.log_rest, sigma + first.logit]);
        }
        let compared = visited.len() + usize::from(!unvisited.is_empty());
        let top = scores[..compared].iter().copied().fold(f32::NEG_INFINITY, f32::max);
        scores.iter_mut().for_each(|score| *score -= top);
        exp_each(scores);

        let (of_visited, of_others) = scores.split_at(visited.len());
        let total: f32 = of_others.first().into_iter().chain(of_visited).sum();
        let share = 1.0 / (1.0 + sums.visits as f32);
        let deficits =
            of_visited.iter().zip(visited).map(|(s, e)| s / total - e.visits as f32 * share);
        argmax(deficits.chain(of_others.get(1).map(|score| score / total)))
    }

    /// The improved policy `softmax(logits + sigma(completed Q))` (Eq. 11), without the noise.
    fn target(&self, root: NodeView<'_>, completed_q: &[MoverValue]) -> Vec<f32> {
        let max_visits = root.edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        let factor = self.config.q_factor(max_visits);
        let improved = |(edge, q): (&crate::node::Edge, &MoverValue)| edge.logit + factor * q.0;
        let mut policy: Vec<f32> = root.edges.iter().zip(completed_q).map(improved).collect();
        softmax(&mut policy);
        policy
    }

    /// The best of the actions with the most visits in this search (Algorithm 2, last line).
    fn chosen(&self, root: NodeView<'_>) -> usize {
        let fresh = root.edges.iter().zip(&self.kept).map(|(edge, kept)| edge.visits - kept);
        self.best_with_visits(root, fresh.max().unwrap_or(0))
    }

    fn root_noise(&mut self) -> &mut [f32] {
        &mut self.noise
    }
}

/// Fills `out` with the Q of the first `visited` actions as the mover sees it; returns their sums.
fn gather_q(at: NodeView<'_>, visited: usize, out: &mut Vec<f32>) -> Visited {
    let mut sums = Visited::default();
    out.clear();
    for edge in &at.edges[..visited] {
        let q = edge.q(at.node.player);
        sums.add(edge.prior, edge.visits, q);
        out.push(q.0);
    }
    sums
}

/// Fills `out` with `count` draws of `scale * Gumbel(0, 1)`. A scale of zero draws nothing from
/// the generator.
fn fill_noise<R: Rng + ?Sized>(count: usize, scale: f32, rng: &mut R, out: &mut Vec<f32>) {
    out.clear();
    if scale == 0.0 {
        out.resize(count, 0.0);
    } else {
        out.extend((0..count).map(|_| scale * gumbel(rng)));
    }
}

/// One draw of Gumbel(0, 1) by inversion.
fn gumbel<R: Rng + ?Sized>(rng: &mut R) -> f32 {
    let uniform: f64 = rng.sample(Open01);
    -libm::log(-libm::log(uniform)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn noise_has_the_mean_and_variance_of_gumbel() {
        let mut noise = Vec::new();
        fill_noise(100_000, 1.0, &mut ChaCha8Rng::seed_from_u64(1), &mut noise);
        let mean = noise.iter().sum::<f32>() / noise.len() as f32;
        let variance = noise.iter().map(|g| (g - mean).powi(2)).sum::<f32>() / noise.len() as f32;
        // Euler's constant and pi^2 / 6.
        assert!((mean - 0.5772).abs() < 0.02, "mean {mean}");
        assert!((variance - 1.6449).abs() < 0.05, "variance {variance}");
    }

    #[test]
    fn no_scale_no_draws() {
        let (mut rng, mut noise) = (ChaCha8Rng::seed_from_u64(1), vec![7.0]);
        fill_noise(3, 0.0, &mut rng, &mut noise);
        assert_eq!(noise, [0.0; 3]);
        assert_eq!(rng, ChaCha8Rng::seed_from_u64(1));
    }
}

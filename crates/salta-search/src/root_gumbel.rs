//! The root: Gumbel noise, and the action with the best noisy score.
//!
//! Danihelka et al. 2022, Section 3 and Algorithm 2: with `g` drawn once per search from
//! Gumbel(0, 1), the `m` largest `g + logits` are a sample without replacement from the policy
//! (Gumbel-top-k), and sequential halving among them goes by `g + logits + sigma(q)`.

use crate::{qtransform::QScale, select::argmax, tree::Edge, value::Player};
use rand::{Rng, RngExt, distr::Open01};

/// Fills `out` with `count` draws of `scale * Gumbel(0, 1)`. A scale of zero draws nothing from
/// the generator.
pub(crate) fn fill_noise<R: Rng + ?Sized>(
    count: usize,
    scale: f32,
    rng: &mut R,
    out: &mut Vec<f32>,
) {
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
    -(-uniform.ln()).ln() as f32
}

/// What the root's selection needs to know of its edges beside their statistics.
#[derive(Clone, Copy)]
pub(crate) struct Root<'a> {
    /// Gumbel noise, shape `[legal]`.
    pub(crate) noise: &'a [f32],
    /// Visits from before this search, shape `[legal]`: part of each Q, but not of the schedule.
    pub(crate) kept: &'a [u32],
    pub(crate) mover: Player,
    pub(crate) scale: QScale,
}

/// The best edge among those with `visits` visits in this search: `argmax g + logits + sigma(q)`.
///
/// The edges compared have equal visits. So without visits sigma would add one and the same
/// completed Q to all of them, and is left out. It is left out too where an earlier search has
/// visits: the first round is the sample from the policy that the paper's Algorithm 2 begins with.
pub(crate) fn best_with_visits(edges: &[Edge], root: Root<'_>, visits: u32) -> usize {
    let max_visits = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
    let factor = root.scale.factor(max_visits);
    argmax((0..edges.len()).map(|i| match edges[i].visits - root.kept[i] {
        v if v != visits => f32::NEG_INFINITY,
        0 => root.noise[i] + edges[i].logit,
        _ => root.noise[i] + edges[i].logit + factor * edges[i].q(root.mover).0,
    }))
}

/// The action to play: the best among the most visited of this search (Algorithm 2, last line).
pub(crate) fn chosen(edges: &[Edge], root: Root<'_>) -> usize {
    let fresh = edges.iter().zip(root.kept).map(|(edge, kept)| edge.visits - kept);
    best_with_visits(edges, root, fresh.max().unwrap_or(0))
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

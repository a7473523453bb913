//! From visits and Q to an improved policy, at the root and below it.
//!
//! Formulas of Danihelka et al. 2022, "Policy improvement by planning with Gumbel". Q is in
//! `[-1, 1]` and enters with a fixed scale: unlike mctx's default there is no min–max rescaling per
//! node, which would stretch a difference of 0.001 to the whole range.

use crate::math::exp_each;
use crate::value::MoverValue;

/// Sums over the visited actions of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Visited {
    /// Sum of visits.
    pub visits: u32,
    /// Largest visit count.
    pub max_visits: u32,
    /// Sum of the priors.
    pub prior: f32,
    /// Sum of prior times Q.
    pub prior_q: f32,
}

impl Visited {
    /// Adds one action; an action without visits changes nothing.
    pub fn add(&mut self, prior: f32, visits: u32, q: MoverValue) {
        if visits == 0 {
            return;
        }
        // A visited action whose prior underflowed to zero must not make 0/0 below.
        let prior = prior.max(f32::MIN_POSITIVE);
        self.visits += visits;
        self.max_visits = self.max_visits.max(visits);
        self.prior += prior;
        self.prior_q += prior * q.0;
    }

    /// The mixed value `v_mix` (Appendix D), used as the Q of unvisited actions: `(v + sum_b N(b) *
    /// (sum_visited prior*q) / (sum_visited prior)) / (1 + sum_b N(b))`, where `v` is the network's
    /// value of the node.
    ///
    /// # Examples
    ///
    /// ```
    /// use salta_search::{MoverValue, qtransform::Visited};
    ///
    /// let mut visited = Visited::default();
    /// assert_eq!(visited.mixed_value(MoverValue(0.25)), MoverValue(0.25)); // no visits yet
    /// visited.add(0.5, 1, MoverValue(0.75)); // prior, visits, Q
    /// assert_eq!(visited.mixed_value(MoverValue(0.25)), MoverValue(0.5));
    /// ```
    pub fn mixed_value(&self, network: MoverValue) -> MoverValue {
        if self.visits == 0 {
            return network;
        }
        let visits = self.visits as f32;
        MoverValue((network.0 + visits * (self.prior_q / self.prior)) / (1.0 + visits))
    }
}

/// Softmax in place, shape `[n]`; the logits must be finite.
///
/// # Examples
///
/// ```
/// let mut x = [0.0, f32::ln(3.0)];
/// salta_search::qtransform::softmax(&mut x);
/// assert!((x[0] - 0.25).abs() < 1e-6 && (x[1] - 0.75).abs() < 1e-6);
/// ```
pub fn softmax(logits: &mut [f32]) {
    let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|x| *x -= max);
    exp_each(logits);
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|x| *x /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_value_by_hand() {
        let network = MoverValue(0.5);
        let mut visited = Visited::default();
        assert_eq!(visited.mixed_value(network), network);
        visited.add(0.3, 2, MoverValue(1.0));
        visited.add(0.5, 0, MoverValue(-1.0));
        visited.add(0.1, 1, MoverValue(-1.0));
        // Weighted Q: (0.3 - 0.1) / 0.4 = 0.5, so (0.5 + 3 * 0.5) / 4 = 0.5.
        assert!((visited.mixed_value(network).0 - 0.5).abs() < 1e-6);
        // And with another network value: (-0.5 + 1.5) / 4.
        assert!((visited.mixed_value(MoverValue(-0.5)).0 - 0.25).abs() < 1e-6);
        assert_eq!((visited.visits, visited.max_visits), (3, 2));
    }

    #[test]
    fn a_vanished_prior_keeps_the_mixed_value_finite() {
        let mut visited = Visited::default();
        visited.add(0.0, 4, MoverValue(-1.0));
        assert!((visited.mixed_value(MoverValue(0.0)).0 + 0.8).abs() < 1e-6);
    }

    #[test]
    fn softmax_survives_large_logits() {
        let mut x = [1000.0, 1000.0 + 2.0_f32.ln(), -1e9];
        softmax(&mut x);
        assert!((x[0] - 1.0 / 3.0).abs() < 1e-4 && (x[1] - 2.0 / 3.0).abs() < 1e-4);
        assert_eq!(x[2], 0.0);
    }
}

//! Maximum-likelihood strengths over a pool of players.
//!
//! The model of Bradley & Terry 1952, "Rank analysis of incomplete block designs: I" (Biometrika
//! 39:324–345), with Elo's curve: i scores 1 / (1 + 10^((Rj − Ri) / 400)) against j, a draw being
//! half a win for both. The likelihood is concave in the ratings, and Newton's method finds its
//! maximum.

use nalgebra::{DMatrix, DVector};

use super::order::Order;
use super::scores::Scores;

/// Elo points per logit.
pub(crate) const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Newton's method ends when no rating changes by more than this, in logits.
const CLOSE: f64 = 1e-10;
const MOST_STEPS: u32 = 200;

#[derive(Clone, Debug)]
pub(crate) struct Fit {
    pub(crate) order: Order,
    /// In logits; only those of connected players are comparable.
    logits: Vec<f64>,
}

impl Fit {
    /// Finds the most likely strengths, separately for each set of connected players.
    pub(crate) fn new(scores: &Scores) -> Fit {
        let order = Order::new(scores.players, |i, j| scores.of(i, j) > 0.0);
        let mut logits = vec![0.0; scores.players];
        for members in order.components() {
            for (member, logit) in members.iter().zip(maximum(scores, &members)) {
                logits[*member] = logit;
            }
        }
        Fit { order, logits }
    }

    /// Lower and upper bound of i's Elo above j; equal unless no results link the two.
    pub(crate) fn difference(&self, i: usize, j: usize) -> (f64, f64) {
        match (self.order.reaches(i, j), self.order.reaches(j, i)) {
            (true, true) => [ELO * (self.logits[i] - self.logits[j]); 2].into(),
            (true, false) => (f64::INFINITY, f64::INFINITY),
            (false, true) => (f64::NEG_INFINITY, f64::NEG_INFINITY),
            (false, false) => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// The standard error of i's Elo above j if every game were independent; `None` if results do
    /// not bound the difference.
    pub(crate) fn error(&self, scores: &Scores, i: usize, j: usize) -> Option<f64> {
        let members = self.order.connected(i);
        let [a, b] = [i, j].map(|of| members.iter().position(|member| *member == of));
        let logits: Vec<f64> = members.iter().map(|member| self.logits[*member]).collect();
        let (_, information) = derivatives(scores, &members, &logits)?;
        let covariance = information.cholesky()?.inverse();
        let of = |a: usize, b: usize| if a * b == 0 { 0.0 } else { covariance[(a - 1, b - 1)] };
        let (a, b) = (a?, b?);
        Some(ELO * (of(a, a) + of(b, b) - 2.0 * of(a, b)).sqrt())
    }
}

/// Returns the logits of connected players, with 0 for the first.
fn maximum(scores: &Scores, members: &[usize]) -> Vec<f64> {
    let mut logits = vec![0.0; members.len()];
    for _ in 0..MOST_STEPS {
        let Some(step) = newton_step(scores, members, &logits) else { break };
        let (next, size) = improved(scores, members, &logits, &step);
        logits = next;
        if size < CLOSE {
            break;
        }
    }
    logits
}

/// Newton's step for all players but the first; `None` if there are no others or it is not defined.
fn newton_step(scores: &Scores, members: &[usize], logits: &[f64]) -> Option<DVector<f64>> {
    let (gradient, information) = derivatives(scores, members, logits)?;
    information.cholesky().map(|factors| factors.solve(&gradient))
}

/// The likelihood's gradient and information matrix for all players but the first; `None` if there
/// are no others.
fn derivatives(
    scores: &Scores,
    members: &[usize],
    logits: &[f64],
) -> Option<(DVector<f64>, DMatrix<f64>)> {
    let others = members.len().checked_sub(1).filter(|others| *others > 0)?;
    let mut gradient = DVector::zeros(others);
    let mut information = DMatrix::zeros(others, others);
    for (a, i) in members.iter().enumerate().skip(1) {
        for (b, j) in members.iter().enumerate() {
            let games = scores.of(*i, *j) + scores.of(*j, *i);
            let expected = logistic(logits[a] - logits[b]);
            let curvature = games * expected * (1.0 - expected);
            gradient[a - 1] += scores.of(*i, *j) - games * expected;
            if a != b {
                information[(a - 1, a - 1)] += curvature;
                if b > 0 {
                    information[(a - 1, b - 1)] -= curvature;
                }
            }
        }
    }
    Some((gradient, information))
}

/// Returns the logits after the step, halved until the likelihood does not fall, and the largest
/// change.
fn improved(
    scores: &Scores,
    members: &[usize],
    logits: &[f64],
    step: &DVector<f64>,
) -> (Vec<f64>, f64) {
    let before = likelihood(scores, members, logits);
    let mut length = 1.0;
    loop {
        let moved = |(a, logit): (usize, &f64)| {
            if a == 0 { *logit } else { logit + length * step[a - 1] }
        };
        let next: Vec<f64> = logits.iter().enumerate().map(moved).collect();
        let size = length * step.amax();
        if size < CLOSE || likelihood(scores, members, &next) >= before {
            return (next, size);
        }
        length /= 2.0;
    }
}

/// Logarithm of the likelihood of the results among `members`.
fn likelihood(scores: &Scores, members: &[usize], logits: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (a, i) in members.iter().enumerate() {
        for (b, j) in members.iter().enumerate() {
            let scored = scores.of(*i, *j);
            if scored > 0.0 {
                sum += scored * log_logistic(logits[a] - logits[b]);
            }
        }
    }
    sum
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Logarithm of the logistic function, without overflow.
pub(crate) fn log_logistic(x: f64) -> f64 {
    x.min(0.0) - (-x.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::elo;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_score() {
        let mut scores = Scores::new(2);
        scores.add(0, 1, 75.5, 24.5);
        let fit = Fit::new(&scores);
        let (lo, hi) = fit.difference(0, 1);
        assert!(lo == hi && near(lo, elo(0.755)), "{lo}");
        let error = ELO / (100.0 * 0.755 * 0.245_f64).sqrt();
        assert!(near(fit.error(&scores, 0, 1).unwrap(), error));
        assert!(near(fit.error(&scores, 1, 0).unwrap(), error));
        assert!(near(fit.difference(1, 0).0, -lo) && fit.difference(1, 1) == (0.0, 0.0));
    }

    #[test]
    fn lopsided_ladders_converge() {
        let mut scores = Scores::new(40);
        (1..40).for_each(|i| scores.add(i, i - 1, 199.5, 0.5));
        let fit = Fit::new(&scores);
        assert!((fit.difference(39, 0).0 - 39.0 * elo(0.9975)).abs() < 1e-3);
    }

    #[test]
    fn without_a_link_there_is_no_difference() {
        let mut scores = Scores::new(4);
        scores.add(0, 1, 3.0, 1.0);
        scores.add(1, 2, 4.0, 0.0);
        let fit = Fit::new(&scores);
        assert_eq!(fit.difference(0, 2).0, f64::INFINITY);
        assert_eq!(fit.difference(2, 1).1, f64::NEG_INFINITY);
        assert_eq!(fit.difference(3, 0), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(near(fit.difference(0, 1).0, elo(0.75)));
    }

    #[test]
    fn the_logarithm_is_stable() {
        assert!(near(log_logistic(0.3), logistic(0.3).ln()));
        assert!(near(log_logistic(-800.0), -800.0) && log_logistic(800.0).abs() < 1e-12);
    }
}

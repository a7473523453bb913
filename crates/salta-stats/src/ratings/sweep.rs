//! Lower bounds on the gap between players that are not connected because one side won every game.

use super::bradley_terry::{ELO, Fit, log_logistic};
use super::scores::Scores;

/// Likelihood of a one-sided result at the bound: the part of a 95 % interval that lies on one side
/// of it.
const TAIL: f64 = 0.025;

/// Returns the least Elo by which `i` lies above `anchor`, negative if it lies below; `None` unless
/// results place it there and the two, or players connected to them, have met. A pair counts as one
/// game, as if its two games always ended alike; all other ratings are fixed at their estimates.
///
/// It is the difference at which such a sweep has a likelihood of 2.5 %; for one opponent and n
/// pairs that is the bound of Clopper & Pearson 1934 (Biometrika 26:404–413).
pub(crate) fn least_gap(scores: &Scores, fit: &Fit, i: usize, anchor: usize) -> Option<f64> {
    let above = match fit.difference(i, anchor) {
        (f64::INFINITY, _) => 1.0,
        (_, f64::NEG_INFINITY) => -1.0,
        _ => return None,
    };
    let sweeps = sweeps(scores, fit, [i, anchor], above);
    (!sweeps.is_empty()).then(|| ELO * above * crossing(|gap| likelihood(&sweeps, gap), TAIL.ln()))
}

/// Returns how likely it is that `i`, which results place above `j`, is the stronger: 1 minus the
/// likelihood of such a sweep between equals, as in [`least_gap`]; `None` where that has no bound.
pub(crate) fn superiority(scores: &Scores, fit: &Fit, i: usize, j: usize) -> Option<f64> {
    let sweeps = sweeps(scores, fit, [i, j], 1.0);
    (!sweeps.is_empty()).then(|| 1.0 - likelihood(&sweeps, 0.0).exp())
}

/// The matches between the players connected to `i` and those connected to `anchor`, all won by one
/// side: the winner's lead over the loser in logits if `i` and `anchor` were equal, and the number
/// of pairs.
fn sweeps(scores: &Scores, fit: &Fit, [i, anchor]: [usize; 2], above: f64) -> Vec<(f64, f64)> {
    let mut sweeps = Vec::new();
    for p in fit.order.connected(i) {
        for q in fit.order.connected(anchor) {
            let pairs = (scores.of(p, q) + scores.of(q, p)) / 2.0;
            let lead = above * (fit.difference(p, i).0 - fit.difference(q, anchor).0) / ELO;
            sweeps.extend((pairs > 0.0).then_some((lead, pairs)));
        }
    }
    sweeps
}

/// The logarithm of the likelihood of these sweeps.
fn likelihood(sweeps: &[(f64, f64)], gap: f64) -> f64 {
    sweeps.iter().map(|(lead, pairs)| pairs * log_logistic(lead + gap)).sum()
}

/// Finds where an increasing function that approaches 0 crosses `level` < 0.
fn crossing(rising: impl Fn(f64) -> f64, level: f64) -> f64 {
    let (mut lo, mut hi) = (-1.0, 1.0);
    while rising(lo) > level {
        lo *= 2.0;
    }
    while rising(hi) < level {
        hi *= 2.0;
    }
    for _ in 0..100 {
        let middle = f64::midpoint(lo, hi);
        if rising(middle) < level { lo = middle } else { hi = middle }
    }
    f64::midpoint(lo, hi)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::elo;

    #[test]
    fn one_opponent_is_clopper_and_pearson() {
        let mut scores = Scores::new(2);
        scores.add(0, 1, 200.0, 0.0);
        let fit = Fit::new(&scores);
        let bound = elo(0.025_f64.powf(1.0 / 100.0));
        assert!((least_gap(&scores, &fit, 0, 1).unwrap() - bound).abs() < 1e-6);
        assert!((least_gap(&scores, &fit, 1, 0).unwrap() + bound).abs() < 1e-6);
        assert!((bound - 570.0).abs() < 1.0);
    }

    #[test]
    fn stronger_opponents_say_less_and_more_games_more() {
        // 1 and 2 are connected, 2 is stronger, and both beat 0.
        let gap = |against_1: f64, against_2: f64| {
            let mut scores = Scores::new(3);
            scores.add(1, 2, 40.0, 60.0);
            scores.add(1, 0, against_1, 0.0);
            scores.add(2, 0, against_2, 0.0);
            least_gap(&scores, &Fit::new(&scores), 0, 1).unwrap()
        };
        let (weak, strong) = (gap(100.0, 0.0), gap(0.0, 100.0));
        assert!((strong - weak - elo(0.6)).abs() < 1e-6, "{weak} {strong}");
        assert!(gap(100.0, 100.0) < weak);
    }

    #[test]
    fn connected_and_unlinked_players_have_none() {
        let mut scores = Scores::new(3);
        scores.add(0, 1, 3.0, 1.0);
        let fit = Fit::new(&scores);
        assert_eq!(least_gap(&scores, &fit, 0, 1), None);
        assert_eq!(least_gap(&scores, &fit, 2, 1), None);
    }
}

//! Do effects over runs of training hold the true ones, and do tests find as many as they should?

use rand::RngExt;
use salta_env::{Generator, generator};
use salta_stats::{Effect, Interval, elo, expected_score};

use crate::simulated::LIFELIKE;

const RUNS: usize = 5;
const PAIRS: u32 = 12;
const TRIALS: u32 = 2000;

/// The effect found by an experiment with two arms, `gap` Elo apart, whose runs have a standard
/// deviation of `spread` Elo.
fn experiment(gap: f64, spread: f64, rng: &mut Generator) -> Effect {
    let runs: Vec<f64> = (0..2 * RUNS).map(|_| spread * normal(rng)).collect();
    let (arm, base) = runs.split_at(RUNS);
    let mut against = |a: &f64| base.iter().map(|b| played(gap + a - b, rng)).collect();
    let scores: Vec<Vec<f64>> = arm.iter().map(&mut against).collect();
    Effect::crossed(&scores, PAIRS).unwrap()
}

/// The score of a match between players `gap` Elo apart.
fn played(gap: f64, rng: &mut Generator) -> f64 {
    let halves: u32 = (0..PAIRS).map(|_| LIFELIKE.pair_from_any_opening(gap, rng)).sum();
    f64::from(halves) / f64::from(4 * PAIRS)
}

fn normal(rng: &mut Generator) -> f64 {
    (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0
}

/// How often the interval contains the true mean score, and how often a test at 5 % finds an
/// effect.
fn simulated(gap: f64, spread: f64) -> [f64; 2] {
    let rng = &mut generator(1, "effect", (gap * 1000.0 + spread) as u64);
    let all = (0..100_000).map(|_| gap + spread * 2_f64.sqrt() * normal(rng));
    let truth = all.map(expected_score).sum::<f64>() / 100_000.0;
    let (mut held, mut found) = (0, 0);
    for _ in 0..TRIALS {
        let effect = experiment(gap, spread, rng);
        let Interval { lo, hi, .. } = effect.interval();
        held += u32::from(lo <= truth && truth <= hi);
        found += u32::from(effect.p(0.5) < 0.05);
    }
    [held, found].map(|count| f64::from(count) / f64::from(TRIALS))
}

#[test]
fn intervals_hold_what_is_true() {
    for (gap, spread) in [(0.0, 0.0), (0.0, 100.0), (60.0, 60.0), (150.0, 120.0), (300.0, 80.0)] {
        let [held, found] = simulated(gap, spread);
        assert!(held >= 0.93, "{gap} ± {spread} Elo: {held} of intervals");
        if gap == 0.0 {
            assert!(found < 0.07, "{found} of A/A experiments have an effect");
        }
    }
    assert!(simulated(150.0, 60.0)[1] > 0.8);
}

#[test]
fn the_power_is_what_it_says() {
    // Four of five experiments find an effect of the size reported as detectable.
    let rng = &mut generator(1, "power", 0);
    let detectable = (0..20).map(|_| experiment(0.0, 80.0, rng).detectable());
    let mean = detectable.sum::<f64>() / 20.0;
    let [_, found] = simulated(elo(0.5 + mean), 80.0);
    assert!((0.7..0.9).contains(&found), "{found} at {mean}");
}

//! Do the 95 % intervals cover? Simulated matches between players of known strength.

use rand::RngExt;
use salta_env::{Generator, generator};
use salta_stats::score_interval;

const MATCHES: u32 = 4000;

/// How the games of a pair depend on each other.
#[derive(Clone, Copy, Debug)]
enum Model {
    /// Not at all.
    Independent,
    /// With this probability the second game ends like the first.
    Alike(f64),
    /// One colour wins more often, by this much, so that the games of a pair are opposed.
    Colour(f64),
    /// Games are drawn with this probability, else independent.
    Drawn(f64),
}

/// Probabilities that A wins the first game and the second.
fn chances(strength: f64, model: Model) -> [f64; 2] {
    match model {
        Model::Colour(edge) => [strength + edge, strength - edge],
        _ => [strength; 2],
    }
}

fn game(chance: f64, model: Model, rng: &mut Generator) -> usize {
    match model {
        Model::Drawn(draws) if rng.random_bool(draws) => 1,
        _ => 2 * rng.random_bool(chance) as usize,
    }
}

/// A's score over a pair in halves, 0–4.
fn pair(strength: f64, model: Model, rng: &mut Generator) -> usize {
    let [first, second] = chances(strength, model);
    let score = game(first, model, rng);
    let alike = matches!(model, Model::Alike(share) if rng.random_bool(share));
    score + if alike { score } else { game(second, model, rng) }
}

fn mean(strength: f64, model: Model) -> f64 {
    match model {
        Model::Drawn(draws) => draws / 2.0 + (1.0 - draws) * strength,
        _ => strength,
    }
}

/// Share of matches whose interval contains the true score, and the mean width.
fn coverage(strength: f64, model: Model, pairs: u32) -> (f64, f64) {
    let mut rng = generator(1, "coverage", u64::from(pairs));
    let (mut covered, mut width) = (0, 0.0);
    for _ in 0..MATCHES {
        let mut pentanomial = [0; 5];
        (0..pairs).for_each(|_| pentanomial[pair(strength, model, &mut rng)] += 1);
        let interval = score_interval(&pentanomial).unwrap();
        covered += (interval.lo..=interval.hi).contains(&mean(strength, model)) as u32;
        width += interval.hi - interval.lo;
    }
    (f64::from(covered) / f64::from(MATCHES), width / f64::from(MATCHES))
}

#[test]
fn intervals_cover_the_true_score() {
    let models = [
        Model::Independent,
        Model::Alike(0.5),
        Model::Alike(1.0),
        Model::Colour(0.05),
        Model::Colour(0.2),
        Model::Drawn(0.5),
    ];
    let mut least = (1.0, String::new());
    for pairs in [20, 50, 200] {
        for strength in [0.5, 0.6, 0.75, 0.9, 0.97] {
            for model in models {
                if matches!(model, Model::Colour(edge) if strength + edge > 1.0) {
                    continue;
                }
                let (covered, width) = coverage(strength, model, pairs);
                let case = format!("{pairs} pairs, {strength}, {model:?}: {covered:.4} {width:.3}");
                println!("{case}");
                if covered < least.0 {
                    least = (covered, case);
                }
            }
        }
    }
    assert!(least.0 >= 0.93, "{}", least.1);
}

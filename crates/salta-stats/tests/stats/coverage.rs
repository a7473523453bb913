//! Do the 95 % intervals cover? Simulated matches between players of known strength.

use salta_env::generator;
use salta_stats::{elo, score_interval};

use crate::simulated::Model;

const MATCHES: u32 = 4000;
const INDEPENDENT: Model = Model { draws: 0.0, colour: 0.0, openings: 0.0, alike: 0.0 };

/// Share of matches whose interval contains the true score, and the mean width.
fn coverage(strength: f64, model: Model, pairs: u32) -> (f64, f64) {
    let mut rng = generator(1, "coverage", u64::from(pairs));
    let (mut covered, mut width) = (0, 0.0);
    for _ in 0..MATCHES {
        let mut pentanomial = [0; 5];
        for _ in 0..pairs {
            pentanomial[model.pair_from_any_opening(elo(strength), &mut rng) as usize] += 1;
        }
        let interval = score_interval(&pentanomial).unwrap();
        covered += u32::from((interval.lo..=interval.hi).contains(&strength));
        width += interval.hi - interval.lo;
    }
    (f64::from(covered) / f64::from(MATCHES), width / f64::from(MATCHES))
}

#[test]
fn intervals_cover_the_true_score() {
    let models = [
        INDEPENDENT,
        Model { alike: 0.5, ..INDEPENDENT },
        Model { alike: 1.0, ..INDEPENDENT },
        Model { colour: 0.1, ..INDEPENDENT },
        Model { colour: 0.4, ..INDEPENDENT },
        Model { draws: 0.5, ..INDEPENDENT },
    ];
    let mut least = (1.0, String::new());
    for pairs in [20, 50, 200] {
        for strength in [0.5, 0.6, 0.75, 0.9, 0.97] {
            for model in models {
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

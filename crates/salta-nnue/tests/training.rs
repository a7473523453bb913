//! Learning fits what its samples teach, identically with any number of threads.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use salta_core::Variant;
use salta_nnue::inputs::Inputs;
use salta_nnue::train::{Progress, Sample, Settings, learn};
use salta_nnue::{Evaluator, Network};

/// Positions of random games; a piece on White's a-file is worth 10 points to its side.
fn samples(variant: &Variant) -> Vec<(salta_core::Position, f32)> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut found = Vec::new();
    for _ in 0..20 {
        let mut position = variant.start();
        for _ in 0..60 {
            let mv = *variant.moves(&position).choose(&mut rng).unwrap();
            variant.apply_move(&mut position, mv);
            let edge = |side| position.pieces(side).filter(|(_, at)| at.column() == 1).count();
            let (own, enemy) = (position.to_move(), position.to_move().other());
            let ahead = position.distance(enemy) as f32 - position.distance(own) as f32;
            found.push((position, ahead + 10.0 * (edge(own) as f32 - edge(enemy) as f32)));
        }
    }
    found
}

fn learned(threads: usize, samples: &[Sample]) -> (Network, Vec<Progress>) {
    let settings = Settings { seed: 3, steps: 300, batch_parts: 2, learning_rate: 3e-3 };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut progress = Vec::new();
    let network = pool.install(|| {
        learn(samples, &settings, &mut |at| {
            progress.push(at);
            true
        })
    });
    (network.unwrap(), progress)
}

#[test]
fn what_is_taught_is_learned_with_any_number_of_threads() {
    let variant = Variant::named("buettgenbach-1899").unwrap();
    let (inputs, taught) = (Inputs::new(&variant), samples(&variant));
    let sample = |(position, margin): &(_, f32)| {
        Sample::new(&inputs, position, *margin, margin.signum() * f32::from(*margin != 0.0))
    };
    let samples: Vec<Sample> = taught.iter().map(sample).collect();
    let (network, progress) = learned(1, &samples);
    assert!(progress[2].margin_error < progress[0].margin_error / 2.0, "{progress:?}");
    assert_eq!(learned(3, &samples), (network.clone(), progress));

    let mut evaluator = Evaluator::new(network.into(), &variant, 1);
    let mut off = 0.0;
    for (position, margin) in &taught {
        evaluator.reset(position);
        let found = evaluator.evaluate(0, position);
        off += (found.margin as f32 / 100.0 - margin).abs() / taught.len() as f32;
        assert!((-1024..=1024).contains(&found.outcome));
    }
    assert!(off < 4.0, "the integers say what the floats have learned: off by {off} points");
}

#[test]
fn learning_stops_when_it_is_told_to() {
    let variant = Variant::named("walker").unwrap();
    let sample = Sample::new(&Inputs::new(&variant), &variant.start(), 0.0, 0.0);
    let settings = Settings { seed: 1, steps: 500, batch_parts: 1, learning_rate: 1e-3 };
    let mut reports = 0;
    let found = learn(&[sample], &settings, &mut |_| {
        reports += 1;
        false
    });
    assert_eq!((found, reports), (None, 1));
}

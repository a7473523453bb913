//! Batches, learning rates, losses.

use std::fmt;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use salta_core::isa::Isa;

use super::adam::Adam;
use super::gradient::{Part, Pass};
use super::parameters::{LENGTH, clip, initial, quantised};
use super::sample::Sample;
use crate::network::Network;

/// Number of samples whose gradients are summed in one part, for any number of threads.
pub const PART: usize = 1024;
/// Steps between two reports.
const REPORT: u32 = 100;
/// Steps over which the learning rate rises from zero.
const WARM_UP: u32 = 100;

/// How a network learns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Seed of the initial weights and of the drawing of samples.
    pub seed: u64,
    /// Steps, each on a batch drawn at random.
    pub steps: u32,
    /// Size of a batch, in parts of [`PART`] samples.
    pub batch_parts: u32,
    /// The learning rate, which falls to a hundredth along a cosine.
    pub learning_rate: f32,
}

/// The progress of learning, with means over the batches since the last report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Steps taken.
    pub step: u32,
    /// Mean absolute error of the margin, in points.
    pub margin_error: f64,
    /// Mean squared error of the expected outcome.
    pub outcome_error: f64,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { margin_error, outcome_error, .. } = self;
        write!(f, "margin off by {margin_error:.2} points, outcome by {outcome_error:.3} (squared)")
    }
}

/// Trains a network on `samples`, on the current rayon pool; returns `None` as soon as `report`
/// returns false.
///
/// # Panics
/// Without samples, or with batches of no samples.
pub fn learn(
    samples: &[Sample],
    settings: &Settings,
    report: &mut dyn FnMut(Progress) -> bool,
) -> Option<Network> {
    assert!(!samples.is_empty() && settings.batch_parts > 0, "there is something to learn");
    let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut values = initial(&mut rng);
    let mut adam = Adam::new(LENGTH);
    let (mut margin_error, mut outcome_error, mut seen) = (0.0, 0.0, 0);
    for step in 0..settings.steps {
        let mut draw = |_| samples[rng.random_range(0..samples.len())];
        let batch: Vec<Sample> = (0..settings.batch_parts as usize * PART).map(&mut draw).collect();
        let run = |samples| Isa::best().run(Pass { values: &values, samples });
        let parts: Vec<Part> = batch.par_chunks(PART).map(run).collect();
        margin_error += parts.iter().map(|part| part.absolute_error).sum::<f64>();
        outcome_error += parts.iter().map(|part| part.squared_error).sum::<f64>();
        seen += batch.len();
        let gradients: Vec<Vec<f32>> = parts.into_iter().map(|part| part.gradient).collect();
        let scale = 1.0 / batch.len() as f32;
        adam.step(&mut values, &gradients, scale, learning_rate(settings, step));
        clip(&mut values);
        if (step + 1) % REPORT == 0 || step + 1 == settings.steps {
            let mean = |sum: f64| sum / seen as f64;
            let progress = Progress {
                step: step + 1,
                margin_error: mean(margin_error),
                outcome_error: mean(outcome_error),
            };
            if !report(progress) {
                return None;
            }
            (margin_error, outcome_error, seen) = (0.0, 0.0, 0);
        }
    }
    Some(quantised(&values))
}

fn learning_rate(settings: &Settings, step: u32) -> f32 {
    let (done, warm) = (step as f32 / settings.steps as f32, (step + 1) as f32 / WARM_UP as f32);
    let cosine = 0.5 + 0.5 * (std::f32::consts::PI * done).cos();
    settings.learning_rate * warm.min(1.0) * (0.01 + 0.99 * cosine)
}

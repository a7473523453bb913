//! A small network and a fixed batch for the tests.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use salta_net::{LearnerConfig, NetConfig, POLICY, SQUARES, TrainBatch};

/// Two blocks, one of which pools.
pub(crate) fn net() -> NetConfig {
    NetConfig { features: 5, channels: 16, blocks: 2, margin_bins: 21, ..NetConfig::default() }
}

/// Fast enough for a test, in micro-batches that do not divide the batch.
pub(crate) fn learner() -> LearnerConfig {
    LearnerConfig {
        learning_rate: 3e-3,
        warmup_steps: 3,
        micro_batch: 5,
        ..LearnerConfig::default()
    }
}

/// Random features: `positions` times `[50, F]`.
pub(crate) fn features(positions: usize, seed: u64) -> Vec<f32> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..positions * SQUARES * net().features).map(|_| rng.random::<f32>() * 2.0 - 1.0).collect()
}

/// Random positions with targets of every kind, some of them masked.
pub(crate) fn batch(samples: usize, seed: u64) -> TrainBatch {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut batch = TrainBatch::zeros(samples, net().features);
    batch.features = features(samples, seed);
    for sample in 0..samples {
        let actions = &mut batch.legal[sample * POLICY..][..POLICY];
        actions.iter_mut().for_each(|legal| *legal = rng.random::<f32>() < 0.1);
        let played = rng.random_range(0..POLICY);
        actions[played] = true;
        if sample % 4 != 3 {
            batch.policy[sample * POLICY + played] = 1.0;
        }
        batch.wdl[sample * 3 + rng.random_range(0..3)] = 1.0;
        batch.margin[sample] = rng.random_range(-80..=80) as f32;
        batch.plies[sample] = rng.random_range(0..300) as f32;
        batch.value_weight[sample] = if sample % 5 == 4 { 0.0 } else { 1.0 };
    }
    batch
}

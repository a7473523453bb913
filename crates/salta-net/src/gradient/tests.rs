//! The gradient compared with burn's automatic differentiation.

use pulp::Arch;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Gradient;
use crate::auxiliary::AuxiliaryTargets;
use crate::batch::TrainBatch;
use crate::compute::Compute;
use crate::config::NetConfig;
use crate::loss::Divisors;
use crate::parts::Weights;
use crate::samples::{arches, configs, network};
use crate::tensors::autodiff;
use crate::terms::LossWeights;
use crate::{POLICY, SQUARES};

/// Random samples of which each kind of target is missing now and then.
fn batch(config: &NetConfig, samples: usize) -> TrainBatch {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut batch = TrainBatch::zeros(samples, config.features);
    batch.features.iter_mut().for_each(|value| *value = rng.random_range(-1.0..1.0));
    batch.auxiliary = AuxiliaryTargets {
        reply: (0..samples)
            .map(|_| rng.random_bool(0.8).then(|| rng.random_range(0..200)))
            .collect(),
        home: (0..samples * SQUARES)
            .map(|_| rng.random_bool(0.6).then(|| rng.random_bool(0.5)))
            .collect(),
        soon: (0..samples)
            .map(|_| rng.random_bool(0.8).then(|| rng.random_range(-1.0..1.0)))
            .collect(),
    };
    for sample in 0..samples {
        let actions = sample * POLICY..(sample + 1) * POLICY;
        let legal = &mut batch.legal[actions.clone()];
        legal.iter_mut().for_each(|legal| *legal = rng.random_bool(0.1));
        legal[7] = true;
        let shares: Vec<f32> = legal.iter().map(|l| if *l { rng.random() } else { 0.0 }).collect();
        let sum: f32 = shares.iter().sum();
        if sample % 5 != 1 {
            batch.policy[actions].iter_mut().zip(shares).for_each(|(to, share)| *to = share / sum);
        }
        batch.wdl[sample * 3 + sample % 3] = 1.0;
        batch.value_weight[sample] = if sample % 4 == 3 { 0.0 } else { rng.random_range(0.5..1.0) };
        batch.margin[sample] = rng.random_range(-120.0..120.0);
        batch.plies[sample] = rng.random_range(0.0..300.0);
    }
    batch
}

fn assert_close(found: &[f32], expected: &[f32], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let most = expected.iter().fold(0f32, |most, value| most.max(value.abs()));
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= 1e-4 * most, "{what} {at}: {found}, not {expected}");
    }
}

#[test]
fn the_same_numbers_as_automatic_differentiation() {
    let weights = LossWeights { plies: 0.7, margin: 0.9, ..LossWeights::default() };
    for config in configs() {
        let (network, batch) = (network(&config), batch(&config, 15)); // tiles of every size
        batch.validate(config.features).unwrap();
        let divisors = Divisors::of(&batch);
        let parts = autodiff::gradients(
            &network,
            std::slice::from_ref(&batch),
            divisors,
            &weights,
            Compute::Cpu,
        );
        let (losses, expected) = &parts[0];
        let (slots, values) = (network.slots(), network.values());
        for arch in arches() {
            let gradient = Gradient::new(arch, &config, Weights { slots: &slots, values });
            let (found_losses, found) = gradient.of(&batch, 0..15, divisors, &weights, &slots);
            let what = format!("{arch:?}, {config:?}");
            assert_close(&found_losses, losses, &format!("losses, {what}"));
            for slot in &slots {
                let (found, expected) = (&found[slot.range()], &expected[slot.range()]);
                assert_close(found, expected, &format!("{}, {what}", slot.name));
            }
        }
    }
}

#[test]
fn a_batch_without_targets_has_no_gradient() {
    let config = &configs()[0];
    let (network, batch) = (network(config), TrainBatch::zeros(3, config.features));
    let (slots, values) = (network.slots(), network.values());
    let gradient = Gradient::new(Arch::new(), config, Weights { slots: &slots, values });
    let weights = LossWeights::default();
    let (losses, slopes) = gradient.of(&batch, 0..3, Divisors::of(&batch), &weights, &slots);
    assert!(losses.iter().chain(&slopes).all(|value| *value == 0.0));
}

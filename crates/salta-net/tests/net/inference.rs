//! Inference: shapes, ranges, and which squares a layer reads.

use crate::common;
use salta_env::Evaluations;
use salta_net::taps::taps_of;
use salta_net::{Compute, Inference, NetConfig, Network, SQUARES};

fn inference(config: &NetConfig) -> Inference {
    Inference::new(&Network::new(config, 3).unwrap())
}

#[test]
fn shapes_and_ranges() {
    for batch in [0, 1, 2, 33, 70] {
        let outputs = inference(&common::net()).infer(&common::features(batch, 1), batch);
        assert_eq!(outputs.policy_logits.dim(), (batch, 201));
        assert_eq!(outputs.wdl.dim(), (batch, 3));
        assert_eq!(outputs.margin.dim(), batch);
        assert_eq!(outputs.plies.dim(), batch);
        assert!(outputs.policy_logits.iter().all(|logit| logit.is_finite()));
        assert!(outputs.wdl.rows().into_iter().all(|row| (row.sum() - 1.0).abs() < 1e-5));
        assert!(outputs.margin.iter().all(|points| points.abs() <= 100.0));
        assert!(outputs.plies.iter().all(|&plies| plies >= 0.0));
    }
}

#[test]
fn outputs_that_are_no_numbers_are_noticed() {
    let outputs = inference(&common::net()).infer(&common::features(2, 1), 2);
    assert!(outputs.are_finite());
    let with = |change: fn(&mut Evaluations)| {
        let mut outputs = outputs.clone();
        change(&mut outputs);
        outputs.are_finite()
    };
    assert!(!with(|outputs| outputs.policy_logits[[1, 7]] = f32::NAN));
    assert!(!with(|outputs| outputs.wdl[[0, 2]] = f32::INFINITY));
    assert!(!with(|outputs| outputs.margin[1] = f32::NEG_INFINITY));
    assert!(!with(|outputs| outputs.plies[0] = f32::NAN));
}

#[test]
fn the_cpu_takes_networks_of_any_precision() {
    let config = NetConfig { channels: 8, blocks: 1, ..NetConfig::default() };
    let network = Network::new(&config, 3).unwrap();
    let variant = salta_core::Variant::named("walker").unwrap();
    let int8 = network.in_precision(salta_env::Precision::Int8, [&variant]).unwrap();
    let large = network.with_values(vec![3e38; network.values().len()]);
    let error = large.in_precision(salta_env::Precision::Int8, [&variant]).unwrap_err();
    assert!(error.to_string().contains("overflow"), "{error}");
    for network in [network, int8] {
        let (features, found) =
            (vec![0.5; SQUARES * config.features], Inference::on(&network, Compute::Cpu));
        let expected = Inference::new(&network).infer(&features, 1);
        assert_eq!(found.unwrap().infer(&features, 1), expected);
    }
}

#[test]
fn taps_reach_two_diagonal_steps_a_layer() {
    let config = NetConfig { blocks: 1, layers_per_block: 1, global_pooling: 0, ..common::net() };
    let network = Network::new(&config, 3).unwrap();
    // The last layer of a block starts at zero, so give every weight a value.
    let count = network.weights();
    let weights: Vec<f32> = (0..count).map(|at| (at as f32 * 0.37).sin() * 0.2).collect();
    let inference = Inference::new(&network.with_values(weights));
    let features = common::features(1, 5);
    let before = inference.infer(&features, 1);
    let mut changed = features.clone();
    changed[22 * config.features] += 1.0;
    let after = inference.infer(&changed, 1);
    let logit = |outputs: &Evaluations, square: usize| outputs.policy_logits[[0, square]];
    let differs = |&square: &usize| logit(&before, square) != logit(&after, square);
    let mut reached: Vec<usize> = taps_of(22, 9).flatten().collect();
    reached.sort_unstable();
    assert_eq!((0..SQUARES).filter(differs).collect::<Vec<_>>(), reached);
}

//! The learner: it learns, it honours masks, and threads do not change what it learns.

use crate::common;
use salta_net::config::auxiliary::AuxiliaryHeads;
use salta_net::{
    GradientBy, Learner, LearnerConfig, NetConfig, Optimizer, POLICY, SQUARES, StepError,
    TrainBatch,
};

fn learner() -> Learner {
    Learner::new(&common::net(), &common::learner(), 11).unwrap()
}

#[test]
fn a_small_batch_is_learned_by_heart() {
    let mut learner = learner();
    let batch = common::batch(12, 1);
    let first = learner.step(&batch).unwrap();
    let last = (0..=200).map(|_| learner.step(&batch).unwrap()).last().unwrap();
    assert!(last.policy < first.policy / 5.0, "policy {} to {}", first.policy, last.policy);
    assert!(last.wdl < first.wdl / 5.0, "wdl {} to {}", first.wdl, last.wdl);
    assert!(last.margin < first.margin / 2.0, "margin {} to {}", first.margin, last.margin);
    assert!(last.plies < first.plies / 5.0, "plies {} to {}", first.plies, last.plies);
}

#[test]
fn a_new_network_knows_nothing() {
    let losses = learner().step(&common::batch(40, 2)).unwrap();
    assert!((losses.wdl - 3f32.ln()).abs() < 0.1, "wdl {}", losses.wdl);
    assert!((losses.margin - 21f32.ln()).abs() < 0.2, "margin {}", losses.margin);
}

#[test]
fn threads_do_not_change_a_bit() {
    let train = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut learner = learner();
            let losses: Vec<_> =
                (0..3).map(|seed| learner.step(&common::batch(23, seed)).unwrap()).collect();
            (losses, learner.network().values().to_vec(), learner.ema_network().values().to_vec())
        })
    };
    let one = train(1);
    assert_eq!(one, train(2));
    assert_eq!(one, train(2));
    assert_eq!(one, train(5));
}

#[test]
fn micro_batches_add_up_to_the_batch() {
    let batch = common::batch(24, 3);
    let losses = |micro_batch| {
        let config = LearnerConfig { micro_batch, ..common::learner() };
        Learner::new(&common::net(), &config, 11).unwrap().step(&batch).unwrap()
    };
    let (whole, split) = (losses(24), losses(5));
    assert!((whole.total - split.total).abs() < 1e-4 * whole.total);
    assert!((whole.gradient_norm - split.gradient_norm).abs() < 1e-4 * whole.gradient_norm);
}

fn after_a_step(batch: &TrainBatch) -> Vec<f32> {
    let mut learner = learner();
    learner.step(batch).unwrap();
    learner.network().values().to_vec()
}

#[test]
fn masked_targets_change_nothing() {
    let mut batch = common::batch(10, 4);
    assert_eq!((batch.value_weight[4], batch.has_policy(3)), (0.0, false));
    let before = after_a_step(&batch);
    batch.margin[4] = f32::NAN;
    batch.plies[4] = f32::INFINITY;
    batch.wdl[12..15].fill(7.0);
    assert_eq!(before, after_a_step(&batch));
    for legal in [true, false] {
        batch.legal[3 * POLICY..4 * POLICY].fill(legal);
        assert_eq!(before, after_a_step(&batch));
    }
}

#[test]
fn a_batch_without_any_target_is_harmless() {
    let losses = learner().step(&TrainBatch::zeros(4, common::net().features)).unwrap();
    assert_eq!((losses.total, losses.gradient_norm), (0.0, 0.0));
}

#[test]
fn illegal_actions_are_outside_the_softmax() {
    let mut batch = common::batch(1, 6);
    batch.legal.fill(false);
    batch.policy.fill(0.0);
    batch.legal[17] = true;
    batch.policy[17] = 1.0;
    assert_eq!(learner().step(&batch).unwrap().policy, 0.0);
    batch.legal[40] = true;
    let two = learner().step(&batch).unwrap().policy;
    assert!((two - 2f32.ln()).abs() < 0.2, "{two}");
}

#[test]
fn a_number_that_is_not_finite_stops_the_step() {
    let mut learner = learner();
    learner.step(&common::batch(8, 7)).unwrap();
    let before = learner.network().values().to_vec();
    let mut bad = common::batch(8, 8);
    bad.features[3] = f32::NAN;
    let error = learner.step(&bad).unwrap_err();
    assert_eq!(error.to_string(), "step 2: the policy loss is not a finite number");
    let mut huge = common::batch(8, 8);
    huge.plies[0] = 1e30;
    assert!(matches!(
        learner.step(&huge).unwrap_err(),
        StepError::NotFinite { step: 2, what } if what == "plies loss"
    ));
    assert_eq!(before, learner.network().values().to_vec());
    assert_eq!(learner.steps(), 1);
}

#[test]
fn a_wrong_batch_is_refused() {
    let batch = TrainBatch::zeros(2, common::net().features + 1);
    assert!(matches!(learner().step(&batch), Err(StepError::Batch(_))));
}

#[test]
fn settings_can_change_between_steps() {
    let mut learner = learner();
    learner.step(&common::batch(8, 9)).unwrap();
    let slower = LearnerConfig { learning_rate: 1e-4, warmup_steps: 0, ..common::learner() };
    let mut learner = learner.with_config(&slower).unwrap();
    assert_eq!(learner.step(&common::batch(8, 9)).unwrap().learning_rate, 1e-4);
    assert_eq!(learner.steps(), 2);
    // Moments of one optimiser would ruin the weights as those of another.
    let muon = LearnerConfig { optimizer: Optimizer::Muon, ..slower.clone() };
    let refused = learner.clone().with_config(&muon).unwrap_err();
    assert!(refused.to_string().contains("`optimizer`"), "{refused}");
    assert!(learner.with_config(&LearnerConfig { micro_batch: 0, ..slower }).is_err());
}

#[test]
fn a_soft_policy_is_learned_to_its_entropy() {
    let heads = AuxiliaryHeads::Named(vec!["soft_policy".into()]);
    let net = NetConfig { auxiliary: heads, ..common::net() };
    let mut batch = common::batch(6, 4);
    for sample in 0..6 {
        // Two actions in the ratio 16 : 1, which softens to 2 : 1; the second ends a chain of
        // jumps.
        let at = sample * POLICY;
        batch.policy[at..at + POLICY].fill(0.0);
        for (action, share) in [(sample, 16.0 / 17.0), (200, 1.0 / 17.0)] {
            (batch.policy[at + action], batch.legal[at + action]) = (share, true);
        }
    }
    let mut learner = Learner::new(&net, &common::learner(), 3).unwrap();
    let last = (0..200).map(|_| learner.step(&batch).unwrap()).last().unwrap();
    let entropy = (3f32.ln() + 2.0 * 1.5f32.ln()) / 3.0;
    assert!((entropy - 0.001..entropy + 0.02).contains(&last.soft_policy), "{last:?}");
}

#[test]
fn auxiliary_heads_learn_their_targets() {
    let net = NetConfig { auxiliary: AuxiliaryHeads::All(true), ..common::net() };
    let mut batch = common::batch(12, 4);
    for sample in 0..12 {
        batch.auxiliary.reply[sample] = (sample % 3 > 0).then_some(sample as u8 * 16);
        batch.auxiliary.short_term_value[sample] =
            (sample % 4 > 0).then_some(sample as f32 / 12.0 - 0.5);
        for square in 0..SQUARES {
            let occupied = square % 2 == 0;
            let at = sample * SQUARES + square;
            let seen = batch.features[at * net.features] > 0.0;
            batch.auxiliary.home[at] = occupied.then_some(seen);
        }
    }
    let mut learner = Learner::new(&net, &common::learner(), 3).unwrap();
    let first = learner.step(&batch).unwrap();
    assert!((first.reply - 200f32.ln()).abs() < 0.5 && (first.home - 2f32.ln()).abs() < 0.2);
    // Micro-batches of another size give the same losses.
    let whole = LearnerConfig { micro_batch: 12, ..common::learner() };
    let again = Learner::new(&net, &whole, 3).unwrap().step(&batch).unwrap();
    for (a, b) in [
        (first.reply, again.reply),
        (first.home, again.home),
        (first.short_term_value, again.short_term_value),
    ] {
        assert!((a - b).abs() < 1e-4, "{a} {b}");
    }
    let last = (0..150).map(|_| learner.step(&batch).unwrap()).last().unwrap();
    assert!(last.reply < first.reply / 2.0, "{last:?}");
    assert!(last.home < first.home / 2.0, "{last:?}");
    assert!(last.short_term_value < first.short_term_value / 2.0, "{last:?}");
    batch.auxiliary.short_term_value[0] = Some(1.5);
    assert!(learner.step(&batch).unwrap_err().to_string().contains("auxiliary"));
    // A network without these heads has losses of 0 for them.
    let plain = Learner::new(&common::net(), &whole, 3).unwrap().step(&common::batch(12, 4));
    assert_eq!(plain.unwrap().home, 0.0);
}

#[cfg(not(feature = "burn"))]
#[test]
fn without_burn_there_is_no_automatic_differentiation() {
    let config = LearnerConfig { gradient: GradientBy::Autodiff, ..common::learner() };
    config.validate().unwrap();
    let refused = Learner::new(&common::net(), &config, 7).unwrap_err();
    assert!(refused.to_string().contains("--features burn"), "{refused}");
    assert!(learner().with_config(&config).is_err());
}

#[cfg(feature = "burn")]
#[test]
fn both_ways_to_the_gradient_lead_to_the_same_weights() {
    let step = |gradient| {
        let config = LearnerConfig { gradient, ..common::learner() };
        let mut learner = Learner::new(&common::net(), &config, 7).unwrap();
        let losses = learner.step(&common::batch(24, 9)).unwrap();
        (losses, learner.network().values().to_vec())
    };
    let (arrays, autodiff) = (step(GradientBy::Arrays), step(GradientBy::Autodiff));
    assert!((arrays.0.total - autodiff.0.total).abs() < 1e-4);
    assert!((arrays.0.gradient_norm - autodiff.0.gradient_norm).abs() < 1e-3);
    let rate = arrays.0.learning_rate;
    let far = arrays.1.iter().zip(&autodiff.1).filter(|(a, b)| (*a - *b).abs() > 0.01 * rate);
    // Adam's first step has the size of the learning rate for any gradient; where the gradient is
    // almost 0, rounding determines its sign.
    assert!(far.count() * 100 < arrays.1.len());
}

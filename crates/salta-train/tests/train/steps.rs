//! Learning steps on batches of a window.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};

use salta_net::{Learner, LearnerConfig, Losses, NetConfig};
use salta_train::{TrainConfig, TrainError, Window, train_steps};

use crate::common::{draw, games, variant, window_of};

fn config() -> TrainConfig {
    TrainConfig { batch: 8, steps_per_generation: 4, ..TrainConfig::default() }
}

fn learner() -> Learner {
    let net = NetConfig {
        channels: 4,
        blocks: 1,
        margin_bins: 11,
        value_hidden: 4,
        ..NetConfig::default()
    };
    let config = LearnerConfig { warmup_steps: 2, micro_batch: 3, ..LearnerConfig::default() };
    Learner::new(&net, &config, 5).unwrap()
}

fn window() -> Window {
    let variant = variant("buettgenbach-1899", 6);
    window_of(&config(), &variant, &games(&variant, 2))
}

/// Takes some steps on `threads` threads and returns their losses.
fn trained(learner: &mut Learner, steps: u32, seed: u64, threads: usize) -> Losses {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (window, stop) = (window(), AtomicBool::new(false));
    pool.install(|| train_steps(learner, &window, steps, seed, &stop, &|_| {})).unwrap()
}

fn same_weights(a: &Learner, b: &Learner) -> bool {
    let probe = draw(&window(), 16);
    a.clone().step(&probe).unwrap() == b.clone().step(&probe).unwrap() && a.steps() == b.steps()
}

#[test]
fn the_same_steps_for_any_threads_and_any_cuts() {
    let (mut one, mut two, mut cut, mut other) = (learner(), learner(), learner(), learner());
    let losses = trained(&mut one, 4, 1, 1);
    assert_eq!(trained(&mut two, 4, 1, 2), losses);
    assert!(same_weights(&one, &two));
    // The learner's step count determines the batches: two calls of two steps equal one of four.
    trained(&mut cut, 2, 1, 1);
    assert!(!same_weights(&one, &cut));
    trained(&mut cut, 2, 1, 1);
    assert!(same_weights(&one, &cut));
    trained(&mut other, 4, 2, 1);
    assert!(!same_weights(&one, &other));
}

#[test]
fn losses_are_the_mean_of_the_second_half() {
    let (seen, stop) = (RefCell::new(Vec::new()), AtomicBool::new(false));
    let see = |losses: Losses| seen.borrow_mut().push(losses);
    let losses = train_steps(&mut learner(), &window(), 4, 1, &stop, &see).unwrap();
    let seen = seen.into_inner();
    assert_eq!(seen.len(), 4);
    let mean = (seen[2].total + seen[3].total) / 2.0;
    assert!((losses.total - mean).abs() < 1e-6, "{} and {mean}", losses.total);
    assert_eq!(losses.learning_rate, seen[3].learning_rate);
}

#[test]
fn a_stop_stops_and_an_empty_window_is_told() {
    let stop = AtomicBool::new(false);
    let (mut learner, steps) = (learner(), Cell::new(0));
    let after_two = |_| {
        steps.set(steps.get() + 1);
        stop.store(steps.get() == 2, Ordering::Relaxed);
    };
    let stopped = train_steps(&mut learner, &window(), 4, 1, &stop, &after_two);
    assert_eq!(stopped, Err(TrainError::Stopped));
    assert_eq!(learner.steps(), 2);
    let (empty, go) = (Window::new(&config(), 0), AtomicBool::new(false));
    let nothing = train_steps(&mut learner, &empty, 4, 1, &go, &|_| {});
    assert_eq!(nothing, Err(TrainError::NoSamples));
}

#[test]
fn a_replay_ratio_takes_the_place_of_a_number_of_steps() {
    let steps =
        |replay_ratio, samples| TrainConfig { replay_ratio, ..config() }.steps_after(samples);
    assert_eq!([0, 100, 1000].map(|samples| steps(0.0, samples)), [4, 4, 4]);
    // 8 samples per step: 1000 of them, each twice, are 250 steps.
    assert_eq!([0, 4, 100, 1000].map(|samples| steps(2.0, samples)), [1, 1, 25, 250]);
}

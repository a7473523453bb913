//! Speeds of the environment and of networks, each measured for a moment.

use std::hint::black_box;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use salta_core::{Position, Variant};
use salta_env::{BatchEnv, EnvConfig, Evaluator};
use salta_net::{NetConfig, NetEvaluator, Network};
use serde::Serialize;

/// Duration of each measurement.
const TIME: Duration = Duration::from_millis(700);
/// Number of games in a batch of the environment.
const GAMES: usize = 4096;
/// Number of positions in a batch of a network.
const BATCH: usize = 16;

/// How fast a network is.
#[derive(Serialize)]
pub(super) struct NetworkRate {
    pub(super) name: &'static str,
    pub(super) blocks: usize,
    pub(super) channels: usize,
    /// Positions per second, on one thread and on all cores.
    pub(super) one_thread: f64,
    pub(super) all_cores: f64,
}

/// Random moves per second on one thread.
pub(super) fn environment(variant: &Variant) -> f64 {
    let mut env = BatchEnv::new(Arc::new(variant.clone()), GAMES, EnvConfig::default(), 1);
    per_second(16 * GAMES, || env.play_random(16))
}

/// How often per second the work can be done, times `units`.
fn per_second<T>(units: usize, mut work: impl FnMut() -> T) -> f64 {
    let (begun, mut done) = (Instant::now(), 0);
    while begun.elapsed() < TIME {
        black_box(work());
        done += units;
    }
    done as f64 / begun.elapsed().as_secs_f64()
}

/// Measures a fresh network of this size with five taps, on one thread and on all cores.
pub(super) fn network(
    variant: &Variant,
    name: &'static str,
    blocks: usize,
    channels: usize,
    cores: usize,
) -> NetworkRate {
    let features = salta_env::FEATURES;
    let config = NetConfig { features, blocks, channels, taps: 5, ..NetConfig::default() };
    let evaluator = NetEvaluator::new(&Network::new(&config, 1).expect("settings in range"));
    let one_thread = evaluations(variant, evaluator.clone());
    let all_cores = thread::scope(|scope| {
        let start = |_| scope.spawn(|| evaluations(variant, evaluator.clone()));
        let threads: Vec<_> = (0..cores).map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or(0.0)).sum()
    });
    NetworkRate { name, blocks, channels, one_thread, all_cores }
}

fn evaluations(variant: &Variant, mut evaluator: NetEvaluator) -> f64 {
    let positions: Vec<Position> = vec![variant.start(); BATCH];
    evaluator.evaluate(variant, &positions); // the first call allocates
    per_second(BATCH, || evaluator.evaluate(variant, &positions))
}

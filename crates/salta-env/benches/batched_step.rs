//! Cost of a batched step with everything that the Python package writes for it: drawn actions, the
//! step, masks as booleans, players, rewards and flags. Prints microseconds without and with
//! observations. `crates/salta-py/batched_step.py` runs it in alternation with the same work in
//! Python (`cargo bench -p salta-env --bench batched_step`).

use std::fs;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use ndarray::{Array2, Array3};
use salta_core::{ACTIONS, SQUARES, Variant};
use salta_env::{BatchEnv, EnvConfig, FEATURES};

const ROUNDS: u32 = 5;
const STEPS: u32 = 100;

fn main() {
    let games = std::env::args()
        .nth(1)
        .filter(|argument| argument != "--bench")
        .map_or(4096, |n| n.parse().expect("a number of games"));
    let variant = Arc::new(Variant::named("buettgenbach-1899").expect("a named variant"));
    let mut env = BatchEnv::new(variant, games, EnvConfig::default(), 1);
    let mut masks = Array2::from_elem((games, ACTIONS), false);
    let (mut players, mut rewards) = (vec![0u8; games], vec![0f32; 2 * games]);
    let (mut terminated, mut truncated) = (vec![false; games], vec![false; games]);
    let mut step = |env: &mut BatchEnv| {
        let actions = env.sample_actions();
        let step = env.step(&actions).expect("legal actions");
        rewards.fill(0.0);
        terminated.fill(false);
        truncated.fill(false);
        for end in &step.finals {
            let reward = step.rewards[end.game];
            rewards[2 * end.game..2 * end.game + 2].copy_from_slice(&[reward, -reward]);
            (terminated[end.game], truncated[end.game]) = (!end.truncated, end.truncated);
        }
        env.write_masks(masks.view_mut());
        players.iter_mut().zip(env.players()).for_each(|(slot, player)| *slot = player as u8);
    };
    let plain = microseconds(&mut env, &mut step);
    let mut seen = Array3::zeros((games, SQUARES, FEATURES));
    let mut observed = |env: &mut BatchEnv| {
        step(env);
        env.observe(seen.view_mut());
    };
    println!("[{plain:.2}, {:.2}]", microseconds(&mut env, &mut observed));
}

/// Microseconds per step: the median over rounds.
fn microseconds(env: &mut BatchEnv, step: &mut impl FnMut(&mut BatchEnv)) -> f64 {
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let started = seconds();
            (0..STEPS).for_each(|_| step(env));
            (seconds() - started) * 1e6 / f64::from(STEPS)
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    rounds[rounds.len() / 2]
}

/// CPU time of this thread if Linux reports it, else wall-clock time.
fn seconds() -> f64 {
    static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse::<u64>().ok());
    nanoseconds.map_or_else(|| STARTED.elapsed().as_secs_f64(), |spent| spent as f64 * 1e-9)
}

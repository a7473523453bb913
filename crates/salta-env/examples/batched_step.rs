//! What a batched step costs with all that the Python package writes of it: the actions drawn, the
//! step, the masks as booleans and the players. `crates/salta-py/batched_step.py` measures the same
//! from Python: `cargo run --release -p salta-env --example batched_step -- 4096`.

use std::sync::Arc;
use std::time::Instant;

use ndarray::{Array2, Array3};
use salta_core::{ACTIONS, SQUARES, Variant};
use salta_env::{BatchEnv, EnvConfig, FEATURES};

const ROUNDS: u32 = 15;
const STEPS: u32 = 100;

fn main() {
    let games = std::env::args().nth(1).map_or(4096, |n| n.parse().expect("a number of games"));
    let variant = Arc::new(Variant::named("buettgenbach-1899").expect("a named variant"));
    let mut env = BatchEnv::new(variant, games, EnvConfig::default(), 1);
    let mut masks = Array2::from_elem((games, ACTIONS), false);
    let mut players = vec![0u8; games];
    let mut step = |env: &mut BatchEnv| {
        let actions = env.sample_actions();
        env.step(&actions).expect("legal actions");
        env.write_masks(masks.view_mut());
        players.iter_mut().zip(env.players()).for_each(|(slot, player)| *slot = player as u8);
    };
    println!("{:.1} µs a step", microseconds(&mut env, &mut step));
    let mut seen = Array3::zeros((games, SQUARES, FEATURES));
    let mut observed = |env: &mut BatchEnv| {
        step(env);
        env.observe(seen.view_mut());
    };
    println!("{:.1} µs a step with observations", microseconds(&mut env, &mut observed));
}

/// The median over rounds.
fn microseconds(env: &mut BatchEnv, step: &mut impl FnMut(&mut BatchEnv)) -> f64 {
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let started = Instant::now();
            (0..STEPS).for_each(|_| step(env));
            started.elapsed().as_secs_f64() * 1e6 / f64::from(STEPS)
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    rounds[rounds.len() / 2]
}

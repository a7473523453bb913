//! A batched environment with a custom policy: forward if that is legal, else a random action.
//! `cargo run --release -p salta-env --example own_policy`.

use std::sync::Arc;

use salta_core::{Side, Variant};
use salta_env::{BatchEnv, EnvConfig};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let variant = Arc::new(Variant::named("checkerboard").ok_or("a built-in variant")?);
    let mut env = BatchEnv::new(variant, 256, EnvConfig::default(), 1);
    let (mut finished, mut margins) = (0, 0.0);
    for _ in 0..1_000 {
        let mut actions = env.sample_actions();
        for ((action, mask), player) in actions.iter_mut().zip(env.masks()).zip(env.players()) {
            // Actions are seen by the mover: those below 100 go forward, to the left and right.
            let forward = mask.actions(Side::BOTH[player]).find(|action| action.index() < 100);
            *action = forward.map_or(*action, |action| action.index() as u16);
        }
        let step = env.step(&actions)?;
        finished += step.terminated.iter().filter(|ended| **ended).count();
        margins += step.rewards.iter().sum::<f32>();
    }
    println!("{finished} games finished; White's rewards add up to {margins}");
    Ok(())
}

//! Steps per second of random play, one line of JSON per variant and mode;
//! `experiments/004-env-speed` compares them with other libraries.
//!
//! ```text
//! cargo bench -p salta-env --bench rate -- THREADS SECONDS VARIANT…
//! ```

use std::hint::black_box;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

use salta_core::Variant;
use salta_env::{BatchEnv, EnvConfig};

/// Games per thread.
const GAMES: usize = 4096;
/// Plies after which a game of a variant without a limit is truncated.
const MAX_PLIES: u32 = 240;
/// Steps between two readings of the clock.
const STEPS: usize = 64;

/// What is done with every game in a step, by name; each function plays [`STEPS`] steps.
const MODES: [(&str, Play); 2] = [("play_random", inside), ("sample_actions + step", arrays)];

type Play = fn(&mut BatchEnv);

/// Mask, uniform legal choice, move, end test, reset, all inside the environment.
fn inside(env: &mut BatchEnv) {
    black_box(env.play_random(STEPS));
}

/// The same, but the actions are returned and passed back as an array, and rewards, flags and
/// final states are written.
fn arrays(env: &mut BatchEnv) {
    for _ in 0..STEPS {
        let actions = env.sample_actions();
        black_box(env.step(&actions).expect("drawn actions are legal"));
    }
}

/// Steps per second of one thread, measured from the moment when all threads are ready.
fn run(variant: Arc<Variant>, thread: usize, play: Play, least: Duration, ready: &Barrier) -> f64 {
    let first_game = (thread * GAMES) as u64;
    let config = EnvConfig { max_plies: Some(MAX_PLIES), first_game, ..EnvConfig::default() };
    let mut env = BatchEnv::new(variant, GAMES, config, 1);
    env.play_random(200);
    ready.wait();
    let (started, mut steps) = (Instant::now(), 0);
    while started.elapsed() < least {
        play(&mut env);
        steps += STEPS * GAMES;
    }
    steps as f64 / started.elapsed().as_secs_f64()
}

/// The sum of the rates of all threads.
fn rate(variant: &Arc<Variant>, threads: usize, play: Play, least: Duration) -> f64 {
    let ready = Barrier::new(threads);
    thread::scope(|scope| {
        let one = |number| {
            let (variant, ready) = (variant.clone(), &ready);
            scope.spawn(move || run(variant, number, play, least, ready))
        };
        let all: Vec<_> = (0..threads).map(one).collect();
        all.into_iter().map(|thread| thread.join().expect("no thread panics")).sum()
    })
}

fn main() {
    let usage = "usage: rate THREADS SECONDS VARIANT…";
    // Cargo adds `--bench` itself.
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [threads, seconds, names @ ..] = &arguments[..] else { panic!("{usage}") };
    let threads: usize = threads.parse().expect(usage);
    let least = Duration::from_secs_f64(seconds.parse().expect(usage));
    for name in names {
        let variant = Arc::new(Variant::named(name).expect("a named variant"));
        for (mode, play) in MODES {
            let rate = rate(&variant, threads, play, least);
            println!(r#"{{"game":"{name}","how":"{mode}","batch":{GAMES},"rate":{rate:.0}}}"#);
        }
    }
}

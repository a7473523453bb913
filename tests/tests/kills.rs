//! Kills a training run with SIGKILL at random moments, resumes it each time, and compares its
//! result with that of an undisturbed run: `cargo xtask kills --times 100 --seed 1`.
//!
//! Half of the kills come after a random time, half as soon as the run's directory shows a random
//! stage (a file being written, a checkpoint without its learner, …) or that time is over, so that
//! short stages are covered too. Every finished run is compared, and a new one begins. Prints one
//! line per kill: the stage that the directory showed right after it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng, rngs::SmallRng};
use salta_tests::TINY;
use salta_tests::flags::numbers;
use salta_tests::place::{Place, lasting, metrics};

/// A larger run, whose stages take a noticeable time each.
const CONFIG: &str = r#"
extends = "tiny.toml"
name = "kills"
generations = 6
games_per_generation = 24
network = { channels = 16, blocks = 2, value_hidden = 16 }
learner.micro_batch = 64
selfplay = { games_per_group = 4, batch = 4, search.simulations = 8 }
train = { batch = 64, steps_per_generation = 40, window = 4000 }

[[stage]]
from = 1
move_limit = 20
points = "distance"

[tournament]
simulations = 8
generations = [0, 3]
opponents = ["random", "greedy"]
match = { pairs = 8, pairs_per_group = 2 }
"#;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [times, seed] = numbers(&arguments, ["--times", "--seed"]);
    let place = Place::with([("tiny.toml", TINY), ("kills.toml", CONFIG)]);
    kill_often(&place, times.unwrap_or(100), seed.unwrap_or(1));
}

fn kill_often(place: &Place, times: u64, seed: u64) {
    let started = Instant::now();
    finish(place, "whole");
    let whole = started.elapsed();
    println!("undisturbed: {:.1} s; seed {seed}", whole.as_secs_f64());
    let (mut rng, mut runs) = (SmallRng::seed_from_u64(seed), 1);
    let mut met = BTreeMap::<&str, u32>::new();
    let mut kills = 0;
    while kills < times {
        let run = format!("run-{runs}");
        if !kill_once(place, &run, whole, &mut rng) {
            assert_same(place, &run);
            println!("run {runs} has come to its end: the same as undisturbed");
            runs += 1;
            continue;
        }
        kills += 1;
        let stage = stage(&place.path(&run));
        *met.entry(stage).or_default() += 1;
        println!("kill {kills:>3}, run {runs}: {stage}");
    }
    let run = format!("run-{runs}");
    finish(place, &run);
    assert_same(place, &run);
    println!("{kills} kills in {runs} runs; all of them ended the same as undisturbed:");
    met.iter().for_each(|(stage, kills)| println!("  {kills:>3}  {stage}"));
}

/// Starts the run or resumes it.
fn start(place: &Place, run: &str) -> Child {
    let arguments = match place.path(run).join("config.toml").exists() {
        true => format!("train --resume {run}"),
        false => format!("train kills.toml --out {run}"),
    };
    let mut command = place.command(&arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("salta starts")
}

fn finish(place: &Place, run: &str) {
    let status = start(place, run).wait().expect("a child");
    assert!(status.success(), "{run} ended with {status}");
}

/// Starts or resumes the run and kills it; returns false if it ended before that.
fn kill_once(place: &Place, run: &str, whole: Duration, rng: &mut SmallRng) -> bool {
    let root = place.path(run);
    let mut child = start(place, run);
    let deadline = Instant::now() + whole.mul_f64(rng.random_range(0.0..0.4));
    let wanted = rng.random_bool(0.5).then(|| STAGES[rng.random_range(0..STAGES.len())]);
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            assert!(status.success(), "{run}: {status}");
            return false;
        }
        let due = Instant::now() >= deadline;
        if wanted.map_or(due, |wanted| stage(&root) == wanted || due) {
            let _ = child.kill(); // An error means that it has already ended.
            return !child.wait().expect("a child").success();
        }
        sleep(Duration::from_micros(200));
    }
}

const STAGES: [&str; 7] = [
    "before there is a config",
    "a file is being written",
    "self-play",
    "learning",
    "a checkpoint is there, its learner is not",
    "before the tournament",
    "tournament",
];

/// Returns the stage of a run, as its directory shows it.
fn stage(root: &Path) -> &'static str {
    let all = names(root);
    let last = |folder: &str| {
        let number = |path: &String| {
            let rest = path.strip_prefix(folder)?.strip_prefix("gen-")?;
            rest.split('/').next()?.parse::<u32>().ok()
        };
        all.iter().filter_map(number).max().unwrap_or(0)
    };
    let shards = |generation: u32| {
        let folder = format!("games/gen-{generation:04}/");
        all.iter().filter(|path| path.starts_with(&folder) && path.ends_with(".shard")).count()
    };
    let unfinished =
        |path: &String| path.ends_with(".tmp") || path.split('/').any(|part| part.starts_with('.'));
    let (learner, checkpoint) = (last("learner/"), last("checkpoints/"));
    if !root.join("config.toml").exists() {
        STAGES[0]
    } else if all.iter().any(unfinished) {
        STAGES[1]
    } else if all.iter().any(|path| path.starts_with("tournament/groups/")) {
        STAGES[6]
    } else if learner == 6 {
        STAGES[5]
    } else if checkpoint > learner {
        STAGES[4]
    } else if shards(learner + 1) == 6 {
        STAGES[3]
    } else {
        STAGES[2]
    }
}

/// Lists the relative paths of the files below a directory, which may change meanwhile.
fn names(root: &Path) -> Vec<String> {
    let (mut found, mut folders) = (Vec::new(), vec![root.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(name) = path.strip_prefix(root) {
                found.push(name.to_string_lossy().into_owned());
            }
        }
    }
    found
}

/// Asserts that a run has the same files as the undisturbed one, except for recorded times.
fn assert_same(place: &Place, run: &str) {
    let [whole, run] = ["whole", run].map(|run| place.path(run));
    assert_eq!((lasting(&run), metrics(&run)), (lasting(&whole), metrics(&whole)));
}

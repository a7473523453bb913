//! Kills a training run with SIGKILL at random moments, goes on with it each time, and compares what
//! it comes to with a run that nobody disturbed: `cargo xtask kills --times 100 --seed 1`.
//!
//! Half of the kills come after a random time, half right after something has appeared in the run's
//! directory (a file being written, a shard, a checkpoint without its learner, …), so that all
//! stages are met, the short ones too. Whenever the run has come to its end it is compared, and
//! another one begins. One line a kill: what the directory showed right after it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng, rngs::SmallRng};

/// Small, and yet each of its stages takes a while.
const CONFIG: &str = r#"
name = "kills"
seed = 7
variant = "buettgenbach-1899"
generations = 6
games_per_generation = 24
threads = 2

[network]
channels = 16
blocks = 2
value_hidden = 16

[learner]
warmup_steps = 2

[selfplay]
games_per_group = 4
batch = 4
search = { simulations = 8, gumbel = { max_considered_actions = 4 } }

[train]
batch = 64
steps_per_generation = 40
window = 4000

[[stage]]
from = 1
move_limit = 20
points = "distance"

[tournament]
simulations = 8
generations = [0, 3]
opponents = ["random", "greedy"]
match = { pairs = 8, pairs_per_group = 2, opening_plies = 2, exact_nodes = 1000, max_exact_nodes = 1000 }
"#;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, default: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1)?.parse().ok()).unwrap_or(default)
    };
    let place = tempfile::tempdir().expect("a folder to work in");
    match kill_often(place.path(), number("--times", 100), number("--seed", 1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("error: {what}");
            ExitCode::FAILURE
        }
    }
}

fn kill_often(place: &Path, times: u64, seed: u64) -> Result<(), String> {
    fs::write(place.join("kills.toml"), CONFIG).map_err(|error| error.to_string())?;
    let started = Instant::now();
    finish(place, "whole")?;
    let whole = started.elapsed();
    println!("undisturbed: {:.1} s; seed {seed}", whole.as_secs_f64());
    let (mut rng, mut runs) = (SmallRng::seed_from_u64(seed), 1);
    let mut met = BTreeMap::<&str, u32>::new();
    let mut kills = 0;
    while kills < times {
        let run = format!("run-{runs}");
        if !kill_once(place, &run, whole, &mut rng)? {
            same(place, &run)?;
            println!("run {runs} has come to its end: the same as undisturbed");
            runs += 1;
            continue;
        }
        kills += 1;
        let stage = stage(&place.join(&run));
        *met.entry(stage).or_default() += 1;
        println!("kill {kills:>3}, run {runs}: {stage}");
    }
    let run = format!("run-{runs}");
    finish(place, &run)?;
    same(place, &run)?;
    println!("{kills} kills in {runs} runs; all of them ended the same as undisturbed:");
    met.iter().for_each(|(stage, kills)| println!("  {kills:>3}  {stage}"));
    Ok(())
}

/// The run, begun or gone on with.
fn start(place: &Path, run: &str) -> Result<Child, String> {
    let mut command = Command::new(salta());
    match place.join(run).join("config.toml").exists() {
        true => command.args(["train", "--resume", run]),
        false => command.args(["train", "kills.toml", "--out", run]),
    };
    command.current_dir(place).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map_err(|error| format!("salta does not start: {error}"))
}

/// The binary of the same profile.
fn salta() -> PathBuf {
    let own = std::env::current_exe().expect("a program knows its own path");
    let profile = own.ancestors().nth(2).expect("a test is in a folder of its profile");
    profile.join("salta")
}

fn finish(place: &Path, run: &str) -> Result<(), String> {
    let status = start(place, run)?.wait().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err(format!("{run} ended with {status}")) }
}

/// Whether it was killed before its end.
fn kill_once(place: &Path, run: &str, whole: Duration, rng: &mut SmallRng) -> Result<bool, String> {
    let root = place.join(run);
    let mut child = start(place, run)?;
    let deadline = Instant::now() + whole.mul_f64(rng.random_range(0.0..0.4));
    let wanted = rng.random_bool(0.5).then(|| STAGES[rng.random_range(0..STAGES.len())]);
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return if status.success() { Ok(false) } else { Err(format!("{run}: {status}")) };
        }
        let due = Instant::now() >= deadline;
        if wanted.map_or(due, |wanted| stage(&root) == wanted || due) {
            let _ = child.kill(); // An error says that it is at its end already.
            let status = child.wait().map_err(|error| error.to_string())?;
            return Ok(!status.success());
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

/// What the directory of a run shows.
fn stage(root: &Path) -> &'static str {
    let all = files(root);
    let last = |folder: &str| {
        let number = |path: &String| {
            let rest = path.strip_prefix(folder)?.strip_prefix("gen-")?;
            rest.split('/').next()?.parse::<u32>().ok()
        };
        all.keys().filter_map(number).max().unwrap_or(0)
    };
    let shards = |generation: u32| {
        let folder = format!("games/gen-{generation:04}/");
        all.keys().filter(|path| path.starts_with(&folder) && path.ends_with(".shard")).count()
    };
    let unfinished =
        |path: &String| path.ends_with(".tmp") || path.split('/').any(|part| part.starts_with('.'));
    let (learner, checkpoint) = (last("learner/"), last("checkpoints/"));
    if !root.join("config.toml").exists() {
        STAGES[0]
    } else if all.keys().any(unfinished) {
        STAGES[1]
    } else if all.keys().any(|path| path.starts_with("tournament/groups/")) {
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

/// The files of a directory by their paths in it.
fn files(root: &Path) -> BTreeMap<String, PathBuf> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![root.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(name) = path.strip_prefix(root) {
                found.insert(name.to_string_lossy().into_owned(), path);
            }
        }
    }
    found
}

/// Whether a run came to the same files, bit by bit, but for what tells the time.
fn same(place: &Path, run: &str) -> Result<(), String> {
    let [whole, run] = ["whole", run].map(|run| contents(&place.join(run)));
    let (whole, run) = (whole?, run?);
    let differ = |name: &&String| whole.get(*name) != run.get(*name);
    match whole.keys().chain(run.keys()).find(differ) {
        Some(name) => Err(format!("`{name}` differs from the undisturbed run's")),
        None => Ok(()),
    }
}

fn contents(root: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut contents = BTreeMap::new();
    for (name, path) in files(root) {
        let mut bytes = fs::read(&path).map_err(|error| format!("{name}: {error}"))?;
        if name.starts_with("tensorboard/") || name == "lock" {
            continue;
        }
        if name == "metrics.ndjson" {
            bytes = without_times(&bytes)?;
        }
        contents.insert(name, bytes);
    }
    Ok(contents)
}

fn without_times(lines: &[u8]) -> Result<Vec<u8>, String> {
    let mut kept = String::new();
    for line in String::from_utf8_lossy(lines).lines() {
        let parsed = serde_json::from_str::<serde_json::Value>(line);
        let mut line = parsed.map_err(|error| format!("metrics.ndjson: {error}"))?;
        line.as_object_mut().map(|line| line.remove("time"));
        kept += &format!("{line}\n");
    }
    Ok(kept.into_bytes())
}

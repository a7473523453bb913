//! `salta train`, `selfplay`, `match` and `arena`, run as a user runs them: the same bits for any
//! number of threads and after any kill, and bad input refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use salta_tests::binary::{self, root};
use serde_json::Value;
use tempfile::TempDir;

/// The quickstart, shrunk: every part of it runs, in seconds.
const SMALL: &[&str] = &[
    "generations=3",
    "games_per_generation=8",
    "network.channels=8",
    "network.blocks=1",
    "selfplay.games_per_group=2",
    "selfplay.batch=2",
    "selfplay.opening_plies=2",
    "selfplay.search.simulations=4",
    "train.batch=32",
    "train.steps_per_generation=4",
    "stage.0.games=8",
    "stage.0.move_limit=6",
    "stage.1.from=2",
    "stage.1.move_limit=8",
    "stage.2.from=3",
    "stage.2.move_limit=10",
    "tournament.generations=[0]",
    "tournament.opponents=[\"random\"]",
    "tournament.simulations=2",
    "tournament.match.pairs=1",
    "tournament.match.points_budget=100",
    "tournament.match.max_points_budget=100",
];

fn small_train(out: &Path, threads: &str) -> Command {
    let mut command = salta_command();
    command.current_dir(root()).args(["train", "configs/train/quickstart.toml", "--out"]).arg(out);
    for set in SMALL {
        command.args(["--set", set]);
    }
    command.args(["--set", &format!("threads={threads}")]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn resume(run: &Path) -> Command {
    let mut command = salta_command();
    command.args(["train", "--resume"]).arg(run).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn salta_command() -> Command {
    Command::new(binary::path())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn succeed(mut command: Command) -> Output {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    output
}

/// Every file below a directory that a run must reproduce to the bit.
fn reproducible(run: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for part in ["games", "checkpoints"] {
        collect(run, &run.join(part), &mut files);
    }
    assert!(files.len() > 12, "shards and checkpoints are there: {}", files.len());
    files
}

fn collect(root: &Path, dir: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            files.insert(path.strip_prefix(root).unwrap().into(), fs::read(&path).unwrap());
        }
    }
}

/// The metrics without what the clock decides.
fn metrics(run: &Path) -> Vec<Value> {
    let text = fs::read_to_string(run.join("metrics.ndjson")).unwrap();
    let mut lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &mut lines {
        assert!(line.as_object_mut().unwrap().remove("time").is_some());
    }
    lines
}

fn wait_for(path: &Path, child: &mut Child) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !path.exists() && child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "{} never came", path.display());
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn uninterrupted(dir: &TempDir) -> PathBuf {
    let run = dir.path().join("whole");
    let output = succeed(small_train(&run, "2"));
    let said = text(&output.stdout);
    assert!(said.contains("random@1") && said.contains("generation 0 (untrained)"), "{said}");
    assert!(said.contains("--resume") && said.contains("--set generations=6"), "{said}");
    run
}

#[test]
fn any_number_of_threads_and_any_kill_give_the_same_bits() {
    let dir = TempDir::new().unwrap();
    let whole = uninterrupted(&dir);
    let single = dir.path().join("single");
    succeed(small_train(&single, "1"));
    assert_eq!(reproducible(&single), reproducible(&whole));
    assert_eq!(metrics(&single), metrics(&whole));

    let killed = dir.path().join("killed");
    let moments = [
        "checkpoints/gen-0000",
        "games/gen-0001",
        "learner/gen-0001",
        "games/gen-0002",
        "checkpoints/gen-0003",
        "tournament",
    ];
    let mut command = small_train(&killed, "2");
    for moment in moments {
        let mut child = command.spawn().unwrap();
        wait_for(&killed.join(moment), &mut child);
        child.kill().unwrap();
        child.wait().unwrap();
        command = resume(&killed);
    }
    succeed(command);
    assert_eq!(reproducible(&killed), reproducible(&whole));
    assert_eq!(metrics(&killed), metrics(&whole));
}

#[cfg(unix)]
#[test]
fn ctrl_c_names_the_command_that_goes_on() {
    let dir = TempDir::new().unwrap();
    let whole = uninterrupted(&dir);
    let run = dir.path().join("stopped");
    let mut child = small_train(&run, "2").spawn().unwrap();
    wait_for(&run.join("checkpoints/gen-0001"), &mut child);
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    let command = said.lines().find_map(|line| line.split_once("train --resume ")).unwrap().1;
    assert_eq!(Path::new(command.trim()), run, "{said}");
    succeed(resume(&run));
    assert_eq!(reproducible(&run), reproducible(&whole));
}

#[test]
fn damage_and_misuse_are_one_sentence() {
    let dir = TempDir::new().unwrap();
    let run = uninterrupted(&dir);
    let refused = |mut command: Command, parts: &[&str]| {
        let output = command.output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        let error = said.lines().filter(|line| line.starts_with("error: ")).count();
        assert_eq!(error, 1, "{said}");
        assert!(parts.iter().all(|part| said.contains(part)), "{parts:?}: {said}");
    };
    refused(small_train(&run, "1"), &["whole", "--resume"]);
    let mut typo = small_train(&dir.path().join("typo"), "1");
    typo.args(["--set", "train.bacth=3"]);
    refused(typo, &["train.bacth"]);
    let mut kind = small_train(&dir.path().join("kind"), "1");
    kind.args(["--set", "seed=-1"]);
    refused(kind, &["seed=-1"]);
    let mut missing = salta_command();
    missing.args(["train", "nowhere.toml"]);
    refused(missing, &["nowhere.toml"]);

    let weights = fs::read_dir(run.join("checkpoints/gen-0003")).unwrap();
    let weights = weights.map(|entry| entry.unwrap().path());
    let weights = weights.filter(|path| path.extension().is_some_and(|e| e != "json")).next();
    let weights = weights.unwrap();
    let whole = fs::read(&weights).unwrap();
    fs::write(&weights, &whole[..whole.len() / 2]).unwrap();
    let mut duel = salta_command();
    let player = format!("checkpoint:{}:sims=2", run.join("checkpoints/gen-0003").display());
    duel.args(["match", &player, "random", "--pairs", "1"]);
    refused(duel, &["gen-0003"]);

    let shard = fs::read_dir(run.join("games/gen-0003")).unwrap().next().unwrap().unwrap().path();
    let mut bytes = fs::read(&shard).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x40;
    fs::write(&shard, &bytes).unwrap();
    let mut more = resume(&run);
    more.args(["--set", "generations=4"]);
    refused(more, &[shard.file_name().unwrap().to_str().unwrap()]);
    assert_eq!(fs::read(&shard).unwrap(), bytes, "the damaged shard is left as it is");
}

#[test]
fn matches_do_not_depend_on_threads() {
    let play = |threads: &str| {
        let mut command = salta_command();
        command.args(["match", "greedy", "random", "--pairs", "4", "--json", "--threads", threads]);
        text(&succeed(command).stdout)
    };
    let said = play("1");
    let result: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&result["a"], &result["statistics"]["pairs"]), (&"greedy@1".into(), &4.into()));
    assert_eq!(said, play("2"));
}

#[test]
fn selfplay_and_the_arena_run_from_their_configs() {
    let dir = TempDir::new().unwrap();
    let mut games = salta_command();
    games.current_dir(root()).args([
        "selfplay",
        "configs/train/quickstart.toml",
        "--json",
        "--out",
    ]);
    games.arg(dir.path().join("games"));
    for set in SMALL {
        games.args(["--set", set]);
    }
    let said: Value = serde_json::from_str(&text(&succeed(games).stdout)).unwrap();
    assert_eq!(said["games"]["games"], 8);

    let mut arena = salta_command();
    arena.current_dir(root()).args(["arena", "configs/arena/fixed.toml", "--json", "--out"]);
    arena.arg(dir.path().join("arena")).args(["--set", "match.pairs=1"]);
    let said: Value = serde_json::from_str(&text(&succeed(arena).stdout)).unwrap();
    assert_eq!(said.as_array().unwrap().len(), 6);
    assert!(dir.path().join("arena/summary.json").exists());
}

//! A run so small that a test can train it.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use salta_run::{Display, Metrics, RunConfig, RunDir, RunError, TimeMetrics, read_metrics, train};
pub(crate) use salta_tests::TINY;
pub(crate) use salta_tests::place::{Files, files};
use tempfile::TempDir;

/// What makes the tiny config smaller still.
const SMALLER: [&str; 8] = [
    "generations=2",
    "threads=1",
    "network.channels=4",
    "network.value_hidden=4",
    "selfplay.search.simulations=3",
    "selfplay.search.gumbel.max_considered_actions=3",
    "train.batch=12",
    "train.steps_per_generation=3",
];

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

pub(crate) fn file(folder: &TempDir, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

pub(crate) fn sets(sets: &[&str]) -> Vec<String> {
    sets.iter().map(|set| (*set).to_owned()).collect()
}

/// The tiny config, smaller and with overrides.
pub(crate) fn tiny(overrides: &[&str]) -> RunConfig {
    let (folder, overrides) = (folder(), [&SMALLER[..], overrides].concat());
    RunConfig::load(&file(&folder, "tiny.toml", TINY), &sets(&overrides)).unwrap()
}

/// A new run of the tiny config with overrides, not trained yet.
pub(crate) fn created(root: &Path, overrides: &[&str]) -> RunDir {
    RunDir::create(tiny(overrides), root.into(), None).unwrap()
}

pub(crate) fn go_on(run: &RunDir) -> Result<(), RunError> {
    train(run, &Display::hidden())
}

/// Asserts that this failed, with an error that contains all `parts`.
#[track_caller]
pub(crate) fn fails_with<T, E: fmt::Display>(result: Result<T, E>, parts: &[&str]) {
    let error = result.err().expect("an error").to_string();
    let missing = parts.iter().find(|part| !error.contains(**part));
    assert!(missing.is_none(), "without {missing:?}: {error}");
}

/// A run of the tiny config with overrides, trained to its end.
pub(crate) fn trained(root: &Path, overrides: &[&str]) -> RunDir {
    let run = created(root, overrides);
    go_on(&run).unwrap();
    run
}

/// A run resumed with overrides, as by a new process, and trained to its end.
pub(crate) fn resumed(root: &Path, overrides: &[&str]) -> RunDir {
    let run = RunDir::resume(root, &sets(overrides)).unwrap();
    go_on(&run).unwrap();
    run
}

/// Asserts that two runs have the same games, networks, learners and metrics.
#[track_caller]
pub(crate) fn assert_same(one: &RunDir, other: &RunDir) {
    for name in ["games", "checkpoints", "learner"] {
        assert_eq!(part(one, name), part(other, name));
    }
    assert_eq!(timeless(one), timeless(other));
}

/// The metrics without those that depend on the clock.
pub(crate) fn timeless(run: &RunDir) -> Vec<Metrics> {
    let metrics = read_metrics(&run.metrics()).unwrap();
    metrics.into_iter().map(|of| Metrics { time: TimeMetrics::default(), ..of }).collect()
}

/// The files of one directory of a run, by their paths within the run.
pub(crate) fn part(run: &RunDir, name: &str) -> Files {
    let inside = files(&run.root().join(name)).into_iter();
    inside.map(|(file, bytes)| (format!("{name}/{file}"), bytes)).collect()
}

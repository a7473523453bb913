//! A run so small that a test can train it.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use salta_run::{Display, Metrics, RunConfig, RunDir, RunError, TimeMetrics, read_metrics, train};
use tempfile::TempDir;

pub(crate) const TINY: &str = r#"
name = "tiny"
seed = 7
variant = "buettgenbach-1899"
generations = 2
games_per_generation = 4
threads = 1

[network]
channels = 4
blocks = 1
margin_bins = 11
value_hidden = 4

[learner]
warmup_steps = 2
micro_batch = 8

[selfplay]
games_per_group = 2
batch = 2
opening_plies = 2
sampled_plies = 4
search = { simulations = 3, gumbel = { max_considered_actions = 3 } }

[train]
batch = 12
steps_per_generation = 3
window = 60

[[stage]]
from = 1
move_limit = 6
points = "distance"

[tournament]
simulations = 2
generations = [0]
opponents = ["random"]
match = { pairs = 1, opening_plies = 2, exact_nodes = 1000, max_exact_nodes = 1000 }
"#;

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

/// The tiny config with overrides.
pub(crate) fn tiny(overrides: &[&str]) -> RunConfig {
    let folder = folder();
    RunConfig::load(&file(&folder, "tiny.toml", TINY), &sets(overrides)).unwrap()
}

/// A new run of the tiny config with overrides, not trained yet.
pub(crate) fn created(root: &Path, overrides: &[&str]) -> RunDir {
    RunDir::create(tiny(overrides), Some(root.into())).unwrap()
}

pub(crate) fn go_on(run: &RunDir) -> Result<(), RunError> {
    train(run, &Display::hidden())
}

/// A run of the tiny config with overrides, trained to its end.
pub(crate) fn trained(root: &Path, overrides: &[&str]) -> RunDir {
    let run = created(root, overrides);
    go_on(&run).unwrap();
    run
}

/// The metrics but for those that depend on the clock.
pub(crate) fn timeless(run: &RunDir) -> Vec<Metrics> {
    let metrics = read_metrics(&run.metrics()).unwrap();
    metrics.into_iter().map(|of| Metrics { time: TimeMetrics::default(), ..of }).collect()
}

/// Bytes that show their number and a hash of them, so that a failed comparison can be read.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        write!(f, "{} bytes #{:08x}", self.0.len(), hasher.finish() as u32)
    }
}

/// Bytes of files by their paths.
pub(crate) type Files = BTreeMap<PathBuf, Bytes>;

/// Every file below a directory.
pub(crate) fn files(dir: &Path) -> Files {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            all.insert(path.clone(), Bytes(fs::read(path).unwrap()));
        }
    }
    all
}

/// The files of a part of a run, by their paths within it.
pub(crate) fn part(run: &RunDir, name: &str) -> Files {
    let inside = |path: PathBuf| path.strip_prefix(run.root()).unwrap().to_path_buf();
    let all = files(&run.root().join(name));
    all.into_iter().map(|(path, bytes)| (inside(path), bytes)).collect()
}

//! A directory to work in, a run so small that a test can train it, and what it left.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use salta_tests::binary;
use serde_json::Value;

/// Three generations of four games of six moves each.
pub(crate) const TINY: &str = r#"
name = "tiny"
seed = 7
variant = "buettgenbach-1899"
generations = 3
games_per_generation = 4
threads = 2

[network]
channels = 8
blocks = 1
margin_bins = 11
value_hidden = 8

[learner]
warmup_steps = 2
micro_batch = 8

[selfplay]
games_per_group = 2
batch = 2
opening_plies = 2
sampled_plies = 4
search = { simulations = 4, gumbel = { max_considered_actions = 4 } }

[train]
batch = 16
steps_per_generation = 6
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

/// Short games, counted by distance.
pub(crate) const SHORT: &str = "base = \"buettgenbach-1899\"\nname = \"short\"\n\
    move_limit = 12\npoints = \"distance\"\n";

/// What a call said and how it ended.
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
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
pub(crate) type Files = BTreeMap<String, Bytes>;

/// A working directory of its own.
pub(crate) struct Place(tempfile::TempDir);

impl Place {
    pub(crate) fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn file(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// `salta` with arguments that have no spaces in them, in this directory.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(binary::path());
        // With CARGO set the program believes that cargo runs it, and names commands so.
        command.args(arguments.split(' ')).current_dir(self.0.path()).env_remove("CARGO");
        command.stdin(Stdio::null());
        command
    }

    /// Runs `salta` to its end.
    pub(crate) fn run(&self, arguments: &str) -> Said {
        let output = self.command(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let code = output.status.code().expect("the program ends by itself");
        Said { code, out: text(output.stdout), err: text(output.stderr) }
    }

    /// The one line of JSON of a call that goes well.
    pub(crate) fn json(&self, arguments: &str) -> Value {
        let said = self.run(arguments);
        assert_eq!(said.code, 0, "{arguments}: {}", said.err);
        assert_eq!((said.out.matches('\n').count(), said.out.ends_with('\n')), (1, true));
        serde_json::from_str(&said.out).unwrap()
    }

    /// What a run came to: the files that must be the same however it came there.
    pub(crate) fn result(&self, run: &str) -> Files {
        let mut all = files(&self.path(run));
        let parts = ["games/", "checkpoints/", "learner/", "tournament/"];
        all.retain(|name, _| parts.iter().any(|part| name.starts_with(part)));
        all
    }
}

/// Every file below a directory by its path in it.
pub(crate) fn files(dir: &Path) -> Files {
    let mut all = Files::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            let inside = files(&path).into_iter();
            all.extend(inside.map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            all.insert(name, Bytes(fs::read(path).unwrap()));
        }
    }
    all
}

/// The metrics of a run without those that depend on the clock.
pub(crate) fn metrics(run: &Path) -> Vec<Value> {
    let text = fs::read_to_string(run.join("metrics.ndjson")).unwrap();
    let line = |line| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        assert!(value.as_object_mut().unwrap().remove("time").is_some());
        value
    };
    text.lines().map(line).collect()
}

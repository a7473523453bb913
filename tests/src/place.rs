//! A directory to call `salta` in, and what a call says and leaves.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::binary;

/// Longer than the slowest machine takes.
const DEADLINE: Duration = Duration::from_secs(120);

/// What a call said and how it ended.
#[derive(Debug)]
pub struct Said {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Said {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let code = output.status.code().expect("the program ends by itself");
        Said { code, out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Said {
    /// Standard output, which is one line of JSON.
    pub fn line(&self) -> Value {
        let lines = (self.out.matches('\n').count(), self.out.ends_with('\n'));
        assert_eq!(lines, (1, true), "{}{}", self.out, self.err);
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }

    /// This, of a call that was refused in a sentence with all the parts.
    #[track_caller]
    pub fn refused(self, parts: &[&str]) -> Said {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        let sentences = self.err.matches('\n').count();
        assert!(self.err.starts_with("error: ") && sentences == 1, "{}", self.err);
        let missing = parts.iter().find(|part| !self.err.contains(**part));
        assert!(missing.is_none(), "without {missing:?}: {}", self.err);
        self
    }

    /// This, of a call that went well.
    #[track_caller]
    pub fn well(self) -> Said {
        assert_eq!(self.code, 0, "{}{}", self.out, self.err);
        self
    }
}

/// Calls `salta` from the root of the repository.
pub fn call(arguments: &[&str]) -> Said {
    answer(Command::new(binary::path()).args(arguments).current_dir(binary::root()), "")
}

/// Runs a command with these lines as its standard input.
pub fn answer(command: &mut Command, input: &str) -> Said {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends").into()
}

/// Waits until something has happened, or the process is at its end.
pub fn wait_until(child: &mut Child, happened: impl Fn() -> bool) {
    let started = Instant::now();
    while !happened() && child.try_wait().expect("a child").is_none() {
        assert!(started.elapsed() < DEADLINE, "nothing happened");
        sleep(Duration::from_millis(1));
    }
}

/// Sends a process what Ctrl-C sends it.
pub fn interrupt(child: &Child) {
    // The shell's own kill: not every system has the program.
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().is_ok_and(|status| status.success()));
}

/// Bytes that show their number and a hash of them, so that a failed comparison can be read.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bytes(pub Vec<u8>);

impl Bytes {
    /// The bytes as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.0).expect("UTF-8")
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        write!(f, "{} bytes #{:08x}", self.0.len(), hasher.finish() as u32)
    }
}

/// Bytes of files by their paths.
pub type Files = BTreeMap<String, Bytes>;

/// Every file below a directory by its path in it.
pub fn files(dir: &Path) -> Files {
    let mut all = Files::new();
    for entry in fs::read_dir(dir).expect("a directory") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        if path.is_dir() {
            let inside = files(&path).into_iter();
            all.extend(inside.map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            all.insert(name, Bytes(fs::read(path).expect("a file")));
        }
    }
    all
}

/// The metrics of a run without those that depend on the clock.
pub fn metrics(run: &Path) -> Vec<Value> {
    let text = fs::read_to_string(run.join("metrics.ndjson")).expect("metrics");
    let line = |line| {
        let mut value: Value = serde_json::from_str(line).expect("a line of metrics");
        assert!(value.as_object_mut().is_some_and(|line| line.remove("time").is_some()));
        value
    };
    text.lines().map(line).collect()
}

/// A working directory of its own.
pub struct Place(tempfile::TempDir);

impl Place {
    /// An empty one.
    #[expect(clippy::new_without_default, reason = "it makes a directory")]
    pub fn new() -> Place {
        Place(tempfile::tempdir().expect("a directory"))
    }

    /// A path in it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file; its path as text.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), text).expect("a directory that can be written");
        self.path(name).to_str().expect("UTF-8").to_owned()
    }

    /// `salta` with arguments that have no spaces in them, in this directory.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(binary::path());
        // With CARGO set the program believes that cargo runs it, and names commands so.
        command.args(arguments.split(' ')).current_dir(self.0.path()).env_remove("CARGO");
        command.stdin(Stdio::null());
        command
    }

    /// Runs `salta` to its end.
    pub fn run(&self, arguments: &str) -> Said {
        self.command(arguments).output().expect("the program starts").into()
    }

    /// The one line of JSON of a call that goes well.
    #[track_caller]
    pub fn json(&self, arguments: &str) -> Value {
        self.run(arguments).well().line()
    }

    /// What a run came to: the files that must be the same however it came there.
    pub fn result(&self, run: &str) -> Files {
        let mut all = files(&self.path(run));
        let parts = ["games/", "checkpoints/", "learner/", "tournament/"];
        all.retain(|name, _| parts.iter().any(|part| name.starts_with(part)));
        all
    }
}

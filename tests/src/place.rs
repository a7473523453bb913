//! Temporary directories in which to run `salta`, and its output and files.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::binary;

/// Time limit of [`wait_for`], longer than the slowest machine needs.
const DEADLINE: Duration = Duration::from_secs(600);

/// Output and exit code of a call.
#[derive(Debug)]
pub struct Said {
    /// The call, for messages; empty if unknown.
    pub call: String,
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
        Said { call: String::new(), code, out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Said {
    /// Parses standard output, which must be one line of JSON.
    pub fn line(&self) -> Value {
        let lines = (self.out.matches('\n').count(), self.out.ends_with('\n'));
        assert_eq!(lines, (1, true), "{}{}", self.out, self.err);
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }

    /// Asserts that the call was refused with one error line that contains all `parts`.
    #[track_caller]
    pub fn refused(self, parts: &[&str]) -> Said {
        let one_line = self.err.starts_with("error: ") && self.err.matches('\n').count() == 1;
        assert!(self.out.is_empty() && one_line, "{self:?}");
        self.failed(parts)
    }

    /// Asserts that the call was refused, maybe after messages or in several lines; standard error
    /// contains all `parts`.
    #[track_caller]
    pub fn failed(self, parts: &[&str]) -> Said {
        assert_eq!(self.code, 2, "{self:?}");
        self.warns(parts)
    }

    /// Asserts that standard error contains all `parts`.
    #[track_caller]
    pub fn warns(self, parts: &[&str]) -> Said {
        let missing = parts.iter().find(|part| !self.err.contains(**part));
        assert!(missing.is_none(), "without {missing:?}: {self:?}");
        self
    }

    /// Asserts that standard output contains all `parts`.
    #[track_caller]
    pub fn says(self, parts: &[&str]) -> Said {
        let missing = parts.iter().find(|part| !self.out.contains(**part));
        assert!(missing.is_none(), "without {missing:?}: {}", self.out);
        self
    }

    /// Returns the command that the last line of an interrupted call names.
    #[track_caller]
    pub fn resumes_with(&self) -> &str {
        let last = self.err.lines().last().unwrap_or_default();
        let on = last.strip_prefix("error: stopped; resume with: ");
        on.unwrap_or_else(|| panic!("{}", self.err))
    }

    /// Asserts that the call succeeded.
    #[track_caller]
    pub fn well(self) -> Said {
        assert_eq!(self.code, 0, "{self:?}");
        self
    }
}

/// Calls `salta` from the root of the repository.
pub fn call(arguments: &[&str]) -> Said {
    call_with(arguments, "")
}

/// Like [`call`], with `input` as standard input.
pub fn call_with(arguments: &[&str], input: &str) -> Said {
    let mut command = Command::new(binary::path());
    let said = answer(command.args(arguments).current_dir(binary::root()), input);
    Said { call: arguments.join(" "), ..said }
}

/// Runs a command with `input` as its standard input.
pub fn answer(command: &mut Command, input: &str) -> Said {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // May fail: a command that refuses its arguments does not read its input.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends").into()
}

/// Waits until `happened` returns true.
pub fn wait_for(mut happened: impl FnMut() -> bool) {
    let started = Instant::now();
    while !happened() {
        assert!(started.elapsed() < DEADLINE, "nothing happened");
        sleep(Duration::from_millis(1));
    }
}

/// Waits until `happened` returns true or the process has ended.
pub fn wait_until(child: &mut Child, happened: impl Fn() -> bool) {
    wait_for(|| happened() || child.try_wait().expect("a child").is_some());
}

/// Sends a process the signal that Ctrl-C sends.
pub fn interrupt(child: &Child) {
    // The shell's built-in `kill`, since not every system has it as a program.
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().is_ok_and(|status| status.success()));
}

/// Starts a command and kills it once `happened` returns true; its status shows whether it ended by
/// itself before.
pub fn killed(command: &mut Command, happened: impl Fn() -> bool) -> ExitStatus {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    wait_until(&mut child, happened);
    // An error means that it has already ended.
    let _ = child.kill();
    child.wait().expect("a child")
}

/// Starts a command and interrupts it, as Ctrl-C does, once `happened` returns true.
pub fn interrupted(command: &mut Command, happened: impl Fn() -> bool) -> Said {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    wait_until(&mut child, happened);
    interrupt(&child);
    child.wait_with_output().expect("the program ends").into()
}

/// Bytes whose `Debug` output is their number and a hash, to keep failed assertions readable.
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

/// Contents of files by path.
pub type Files = BTreeMap<String, Bytes>;

/// Reads every file below a directory, by its path relative to the directory.
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

/// Reads all game files in a directory, one after another.
pub fn game_texts(dir: &Path) -> String {
    let games = files(dir).into_iter().filter(|(name, _)| name.ends_with(".games"));
    games.map(|(_, bytes)| bytes.text().to_owned()).collect()
}

/// Files and folders that depend on the clock.
const CLOCKED: [&str; 6] =
    ["tensorboard", "lock", "metrics.ndjson", "findings.json", "effects.csv", "report.html"];

/// Reads the files below a directory that do not depend on the clock.
pub fn lasting(dir: &Path) -> Files {
    let mut all = files(dir);
    all.retain(|name, _| !name.split('/').any(|part| CLOCKED.contains(&part)));
    all
}

/// Reads the metrics of a run.
pub fn metrics_with_times(run: &Path) -> Vec<Value> {
    let text = fs::read_to_string(run.join("metrics.ndjson")).expect("metrics");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of metrics")).collect()
}

/// Reads the metrics of a run, without those that depend on the clock.
pub fn metrics(run: &Path) -> Vec<Value> {
    let mut lines = metrics_with_times(run);
    for line in &mut lines {
        assert!(line.as_object_mut().is_some_and(|line| line.remove("time").is_some()));
    }
    lines
}

/// A temporary working directory.
pub struct Place(tempfile::TempDir);

impl Place {
    /// Creates an empty one.
    #[expect(clippy::new_without_default, reason = "it makes a directory")]
    pub fn new() -> Place {
        Place(tempfile::tempdir().expect("a directory"))
    }

    /// Creates one with these files.
    pub fn with<const N: usize>(files: [(&str, &str); N]) -> Place {
        let place = Place::new();
        for (name, text) in files {
            place.file(name, text);
        }
        place
    }

    /// Returns the path of a file in the directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file and returns its path as text.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), text).expect("a directory that can be written");
        self.path(name).to_str().expect("UTF-8").to_owned()
    }

    /// Returns a `salta` command in this directory; `arguments` are split at spaces.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(binary::path());
        // With CARGO set, the program prints commands as `cargo run ...` instead of `salta ...`.
        command.args(arguments.split(' ')).current_dir(self.0.path()).env_remove("CARGO");
        command.stdin(Stdio::null());
        command
    }

    /// Runs `salta` and waits until it ends.
    pub fn run(&self, arguments: &str) -> Said {
        self.run_with(arguments, &[])
    }

    /// Like [`run`](Self::run), with `more` arguments, in which there may be spaces.
    pub fn run_with(&self, arguments: &str, more: &[&str]) -> Said {
        let said = self.command(arguments).args(more).output().expect("the program starts").into();
        Said { call: [&[arguments], more].concat().join(" "), ..said }
    }

    /// Runs `salta`, which must succeed, and parses its one line of JSON.
    #[track_caller]
    pub fn json(&self, arguments: &str) -> Value {
        self.run(arguments).well().line()
    }

    /// Reads the results of a run: the files that must not depend on how it was executed.
    pub fn result(&self, run: &str) -> Files {
        let mut all = files(&self.path(run));
        let parts = ["games/", "checkpoints/", "learner/", "tournament/"];
        all.retain(|name, _| parts.iter().any(|part| name.starts_with(part)));
        all
    }
}

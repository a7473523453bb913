//! The system's programs and Debian's packages.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Advice for a skipped test.
pub(crate) const ADVICE: &str = "install it, or let `--install` do so";

/// Whether system packages may be installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Install {
    Allowed,
    Never,
}

impl Install {
    /// Allowed with the flag `--install`, or if the environment variable CI is `true`.
    pub(crate) fn allowed(flag: bool) -> Install {
        let ci = env::var("CI").is_ok_and(|value| value == "true");
        if flag || ci { Install::Allowed } else { Install::Never }
    }
}

/// Whether a program is on the path.
pub(crate) fn is_there(name: &str) -> bool {
    let Some(path) = env::var_os("PATH") else { return false };
    env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// Installs Debian packages if that is allowed; otherwise returns a sentence that names them.
pub(crate) fn provide(packages: &[&str], allowed: Install) -> Result<Option<String>, String> {
    match allowed {
        Install::Allowed => install(packages).map(|()| None),
        Install::Never => Ok(Some(format!("not found: {}; {ADVICE}", packages.join(", ")))),
    }
}

/// Installs Debian packages, after completing an interrupted installation.
fn install(packages: &[&str]) -> Result<(), String> {
    if !is_there("apt-get") {
        return Err("there is no apt-get".into());
    }
    let install = |what: &[&str]| {
        call("apt-get", &[&["install", "-y", "--no-install-recommends"], what].concat())
    };
    call("apt-get", &["update"])?;
    if call("apt-get", &["check"]).is_err() {
        // The second call fixes what this one cannot configure.
        let _ = call("dpkg", &["--configure", "-a"]);
        install(&["--fix-broken"])?;
    }
    install(packages)
}

/// Whether rustc has the standard library for a target; rustup installs it if that is allowed.
pub(crate) fn has_target(target: &str, install: Install) -> bool {
    let is_there = || {
        let print = ["--print", "target-libdir", "--target", target];
        let library = Command::new("rustc").args(print).output();
        library.is_ok_and(|path| Path::new(String::from_utf8_lossy(&path.stdout).trim()).is_dir())
    };
    is_there()
        || install == Install::Allowed
            && call("rustup", &["target", "add", target]).is_ok()
            && is_there()
}

/// Runs a program and waits for it to end.
pub(crate) fn call(program: &str, arguments: &[&str]) -> Result<(), String> {
    run(Command::new(program).args(arguments))
}

/// A call of the cargo that runs this program; `arguments` are split at spaces.
pub(crate) fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments.split(' '));
    command
}

/// Builds the `salta` binary with the same call as the Rust tests.
pub(crate) fn build_binary() -> Result<PathBuf, String> {
    run(&mut cargo("test --workspace --locked --test binary --no-run"))?;
    absolute(&format!("target/debug/salta{}", env::consts::EXE_SUFFIX))
}

/// The absolute path of a file.
pub(crate) fn absolute(path: &str) -> Result<PathBuf, String> {
    Path::new(path).canonicalize().map_err(|error| format!("{path}: {error}"))
}

/// Prints a command, runs it and waits for it to end.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let shown: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    let shown = shown.join(" ");
    eprintln!("> {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed ({status})")),
        Err(error) => Err(format!("`{shown}` did not start: {error}")),
    }
}

/// Returns why the tests of full and read-only disks are skipped, if they are: some containers let
/// no user mount a file system in a namespace.
pub(crate) fn without_namespaces() -> Option<String> {
    let probe = ["--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"];
    let done = Command::new("unshare").args(probe).output();
    let has = done.is_ok_and(|done| done.status.success());
    (!has).then(|| "full and read-only disks; no file system can be mounted in a namespace".into())
}

/// Prints the last line: what was skipped.
pub(crate) fn summary(skipped: impl IntoIterator<Item = Option<String>>) {
    let skipped: Vec<String> = skipped.into_iter().flatten().collect();
    match skipped.is_empty() {
        true => eprintln!("> all tests passed, none skipped"),
        false => eprintln!("> all tests that ran passed; SKIPPED: {}", skipped.join("; ")),
    }
}

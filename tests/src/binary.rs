//! Finds the `salta` binary that belongs to the running tests.
//!
//! Cargo passes the path of a binary only to tests of the binary's own package. With `cargo test
//! --workspace` and nextest the binary is in the parent of the test's `deps` folder, built by the
//! same call; when these tests run alone, it may be missing or outdated, and is built first.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::SystemTime;

/// Returns the path of the binary; the environment variable `SALTA_BINARY` overrides it.
pub fn path() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| env::var_os("SALTA_BINARY").map_or_else(find, PathBuf::from))
}

/// Returns a call of the shell, which finds the binary as `salta`.
pub fn shell(line: &str, folder: &Path) -> Command {
    let own = path().parent().expect("the binary is in a folder").to_path_buf();
    let others = env::var_os("PATH").unwrap_or_default();
    let search = env::join_paths(iter::once(own).chain(env::split_paths(&others)));
    let mut command = Command::new("sh");
    let search = search.expect("a search path");
    command.args(["-c", line]).current_dir(folder).env("PATH", search).env_remove("CARGO");
    command
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a folder of the workspace")
}

fn find() -> PathBuf {
    let folder = profile_folder();
    let binary = folder.join(format!("salta{}", env::consts::EXE_SUFFIX));
    if !is_fresh(&binary) {
        build(&folder);
    }
    assert!(binary.is_file(), "cargo built no {}", binary.display());
    binary
}

/// Returns the path of another binary of the workspace if it is up to date, as it is when the whole
/// workspace is tested.
pub fn fresh(name: &str) -> Option<PathBuf> {
    Some(profile_folder().join(format!("{name}{}", env::consts::EXE_SUFFIX)))
        .filter(|binary| is_fresh(binary))
}

/// The folder of the profile that built the running test.
fn profile_folder() -> PathBuf {
    let test = env::current_exe().expect("a test knows its own path");
    let is_deps = |folder: &&Path| folder.file_name().is_some_and(|name| name == "deps");
    let deps = test.ancestors().find(is_deps).expect("cargo puts tests in a folder `deps`");
    deps.parent().expect("`deps` is in the folder of a profile").to_path_buf()
}

/// Whether the binary exists and is no older than any source in cargo's list beside it.
fn is_fresh(binary: &Path) -> bool {
    let (Some(built), Ok(list)) = (changed(binary), fs::read_to_string(binary.with_extension("d")))
    else {
        return false;
    };
    let sources = list.split_once(": ").map_or("", |(_, sources)| sources);
    // A space in a path is escaped as `\ `.
    let sources = sources.trim().replace("\\ ", "\0");
    sources.split(' ').all(|source| {
        changed(Path::new(&source.replace('\0', " "))).is_some_and(|changed| changed <= built)
    })
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// Builds the binary into the folder of a profile.
///
/// The call builds one test of `salta-cli`, and so its binary, as `cargo test --workspace` does: a
/// plain `cargo build` would select other features of the dependencies and recompile them.
fn build(folder: &Path) {
    let target = folder.parent().expect("the folder of a profile is in the target folder");
    let profile = folder.file_name().filter(|name| *name != "debug");
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["test", "--quiet", "--locked", "--workspace", "--test", "binary", "--no-run"])
        .arg("--target-dir")
        .arg(target)
        .args(profile.into_iter().flat_map(|name| [OsStr::new("--profile"), name]))
        .current_dir(root())
        .status();
    assert!(status.is_ok_and(|status| status.success()), "cargo could not build salta");
}

//! Private file systems for tests, which can be full or read-only.

use std::process::{Command, Stdio};

use crate::binary;
use crate::place::Place;

/// Whether this machine lets a user mount a file system in a namespace; some containers do not.
pub fn has_namespaces(place: &Place) -> bool {
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "disk"]);
    let output = command.current_dir(place.path("")).output();
    let has = output.is_ok_and(|output| output.status.success());
    if !has {
        eprintln!("not tested: no namespace with a file system of its own can be had here");
    }
    has
}

/// Runs a shell script in a new namespace, where it may mount file systems: `$SALTA` is the program
/// and `disk` an empty directory. Returns the lines of its standard error.
///
/// # Panics
/// If the script fails.
pub fn in_namespace(place: &Place, script: &str) -> Vec<String> {
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-ec", script]);
    command.current_dir(place.path("")).env("SALTA", binary::path()).env_remove("CARGO");
    let output = command.stdin(Stdio::null()).output().expect("util-linux has `unshare`");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    said.lines().map(str::to_owned).collect()
}

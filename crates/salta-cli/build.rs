//! Passes the program its version, with the commit it was built from if git knows it, and its build
//! profile.

use std::path::Path;
use std::process::Command;

fn main() {
    let version = env!("CARGO_PKG_VERSION");
    let named = match git(&["log", "-1", "--format=%h, %cs"]) {
        Some(commit) => format!("{version} ({commit})"),
        None => version.into(),
    };
    println!("cargo::rustc-env=SALTA_VERSION={named}");
    // `release` for that profile and those that inherit from it, otherwise `debug`.
    let profile = std::env::var("PROFILE").unwrap_or_default();
    println!("cargo::rustc-env=SALTA_PROFILE={profile}");
    println!("cargo::rerun-if-changed=build.rs");
    // The log of HEAD grows with every commit, and changes with every checkout.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
}

/// Returns the output of git; `None` if git is missing or fails, as outside a clone.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned()).filter(|text| !text.is_empty())
}

//! What the browser tests need: Chromium, Node.js and playwright-core.

use std::env;
use std::path::Path;
use std::process::Command;

/// Where the tests lie.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/browser");
/// Leaves the browser tests out.
const LEAVE_OUT: &str = "SALTA_NO_BROWSER";

/// Installs what is missing, as far as this machine lets it.
///
/// # Errors
/// One sentence on what is missing and how to go on.
pub(crate) fn prepare() -> Result<(), String> {
    if env::var_os(LEAVE_OUT).is_some() {
        eprintln!("> browser tests left out: {LEAVE_OUT} is set");
        return Ok(());
    }
    let browser = ["chromium", "chromium-browser", "google-chrome"];
    let chosen = env::var_os("CHROMIUM").is_some();
    if !chosen && !browser.iter().any(|name| is_there(name)) {
        install(&["chromium"])?;
    }
    if !is_there("node") || !is_there("npm") {
        install(&["nodejs", "npm"])?;
    }
    if !Path::new(TESTS).join("node_modules/playwright-core/package.json").is_file() {
        call("npm", &["ci", "--prefix", TESTS, "--no-audit", "--no-fund", "--loglevel", "error"])?;
    }
    Ok(())
}

fn is_there(name: &str) -> bool {
    let Some(path) = env::var_os("PATH") else { return false };
    env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

fn install(packages: &[&str]) -> Result<(), String> {
    let wanted = packages.join(" ");
    let advice = format!(
        "the browser tests need {wanted}: install it, or set {LEAVE_OUT}=1 to leave them out"
    );
    if !is_there("apt-get") {
        return Err(advice);
    }
    let install = [&["install", "-y", "--no-install-recommends"], packages].concat();
    let done = call("apt-get", &["update"]).and_then(|()| call("apt-get", &install));
    done.map_err(|failure| format!("{failure}; {advice}"))
}

fn call(program: &str, arguments: &[&str]) -> Result<(), String> {
    let shown = format!("{program} {}", arguments.join(" "));
    eprintln!("> {shown}");
    match Command::new(program).args(arguments).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` failed ({status})")),
        Err(error) => Err(format!("`{shown}` did not start: {error}")),
    }
}

//! What the browser tests need: Chromium, Node.js and playwright-core.

use std::env;
use std::path::Path;

use crate::system::{self, call, is_there};

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

fn install(packages: &[&str]) -> Result<(), String> {
    let advice = format!(
        "the browser tests need {}: install it, or set {LEAVE_OUT}=1 to leave them out",
        packages.join(" ")
    );
    system::install(packages).map_err(|failure| format!("{failure}; {advice}"))
}

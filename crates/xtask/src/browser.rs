//! What the browser tests need: Chromium, Node.js, playwright-core and axe-core.

use std::env;
use std::path::Path;

use crate::system::{Install, call, is_there, provide};

/// Directory of the browser tests.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/browser");
/// Environment variable that skips the browser tests, also when cargo runs their test directly.
pub(crate) const SKIP: &str = "SALTA_NO_BROWSER";

/// Prepares the browser tests; returns why they have to be skipped, if so.
pub(crate) fn prepare(install: Install) -> Result<Option<String>, String> {
    if env::var_os(SKIP).is_some() {
        return Ok(Some(format!("browser tests: {SKIP} is set")));
    }
    let missing = missing();
    if !missing.is_empty() {
        let advice = |failure| format!("{failure}; {SKIP}=1 skips the browser tests");
        if let Some(skipped) = provide(&missing, install).map_err(advice)? {
            return Ok(Some(format!("browser tests: {skipped}")));
        }
    }
    modules()?;
    Ok(None)
}

/// Checks the board's scripts and their tests with Biome, configured by biome.json, and their types
/// with TypeScript.
pub(crate) fn lint() -> Result<(), String> {
    if !is_there("npm") {
        eprintln!("> SKIPPED: linting of JavaScript: not found: npm");
        return Ok(());
    }
    modules()?;
    call(&format!("{TESTS}/node_modules/.bin/biome"), &["check", "--error-on-warnings"])?;
    for project in ["crates/salta-web/assets", "tests/browser"] {
        call(&format!("{TESTS}/node_modules/.bin/tsc"), &["--project", project])?;
    }
    Ok(())
}

/// Installs the packages of package-lock.json in the directory of the tests, if any is missing.
fn modules() -> Result<(), String> {
    let modules = Path::new(TESTS).join("node_modules");
    let there = ["playwright-core", "@biomejs/biome", "@types/node", "axe-core", "typescript"]
        .iter()
        .all(|name| modules.join(name).is_dir());
    let install = ["ci", "--prefix", TESTS, "--no-audit", "--no-fund", "--loglevel", "error"];
    if there { Ok(()) } else { call("npm", &install) }
}

/// Debian's package names of the missing programs.
fn missing() -> Vec<&'static str> {
    let browser = ["chromium", "chromium-browser", "google-chrome"];
    let chosen = env::var_os("CHROMIUM").is_some() || browser.iter().any(|name| is_there(name));
    let chromium = (!chosen).then_some("chromium");
    let node = [("node", "nodejs"), ("npm", "npm")].into_iter();
    let node = node.filter(|(name, _)| !is_there(name)).map(|(_, package)| package);
    chromium.into_iter().chain(node).collect()
}

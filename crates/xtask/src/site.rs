//! `cargo xtask site`: the board as plain files.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::Command;

use crate::system::{self, Install, cargo, has_target, run};

/// The small boards that the site offers beside the named variants.
const BOARDS: [&str; 3] =
    ["configs/small/4x4.toml", "configs/small/6x6.toml", "configs/small/8x4.toml"];

/// Target for which the program is compiled.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Environment variable with a program that writes the pages, so that none is built.
const WRITER: &str = "SALTA_SITE_WRITER";

/// Builds the program for WebAssembly and writes the pages with it into a folder.
pub(crate) fn build(out: &str) -> Result<(), String> {
    run(cargo("build --locked -p salta-wasm --profile site --target").arg(TARGET))?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    let program = target.join(TARGET).join("site/salta_wasm.wasm");
    let mut pages = match env::var_os(WRITER) {
        Some(writer) => Command::new(writer),
        None => cargo("run --quiet --locked -p salta-web --bin site --"),
    };
    run(pages.arg(program).arg(out).args(BOARDS))
}

/// Builds it in a folder of its own; what is there is removed.
pub(crate) fn build_afresh(out: &str) -> Result<(), String> {
    match fs::remove_dir_all(out) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(format!("{out}: {error}")),
        _ => build(out),
    }
}

/// Environment variable that skips the test that builds the site.
pub(crate) const SKIP: &str = "SALTA_NO_SITE";

/// Prepares the test of the site; returns why it has to be skipped, if so.
pub(crate) fn prepare(install: Install) -> Option<String> {
    if env::var_os(SKIP).is_some() {
        return Some(format!("site: {SKIP} is set"));
    }
    let missing = || format!("site: rustc has no target {TARGET}; {}", system::ADVICE);
    (!has_target(TARGET, install)).then(missing)
}

/// Mines puzzles for data/puzzles.ndjson and confirms each by a deep search.
pub(crate) fn puzzles(first: &str, count: &str) -> Result<(), String> {
    let mut miner = cargo("bench --quiet --locked -p salta-board --bench puzzles --");
    run(miner.args([first, count]))
}

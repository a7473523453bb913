//! `cargo xtask site`: the board as plain files.

use std::path::Path;
use std::process::Command;

use crate::system::{self, Install, call, cargo, run};

/// What the program is compiled for.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the program for WebAssembly and writes the pages with it into a folder.
///
/// # Errors
/// One sentence on the first step that fails.
pub(crate) fn build(out: &str) -> Result<(), String> {
    let program = ["build", "--locked", "-p", "salta-wasm", "--profile", "site"];
    run(cargo().args(program).args(["--target", TARGET]))?;
    let program = Path::new("target").join(TARGET).join("site/salta_wasm.wasm");
    let pages = ["run", "--quiet", "--locked", "-p", "salta-web", "--example", "site", "--"];
    run(cargo().args(pages).arg(program).arg(out))
}

/// Skips the test that builds the site.
pub(crate) const SKIP: &str = "SALTA_NO_SITE";

/// Prepares the test of the site; a sentence if it has to be skipped.
pub(crate) fn prepare(install: Install) -> Option<String> {
    if !target_is_there() && install == Install::Allowed {
        let _ = call("rustup", &["target", "add", TARGET]);
    }
    let missing = || format!("site: rustc has no target {TARGET}; {}", system::ADVICE);
    (!target_is_there()).then(missing)
}

/// Whether rustc has the standard library for it.
pub(crate) fn target_is_there() -> bool {
    let print = ["--print", "target-libdir", "--target", TARGET];
    let library = Command::new("rustc").args(print).output();
    library.is_ok_and(|path| Path::new(String::from_utf8_lossy(&path.stdout).trim()).is_dir())
}

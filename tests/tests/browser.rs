//! The board in a real, headless Chromium: `tests/browser/*.test.mjs` against `salta serve --run`.
//!
//! `cargo xtask test --install` installs what it needs; `SALTA_NO_BROWSER=1` skips it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use salta_tests::binary::root;
use salta_tests::serving::Serving;
use salta_tests::{SIX, watched};

/// A program of the search path.
fn find(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    names.iter().flat_map(|name| folders.iter().map(move |f| f.join(name))).find(|p| p.is_file())
}

/// Tests that are written down, so that none is left out unnoticed.
fn count_tests(folder: &Path) -> usize {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = files.filter(|file| file.extension().is_some_and(|e| e == "mjs"));
    texts.map(|file| fs::read_to_string(file).unwrap().matches("\ntest(\"").count()).sum()
}

#[test]
fn the_board_works_in_chromium() {
    if env::var_os("SALTA_NO_BROWSER").is_some() {
        eprintln!("skipped: SALTA_NO_BROWSER is set");
        return;
    }
    let advice =
        "is missing: `cargo xtask test --install` installs it, SALTA_NO_BROWSER=1 skips this test";
    let chromium = env::var_os("CHROMIUM").map(PathBuf::from);
    let chromium = chromium.or_else(|| find(&["chromium", "chromium-browser", "google-chrome"]));
    let chromium = chromium.unwrap_or_else(|| panic!("Chromium {advice}"));
    let node = find(&["node"]).unwrap_or_else(|| panic!("Node.js {advice}"));
    let tests = root().join("tests/browser");
    assert!(tests.join("node_modules/playwright-core").is_dir(), "playwright-core {advice}");
    let folder = tempfile::tempdir().unwrap();
    watched::train(folder.path());
    // Away from the repository, as everybody has it who has only the binary.
    fs::write(folder.path().join("six.toml"), SIX).unwrap();
    let serving = Serving::start(folder.path(), &["--run", "run", "--variant", "six.toml"]);
    let output = Command::new(node)
        .args(["--test", "--test-concurrency=1"])
        .current_dir(&tests)
        .env("SALTA_URL", format!("http://{}/", serving.address))
        .env("CHROMIUM", chromium)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let passed = format!("pass {}\n", count_tests(&tests));
    assert!(said.contains(&passed), "no `{passed}` in {said}");
}

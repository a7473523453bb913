//! The board in a real, headless Chromium: `tests/browser/*.test.mjs` against `salta serve --run`.
//!
//! `cargo xtask test --install` installs what it needs; `SALTA_NO_BROWSER=1` skips it.

use std::fs;
use std::path::Path;

use salta_tests::binary::{root, salta};
use salta_tests::chromium::node_test;
use salta_tests::serving::Serving;
use salta_tests::{SIX, watched};

/// A board that is solved instantly.
const FOUR: &str =
    "name = \"four\"\nbase = \"buettgenbach-1899-free\"\nboard = \"4x4\"\nranks = 1\n";

/// Counts the tests in the source files, so that none is skipped unnoticed.
fn count_tests(folder: &Path) -> usize {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = files.filter(|file| file.extension().is_some_and(|e| e == "mjs"));
    texts.map(|file| fs::read_to_string(file).unwrap().matches("\ntest(\"").count()).sum()
}

#[test]
fn the_board_works_in_chromium() {
    let Some(mut tests) = node_test() else { return };
    let folder = tempfile::tempdir().unwrap();
    watched::train(folder.path());
    // Outside the repository, as for a user who has only the binary.
    fs::write(folder.path().join("six.toml"), SIX).unwrap();
    fs::write(folder.path().join("four.toml"), FOUR).unwrap();
    let solve = "solve four.toml --out four.table";
    salta().args(solve.split(' ')).current_dir(folder.path()).assert().success();
    let variants = ["--variant", "six.toml", "--variant", "four.toml"];
    let serving = Serving::start(folder.path(), &[&["--run", "run"], &variants[..]].concat());
    let output = tests.env("SALTA_URL", format!("http://{}/", serving.address)).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let passed = format!("pass {}\n", count_tests(&root().join("tests/browser")));
    assert!(said.contains(&passed), "no `{passed}` in {said}");
}

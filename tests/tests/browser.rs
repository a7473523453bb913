//! The board in a real, headless Chromium: `tests/browser/*.test.mjs` against `salta serve --run`.
//!
//! `cargo xtask test --install` installs what it needs; `SALTA_NO_BROWSER=1` skips it.

use std::fs;
use std::path::Path;

use salta_tests::binary::root;
use salta_tests::chromium::node_test;
use salta_tests::place::Said;
use salta_tests::serving::Serving;
use salta_tests::{FOUR, SIX, watched};

/// Counts the tests in the source files, so that none is skipped unnoticed.
fn count_tests(folder: &Path) -> usize {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = files.filter(|file| file.extension().is_some_and(|e| e == "mjs"));
    texts.map(|file| fs::read_to_string(file).unwrap().matches("\ntest(\"").count()).sum()
}

#[test]
fn the_board_works_in_chromium() {
    let Some(mut tests) = node_test() else { return };
    // Outside the repository, as for a user who has only the binary.
    let place = watched::place();
    place.file("six.toml", SIX);
    place.file("four.toml", FOUR);
    place.run("solve four.toml --out four.table").well();
    let arguments = ["--run", "run", "--variant", "six.toml", "--variant", "four.toml"];
    let serving = Serving::start(&place.path(""), &arguments);
    tests.env("SALTA_URL", format!("http://{}/", serving.address));
    let said = Said::from(tests.output().unwrap()).well().out;
    let passed = format!("pass {}\n", count_tests(&root().join("tests/browser")));
    assert!(said.contains(&passed), "no `{passed}` in {said}");
}

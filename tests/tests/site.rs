//! The board as a static site, built by `cargo xtask site` and tested in a headless Chromium;
//! `SALTA_NO_SITE=1` skips it.

use std::env;
use std::process::Command;

use salta_tests::binary::{root, salta};
use salta_tests::chromium::{ADVICE, node_test};
use salta_tests::serving::Serving;

#[test]
fn the_board_works_without_a_server() {
    if env::var_os("SALTA_NO_SITE").is_some() {
        eprintln!("skipped: SALTA_NO_SITE is set");
        return;
    }
    let Some(mut tests) = node_test() else { return };
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["run", "--quiet", "--locked", "-p", "xtask", "--", "site"])
        .arg(&site)
        .current_dir(root())
        .status()
        .unwrap();
    assert!(
        built.success(),
        "the site cannot be built; without rustc's target WebAssembly it {ADVICE}"
    );
    let board = root().join("configs/small/4x4.toml");
    salta()
        .arg("solve")
        .arg(board)
        .args(["--out", "4x4.table"])
        .current_dir(folder.path())
        .assert()
        .success();
    let serving = Serving::start(folder.path(), &["--table", "4x4.table"]);
    tests
        .args(["site/plain-files.mjs", "site/solving.mjs", "site/keeping.mjs"])
        .env("SALTA_SITE", site);
    let output = tests.env("SALTA_URL", format!("http://{}/", serving.address)).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

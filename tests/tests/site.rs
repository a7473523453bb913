//! The board as a static site, built by `cargo xtask site` and tested in a headless Chromium;
//! `SALTA_NO_SITE=1` skips it.

use std::env;
use std::process::Command;

use salta_tests::binary::{self, root};
use salta_tests::chromium::{ADVICE, node_test};
use salta_tests::place::{Place, Said};
use salta_tests::serving::Serving;

#[test]
fn the_board_works_without_a_server() {
    if env::var_os("SALTA_NO_SITE").is_some() {
        eprintln!("skipped: SALTA_NO_SITE is set");
        return;
    }
    let Some(mut tests) = node_test() else { return };
    let place = Place::new();
    let site = place.path("site");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["run", "--quiet", "--locked", "-p", "xtask", "--", "site"])
        .arg(&site)
        .envs(binary::fresh("site").map(|writer| ("SALTA_SITE_WRITER", writer)))
        .current_dir(root())
        .status()
        .unwrap();
    assert!(
        built.success(),
        "the site cannot be built; without rustc's target WebAssembly it {ADVICE}"
    );
    let board = root().join("configs/small/4x4.toml").display().to_string();
    place.run_with("solve --out 4x4.table", &[&board]).well();
    let serving = Serving::start(&place.path(""), &["--table", "4x4.table"]);
    tests.args(["site/plain-files.mjs", "site/solving.mjs", "site/keeping.mjs"]);
    tests.env("SALTA_SITE", site).env("SALTA_URL", format!("http://{}/", serving.address));
    Said::from(tests.output().unwrap()).well();
}

//! The generated pages and pictures of the documents are up to date. `cargo xtask docs` writes them, by these tests.

use std::env;
use std::fs;

use salta_tests::binary::{root, salta};

#[path = "pages/bounds.rs"]
mod bounds;
#[path = "pages/config.rs"]
mod config;
#[path = "pages/pictures.rs"]
mod pictures;
#[path = "pages/types.rs"]
mod types;

/// Set: pages are written instead of compared.
const WRITE: &str = "SALTA_WRITE_PAGES";

fn is_up_to_date(page: &str, text: &str) {
    let path = root().join(page);
    if env::var_os(WRITE).is_some() {
        fs::write(&path, text).unwrap();
    }
    let written = fs::read_to_string(path).unwrap_or_default();
    assert!(written == text, "{page} is out of date: run `cargo xtask docs`");
}

#[test]
fn cli() {
    let output = salta().arg("help-markdown").output().unwrap();
    is_up_to_date("docs/cli.md", &String::from_utf8(output.stdout).unwrap());
}

#[test]
fn config() {
    is_up_to_date("docs/config.md", &config::page());
}

#[test]
fn pictures() {
    for (path, picture) in pictures::pictures() {
        is_up_to_date(&path, &picture);
    }
}

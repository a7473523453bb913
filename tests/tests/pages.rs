//! The generated pages and pictures of the documents are up to date. `cargo xtask docs` runs these
//! tests to write them.

use std::env;
use std::fs;

use salta_net::onnx::{self, ModelOutput};
use salta_tests::binary::root;
use salta_tests::place::call;

#[path = "pages/bounds.rs"]
mod bounds;
#[path = "pages/config.rs"]
mod config;
#[path = "pages/pictures.rs"]
mod pictures;
#[path = "pages/python.rs"]
mod python;
#[path = "pages/types.rs"]
mod types;

/// Environment variable: if set, pages are written instead of compared.
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
    is_up_to_date("docs/cli.md", &call(&["help-markdown"]).out);
}

#[test]
fn config() {
    is_up_to_date("docs/config.md", &config::page());
}

#[test]
fn python() {
    is_up_to_date("docs/python-api.md", &python::page());
}

/// The table of outputs in the page on the encoding.
#[test]
fn outputs() {
    let page = fs::read_to_string(root().join("docs/encoding.md")).unwrap();
    let (before, rest) = page.split_once("<!-- outputs -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end of outputs -->\n").unwrap();
    let mut table = "| name | shape | meaning | auxiliary head |\n|---|---|---|---|\n".to_owned();
    for ModelOutput { name, shape, about, auxiliary } in onnx::outputs() {
        let head = auxiliary.map_or(String::new(), |head| format!("`{head}` "));
        table += &format!("| `{name}` | `{shape}` | {about} | {head}|\n");
    }
    let text = format!("{before}<!-- outputs -->\n{table}<!-- end of outputs -->\n{after}");
    is_up_to_date("docs/encoding.md", &text);
}

#[test]
fn pictures() {
    for (path, picture) in pictures::pictures() {
        is_up_to_date(&path, &picture);
    }
}

//! The walkthroughs of `docs/walkthroughs/`, executed as they are written.
//!
//! A fenced block with a file name (`toml sixty.toml`) is written to that file; `sh` is run line by
//! line, and `sh fails` must fail; every line of a `text` block must be in the output of the `sh`
//! block before it. Changes to the sources (`diff`) are applied to a copy. A block that is not run
//! states why: `sh no-run: REASON`.

use std::fs;
use std::path::Path;
use std::thread;

use salta_tests::binary::{root, shell};
use salta_tests::place::Place;
use salta_tests::texts::{self, TextFile};
use salta_tests::{SHORT, TINY};

/// Marker before the reason why a block is not run.
const NO_RUN: &str = "no-run:";

/// Documents whose Python blocks `test_docs.py` runs.
const PYTHON: &[&str] = &["README.md", "docs/python.md", "docs/shards.md"];

/// A fenced block: the info string after the opening fence, and the lines inside.
struct Block<'a> {
    kind: &'a str,
    text: String,
}

fn blocks(document: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut inside = false;
    for line in document.lines() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(kind) => {
                inside = true;
                blocks.push(Block { kind, text: String::new() });
            }
            None if inside => {
                let block = blocks.last_mut().unwrap();
                block.text += line;
                block.text.push('\n');
            }
            None => {}
        }
    }
    assert!(!inside, "a block is never closed");
    blocks
}

/// Runs a shell command and returns its standard output followed by its standard error.
fn call(line: &str, folder: &Path, succeeds: bool) -> String {
    let output = shell(line, folder).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.success(), succeeds, "{line}\n{said}");
    said
}

fn walk(document: &TextFile) {
    let name = document.path.display();
    let place = Place::with([("tiny.toml", TINY), ("short.toml", SHORT)]);
    let (mut said, mut calls) = (String::new(), 0);
    for Block { kind, text } in blocks(&document.text) {
        match kind.split_whitespace().collect::<Vec<_>>()[..] {
            [_, NO_RUN, _, ..] | ["diff"] => {}
            [_, NO_RUN] => panic!("{name}: `{NO_RUN}` without a reason"),
            ["sh", ref rest @ ..] => {
                let folder = place.path("");
                said = text.lines().map(|line| call(line, &folder, rest.is_empty())).collect();
                calls += 1;
            }
            ["text"] => text.lines().for_each(|expected| {
                assert!(said.contains(expected.trim()), "{name}: no `{expected}` in\n{said}");
            }),
            [_, file] => drop(place.file(file, text)),
            _ => panic!("{name}: a block is a file, sh or text, not `{kind}`"),
        }
    }
    assert!(calls > 0, "{name}");
}

const WALKTHROUGHS: &str = "docs/walkthroughs";

#[test]
fn every_walkthrough_works() {
    let documents = texts::below(WALKTHROUGHS);
    assert!(!documents.is_empty());
    thread::scope(|scope| documents.iter().for_each(|page| drop(scope.spawn(|| walk(page)))));
}

/// Applies the changes that `network.md` describes to the source in a folder.
fn change_the_source(folder: &Path, options: &str) {
    let document = fs::read_to_string(root().join("docs/walkthroughs/network.md")).unwrap();
    let diffs = blocks(&document).into_iter().filter(|block| block.kind == "diff");
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(&file, diffs.map(|block| block.text).collect::<String>()).unwrap();
    call(&format!("git apply {options} '{}'", file.path().display()), folder, true);
}

#[test]
fn changes_of_the_network_fit_the_source() {
    change_the_source(root(), "--check");
}

#[test]
#[ignore = "compiles salta-net: `cargo xtask nightly walkthroughs`"]
fn changes_of_the_network_pass_its_tests() {
    let copy = root().join("target/walkthroughs");
    call("rm -rf target/walkthroughs && mkdir -p target/walkthroughs", root(), true);
    call("git ls-files -z | xargs -0 cp -P --parents -t target/walkthroughs", root(), true);
    change_the_source(&copy, "");
    call("cargo test --quiet --locked -p salta-net --lib --target-dir ..", &copy, true);
}

#[test]
fn every_block_runs_or_says_why_not() {
    let python = fs::read_to_string(root().join("crates/salta-py/tests/test_docs.py")).unwrap();
    assert!(PYTHON.iter().all(|page| python.contains(page)));
    let mut documents = texts::all();
    documents.retain(|file| file.path.extension().is_some_and(|end| end == "md"));
    documents.retain(|file| !file.path.starts_with(WALKTHROUGHS));
    for TextFile { path, text } in &documents {
        for block in blocks(text) {
            let (kind, rest) = block.kind.split_once(' ').unwrap_or((block.kind, ""));
            let reason = rest.strip_prefix(NO_RUN).is_some_and(|reason| !reason.trim().is_empty());
            let runs = kind == "python" && PYTHON.iter().any(|page| path == Path::new(page));
            let code = ["sh", "bash", "console", "python"].contains(&kind);
            assert!(!code || runs || reason, "{}: `{}`", path.display(), block.text);
        }
    }
}

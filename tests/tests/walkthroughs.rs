//! The walkthroughs of `docs/walkthroughs/`, done as they are written.
//!
//! A fenced block with a file name (`toml sixty.toml`) is written; `sh` is called line by line,
//! `sh fails` must fail; a `text` block behind it must be in what was said, line by line.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use salta_tests::TINY;
use salta_tests::binary::{path, root};

/// A short variant for matches.
const SHORT: &str =
    "base = \"buettgenbach-1899\"\nname = \"short\"\nmove_limit = 5\npoints = \"distance\"\n";

/// A fenced block: what stands behind the fence, and the lines within.
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

/// What was said on both outputs.
fn call(line: &str, folder: &Path, succeeds: bool) -> String {
    let bin = path().parent().unwrap().to_path_buf();
    let others = env::var_os("PATH").unwrap();
    let search = env::join_paths(std::iter::once(bin).chain(env::split_paths(&others))).unwrap();
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", search)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.success(), succeeds, "{line}\n{said}");
    said
}

fn walk(name: &str) {
    let document = fs::read_to_string(root().join("docs/walkthroughs").join(name)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in
        [("tiny.toml", &*TINY.replace("generations = 3", "generations = 1")), ("short.toml", SHORT)]
    {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let (mut said, mut calls) = (String::new(), 0);
    for Block { kind, text } in blocks(&document) {
        match kind.split_whitespace().collect::<Vec<_>>()[..] {
            ["sh", ref rest @ ..] => {
                said =
                    text.lines().map(|line| call(line, folder.path(), rest.is_empty())).collect();
                calls += 1;
            }
            ["text"] => text.lines().for_each(|expected| {
                assert!(said.contains(expected.trim()), "{name}: no `{expected}` in\n{said}");
            }),
            [_, file] => fs::write(folder.path().join(file), text).unwrap(),
            _ => panic!("{name}: a block is a file, sh or text, not `{kind}`"),
        }
    }
    assert!(calls > 0, "{name}");
}

#[test]
fn add_a_variant() {
    walk("variant.md");
}

#[test]
fn add_a_player() {
    walk("player.md");
}

#[test]
fn change_the_network() {
    walk("network.md");
}

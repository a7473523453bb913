//! The text files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

use crate::binary::root;

/// A text file.
#[derive(Debug)]
pub struct TextFile {
    /// Path relative to the root of the repository.
    pub path: PathBuf,
    /// Its contents.
    pub text: String,
}

/// File name extensions of text files.
const KINDS: &[&str] = &[
    "rs", "md", "ipynb", "toml", "yml", "py", "pyi", "js", "mjs", "html", "css", "txt", "perft",
    "salta", "sh", "json",
];

/// Reads every text file of the repository except those that git ignores, sorted by path.
pub fn all() -> Vec<TextFile> {
    let mut files = below("");
    files.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(files.len() > 100, "only {} files", files.len());
    files
}

/// Reads the text files of a folder, given relative to the root; none if it does not exist.
pub fn below(folder: &str) -> Vec<TextFile> {
    let mut files = Vec::new();
    collect(&root().join(folder), &mut files);
    files
}

fn collect(folder: &Path, files: &mut Vec<TextFile>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !is_ignored(&path) {
            collect(&path, files);
        } else if path.is_file() && is_text(&path) {
            let text = fs::read_to_string(&path).expect("a text");
            let path = path.strip_prefix(root()).expect("below the root").to_path_buf();
            files.push(TextFile { path, text });
        }
    }
}

fn is_text(path: &Path) -> bool {
    path.ends_with(".ci/run")
        || path.extension().is_some_and(|kind| KINDS.iter().any(|known| kind == *known))
}

/// Whether git ignores the folder, or it belongs to a tool.
fn is_ignored(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    (name.starts_with('.') && ![".ci", ".cargo", ".github"].contains(&&*name))
        || ["target", "node_modules", "__pycache__"].contains(&&*name)
        || folder.strip_prefix(root()).is_ok_and(|path| is_output(&path.to_string_lossy()))
}

/// Whether a path, relative to the root, is in an output folder that git ignores.
pub fn is_output(path: &str) -> bool {
    let ignored = include_str!("../../.gitignore").lines();
    ignored
        .filter_map(|line| line.strip_prefix('/'))
        .any(|folder| Path::new(path).starts_with(folder))
}

/// Compiles a pattern.
pub fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern of the tests")
}

/// Puts the text on one line, without comment markers, web addresses, and command blocks that begin
/// with `git checkout`, which cite another commit.
pub fn flat(text: &str) -> String {
    let other_commit = regex(r"(?s)```sh[^\n]*\ngit checkout.*?```");
    let text = other_commit.replace_all(text, "");
    let mark = regex(r"^\s*(//[/!]?|#+|;|\*|--)?\s*");
    let lines: Vec<_> = text.lines().map(|line| mark.replace(line, "")).collect();
    regex(r"https?://\S+").replace_all(&lines.join(" "), "").into_owned()
}

//! `docs/rules.md`, rule by rule: the code and tests that each names, and whether they exist.

use std::path::{Path, PathBuf};

use salta_tests::binary::root;

use crate::cited::groups;
use salta_tests::texts::{TextFile, below, regex};

/// Path of the page, relative to the root of the repository.
pub(crate) const PAGE: &str = "docs/rules.md";

/// A rule of the page.
pub(crate) struct Rule {
    /// Its number, as in `3.5`.
    pub(crate) number: String,
    /// The code that it names.
    pub(crate) code: Vec<Item>,
    /// The tests that it names.
    pub(crate) tests: Vec<Test>,
}

/// A function or type of a crate, as in `salta-core` `Variant::legal`.
pub(crate) struct Item {
    pub(crate) krate: String,
    pub(crate) path: String,
}

/// A test function and its file.
pub(crate) struct Test {
    pub(crate) file: PathBuf,
    pub(crate) name: String,
}

/// Reads the text of the page.
pub(crate) fn text() -> String {
    std::fs::read_to_string(root().join(PAGE)).unwrap()
}

/// Parses the rules, in the order of the page.
pub(crate) fn rules(text: &str) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            let number = heading.split(' ').next().unwrap().into();
            rules.push(Rule { number, code: Vec::new(), tests: Vec::new() });
        } else if let Some(list) = line.strip_prefix("- Code: ") {
            rules.last_mut().unwrap().code = items(list);
        } else if let Some(list) = line.strip_prefix("- Tests: ") {
            rules.last_mut().unwrap().tests = tests(list);
        }
    }
    rules
}

/// Parses a list of names such as `` `salta-core` `Variant::legal`, `Position` ``.
pub(crate) fn items(list: &str) -> Vec<Item> {
    let (mut krate, mut items) = (String::new(), Vec::new());
    for name in groups("`([^`]+)`", list) {
        match name.starts_with("salta-") {
            true => krate = name.into(),
            false => items.push(Item { krate: krate.clone(), path: name.into() }),
        }
    }
    items
}

fn tests(list: &str) -> Vec<Test> {
    let (mut file, mut tests) = (PathBuf::new(), Vec::new());
    for name in groups("`([^`]+)`", list) {
        match name.ends_with(".rs") {
            true => file = name.into(),
            false => tests.push(Test { file: file.clone(), name: name.into() }),
        }
    }
    tests
}

impl Item {
    /// Whether the crate defines it; for `Type::name`, whether one file defines both.
    pub(crate) fn exists(&self) -> bool {
        let files = below(&format!("crates/{}/src", self.krate));
        match self.path.split_once("::") {
            Some((owner, name)) => files.iter().any(|file| owns(file, owner, name)),
            None => files.iter().any(|file| defines(file, &self.path)),
        }
    }
}

fn owns(file: &TextFile, owner: &str, name: &str) -> bool {
    let owner = format!(r"(?m)^(impl\b.*\b{owner}\b|pub.* (struct|enum|trait) {owner}\b)");
    let name = regex(&format!(r"(?m)(\bfn {name}\b|^\s*pub(\(crate\))? {name}:)"));
    regex(&owner).find_iter(&file.text).any(|start| {
        let block = file.text[start.start()..].split("\n}").next();
        name.is_match(block.unwrap_or_default())
    })
}

fn defines(file: &TextFile, name: &str) -> bool {
    regex(&format!(r"\b(fn|struct|enum|trait|const|static|type) {name}\b")).is_match(&file.text)
}

impl Test {
    /// Whether the file contains the function and it is a test.
    pub(crate) fn exists(&self) -> bool {
        let text = std::fs::read_to_string(root().join(Path::new(&self.file))).unwrap_or_default();
        let test = format!(r"#\[test\]\s*(///.*\s*|#\[.*\]\s*)*fn {}\b", self.name);
        regex(&test).is_match(&text)
    }
}

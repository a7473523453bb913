//! `docs/rules.md`, rule by rule: the code and tests that each names, and whether they exist.

use std::fmt;

use salta_tests::binary::root;

use crate::cited::groups;
use salta_tests::texts::{TextFile, below, regex};

pub(crate) const PAGE: &str = "docs/rules.md";

pub(crate) struct Rule {
    /// Its number, as in `3.5`.
    pub(crate) number: String,
    /// The functions and types that it names, as in `salta-core` `Variant::legal`.
    pub(crate) code: Vec<Named>,
    /// The test functions that it names, each with its file.
    pub(crate) tests: Vec<Named>,
}

/// A name, and the crate or file that has it.
pub(crate) struct Named {
    pub(crate) owner: String,
    pub(crate) name: String,
}

pub(crate) fn text() -> String {
    std::fs::read_to_string(root().join(PAGE)).unwrap()
}

pub(crate) fn rules(text: &str) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            let number = heading.split(' ').next().unwrap().into();
            rules.push(Rule { number, code: Vec::new(), tests: Vec::new() });
        } else if let Some(list) = line.strip_prefix("- Code: ") {
            rules.last_mut().unwrap().code = items(list);
        } else if let Some(list) = line.strip_prefix("- Tests: ") {
            rules.last_mut().unwrap().tests = named(list, |name| name.ends_with(".rs"));
        }
    }
    rules
}

/// Parses a list of items such as `` `salta-core` `Variant::legal`, `Position` ``.
pub(crate) fn items(list: &str) -> Vec<Named> {
    named(list, |name| name.starts_with("salta-"))
}

/// Parses a list of names, each of which belongs to the last owner before it.
fn named(list: &str, is_owner: fn(&str) -> bool) -> Vec<Named> {
    let (mut owner, mut found) = (String::new(), Vec::new());
    for name in groups("`([^`]+)`", list) {
        match is_owner(name) {
            true => owner = name.into(),
            false => found.push(Named { owner: owner.clone(), name: name.into() }),
        }
    }
    found
}

impl Named {
    /// Whether a crate defines this item; for `Type::name`, whether one file defines both.
    pub(crate) fn is_defined(&self) -> bool {
        let files = below(&format!("crates/{}/src", self.owner));
        match self.name.split_once("::") {
            Some((owner, name)) => files.iter().any(|file| owns(file, owner, name)),
            None => files.iter().any(|file| defines(file, &self.name)),
        }
    }

    /// Whether a file contains this function and it is a test.
    pub(crate) fn is_test(&self) -> bool {
        let text = std::fs::read_to_string(root().join(&self.owner)).unwrap_or_default();
        let test = format!(r"#\[test\]\s*(///.*\s*|#\[.*\]\s*)*fn {}\b", self.name);
        regex(&test).is_match(&text)
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.name, self.owner)
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

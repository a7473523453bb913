//! The modules and imports of a source file.

use std::collections::BTreeSet;

use super::tokens::{is_name, tokens};

/// A name from elsewhere.
#[derive(Clone, Debug)]
pub(super) struct Import {
    /// What the file calls it.
    pub(super) name: String,
    /// From where; `crate`, `super`, `self` or a module of this file comes first.
    pub(super) path: Vec<String>,
    /// By a `use`; otherwise by a path within the code.
    pub(super) declared: bool,
    /// By a `pub use`, which the file itself may not need.
    pub(super) public: bool,
}

/// What a file says of others.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// Modules with files of their own.
    pub(super) children: Vec<String>,
    pub(super) imports: Vec<Import>,
    /// Names outside `use`.
    pub(super) mentions: BTreeSet<String>,
}

struct Reader<'a> {
    tokens: &'a [String],
    at: usize,
    /// For each brace that is open: whether it is that of a module within the file.
    open: Vec<bool>,
    source: Source,
}

impl Source {
    pub(super) fn parse(text: &str) -> Source {
        let tokens = without_tests(tokens(text));
        let mut reader =
            Reader { tokens: &tokens, at: 0, open: Vec::new(), source: Source::default() };
        while reader.at < tokens.len() {
            reader.read();
        }
        reader.source
    }
}

impl Reader<'_> {
    fn token(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", String::as_str)
    }

    fn before(&self) -> &str {
        self.at.checked_sub(1).map_or("", |before| &self.tokens[before])
    }

    /// Reads an item's beginning, a path or a single token.
    fn read(&mut self) {
        match (self.token(0), self.token(2)) {
            ("mod", ";") => {
                self.source.children.push(self.token(1).to_owned());
                self.at += 3;
            }
            ("mod", "{") => {
                self.open.push(true);
                self.at += 3;
            }
            ("use", _) if self.before() != "+" => self.read_use(),
            (name, _) if is_name(name) => self.read_path(),
            (brace, _) => {
                match brace {
                    "{" => self.open.push(false),
                    "}" => drop(self.open.pop()),
                    _ => (),
                }
                self.at += 1;
            }
        }
    }

    fn read_use(&mut self) {
        let public = matches!(self.before(), "pub" | ")");
        self.at += 1;
        self.read_tree(Vec::new(), public);
    }

    /// A path of a `use`, with what is in braces behind it.
    fn read_tree(&mut self, mut path: Vec<String>, public: bool) {
        let mut name = None;
        loop {
            let token = self.token(0).to_owned();
            self.at += 1;
            match token.as_str() {
                "::" => (),
                "as" => {
                    name = Some(self.token(0).to_owned());
                    self.at += 1;
                }
                "{" => {
                    while !matches!(self.token(0), "}" | "") {
                        self.read_tree(path.clone(), public);
                        self.at += usize::from(self.token(0) == ",");
                    }
                    self.at += 1;
                    return;
                }
                "," | "}" | ";" | "" => {
                    self.at -= 1;
                    break;
                }
                _ => path.push(token),
            }
        }
        self.import(path, name, true, public);
    }

    /// A path within the code. Whether it leads to another module is not known yet.
    fn read_path(&mut self) {
        let starts = !matches!(self.before(), "::" | ".");
        let mut path = vec![self.token(0).to_owned()];
        self.at += 1;
        while self.token(0) == "::" && is_name(self.token(1)) {
            path.push(self.token(1).to_owned());
            self.at += 2;
        }
        self.source.mentions.insert(path[0].clone());
        if starts && path.len() > 1 {
            self.import(path, None, false, false);
        }
    }

    fn import(
        &mut self,
        mut path: Vec<String>,
        name: Option<String>,
        declared: bool,
        public: bool,
    ) {
        // In a module within the file the first `super` leads to the file itself.
        let inner = self.open.iter().filter(|module| **module).count();
        let outwards = path.iter().take_while(|name| *name == "super").count();
        if inner > 0 && path[0] != "crate" {
            if outwards < inner {
                return;
            }
            path.splice(..inner, ["self".to_owned()]);
        }
        let last = path.iter().rev().find(|name| *name != "self").cloned();
        let Some(name) = name.or(last) else { return };
        self.source.imports.push(Import { name, path, declared, public });
    }
}

/// The tokens without the items under `#[cfg(test)]`.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    const TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].iter().take(TEST.len()).eq(TEST.iter()) {
            at = after_item(&tokens, at + TEST.len());
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// Behind the item that begins at `at`: behind its `;` or its closing brace.
fn after_item(tokens: &[String], mut at: usize) -> usize {
    let mut open = 0;
    while at < tokens.len() {
        let token = tokens[at].as_str();
        at += 1;
        match token {
            "{" => open += 1,
            "}" => open -= 1,
            _ => (),
        }
        if open == 0 && matches!(token, "}" | ";") {
            break;
        }
    }
    at
}

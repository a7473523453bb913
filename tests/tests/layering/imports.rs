//! Dependencies between the files of a crate, and cycles among them.
//!
//! Every file is a module. It uses the files that define the names it imports or writes as paths: a
//! name that a parent only re-exports counts for the file that defines it, and a re-export counts
//! as a use only if the rest of the file mentions the name. So a child may import from its siblings
//! through their parent, but not items defined in the parent itself, if the parent uses the child.
//! Method calls and everything under `#[cfg(test)]` are ignored.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

mod source;

use source::{Import, Source};

/// The files of a crate, as paths below `src`, and the files that each uses.
#[derive(Debug, Default)]
pub(crate) struct Imports {
    files: Vec<String>,
    /// For each file: the files it uses, each with the names used.
    uses: Vec<BTreeMap<usize, BTreeSet<String>>>,
}

/// A file, its place in the module tree, and its parsed contents.
struct Module {
    file: String,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    source: Source,
}

impl Imports {
    /// Reads the crate whose `lib.rs` (or `main.rs`) is in `src`.
    pub(crate) fn read(src: &Path) -> Imports {
        let root = if src.join("lib.rs").exists() { "lib.rs" } else { "main.rs" };
        let mut modules = Vec::new();
        add(src, root.to_owned(), None, &mut modules);
        let uses = (0..modules.len()).map(|module| uses(&modules, module)).collect();
        Imports { files: modules.into_iter().map(|module| module.file).collect(), uses }
    }

    /// Returns a description of each group of files that use each other.
    pub(crate) fn circles(&self) -> Vec<String> {
        let reached: Vec<BTreeSet<usize>> =
            (0..self.files.len()).map(|file| self.reached(file)).collect();
        let mut circles = Vec::new();
        for first in 0..self.files.len() {
            let together = |other: &usize| reached[*other].contains(&first);
            let group: Vec<usize> = reached[first].iter().copied().filter(together).collect();
            if group.first() == Some(&first) {
                circles.push(self.describe(&group));
            }
        }
        circles
    }

    /// Returns the files that `file` uses, directly or indirectly.
    fn reached(&self, file: usize) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut open = vec![file];
        while let Some(file) = open.pop() {
            open.extend(self.uses[file].keys().filter(|used| reached.insert(**used)));
        }
        reached
    }

    fn describe(&self, group: &[usize]) -> String {
        let used = |file: usize| self.uses[file].iter().filter(|(used, _)| group.contains(used));
        let edges = group.iter().flat_map(|&file| used(file).map(move |used| (file, used)));
        let lines = edges.map(|(file, (used, names))| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            format!("  {} uses {} ({})", self.files[file], self.files[*used], names.join(", "))
        });
        format!(
            "{} files import in a circle:\n{}",
            group.len(),
            lines.collect::<Vec<_>>().join("\n")
        )
    }
}

/// Adds the module in `file` and its descendants; returns its index.
fn add(src: &Path, file: String, parent: Option<usize>, modules: &mut Vec<Module>) -> usize {
    let path = src.join(&file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let source = Source::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let folder = match Path::new(&file).file_name().and_then(|name| name.to_str()) {
        Some("lib.rs" | "main.rs" | "mod.rs") => file.rsplit_once('/').map_or("", |(dir, _)| dir),
        _ => file.trim_end_matches(".rs"),
    };
    let below =
        |name: &str| if folder.is_empty() { name.into() } else { format!("{folder}/{name}") };
    let children: Vec<(String, String)> =
        source.children.iter().map(|name| (name.clone(), below(name))).collect();
    let module = modules.len();
    modules.push(Module { file, parent, children: BTreeMap::new(), source });
    for (name, below) in children {
        let files = [format!("{below}.rs"), format!("{below}/mod.rs")];
        let mut files = files.into_iter().filter(|file| src.join(file).exists());
        let (Some(file), None) = (files.next(), files.next()) else {
            panic!("module {name} of {} has not one file", path.display());
        };
        let child = add(src, file, Some(module), modules);
        modules[module].children.insert(name, child);
    }
    module
}

/// Returns the files that `module` uses, each with the names used.
fn uses(modules: &[Module], module: usize) -> BTreeMap<usize, BTreeSet<String>> {
    let mut uses: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    let source = &modules[module].source;
    let used = |import: &&Import| !import.public || source.mentions.contains(&import.name);
    for import in source.imports.iter().filter(used) {
        if let Some(file) = resolve(modules, module, &import.path, 0).filter(|file| *file != module)
        {
            uses.entry(file).or_default().insert(import.name.clone());
        }
    }
    uses
}

/// Maximum depth to which re-exports of re-exports are followed.
const DEPTH: usize = 8;

/// Returns the module that `path`, written in `module`, names or whose item it names; `None` if it
/// is outside the crate.
fn resolve(modules: &[Module], module: usize, path: &[String], depth: usize) -> Option<usize> {
    let (first, mut rest) = path.split_first()?;
    let mut at = match first.as_str() {
        "crate" => 0,
        "self" => module,
        "super" => modules[module].parent?,
        name => {
            rest = path;
            modules[module].children.contains_key(name).then_some(module)?
        }
    };
    for name in rest {
        at = match (name.as_str(), modules[at].children.get(name)) {
            ("super", _) => modules[at].parent?,
            ("self" | "*", _) => at,
            (_, Some(child)) => *child,
            _ => return item(modules, at, name, depth),
        };
    }
    Some(at)
}

/// Returns the module that defines the item that `module` calls `name`; `None` if it is outside
/// the crate.
fn item(modules: &[Module], module: usize, name: &str, depth: usize) -> Option<usize> {
    let imports = &modules[module].source.imports;
    let import = imports.iter().find(|import| import.declared && import.name == name);
    match import {
        Some(import) if depth < DEPTH => resolve(modules, module, &import.path, depth + 1),
        _ => Some(module),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder");
        for (file, text) in files {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        Imports::read(folder.path()).circles()
    }

    #[test]
    fn imports_one_way_are_fine() {
        let found = circles(&[
            ("lib.rs", "mod a; mod b; mod c; pub use b::{B, Other}; pub use c::C;"),
            ("a.rs", "use crate::{B as Bee, c}; use crate::c::*; use std::fmt;"),
            ("b.rs", "#[cfg(test)] mod tests { use crate::a::A; } pub struct B; // crate::a::A"),
            ("c/mod.rs", "mod d; mod e; pub use d::D; pub struct C; fn f() { e::f() }"),
            ("c/d.rs", "pub struct D; const TEXT: &str = \"crate::a::A\"; mod x { use super::D; }"),
            ("c/e.rs", "use super::D; pub fn f<'a>(_: &'a D) { crate::b::B::new(); }"),
        ]);
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn circles_are_named() {
        let two = ("b.rs", "fn f() { crate::a::f() }");
        for (files, parts) in [
            (
                vec![("lib.rs", "mod a; mod b;"), ("a.rs", "use crate::b::{self, B};"), two],
                vec!["2 files", "a.rs uses b.rs (B, b)", "b.rs uses a.rs (f)"],
            ),
            (
                // Through re-exports of the parent.
                vec![
                    ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B;"),
                    ("a.rs", "use crate::B;"),
                    ("b.rs", "use super::A;"),
                ],
                vec!["2 files", "a.rs uses b.rs (B)", "b.rs uses a.rs (A)"],
            ),
            (
                // An item of the parent, which uses the child.
                vec![("lib.rs", "mod a; pub struct S; use a::A;"), ("a.rs", "use super::S;")],
                vec!["lib.rs uses a.rs (A)", "a.rs uses lib.rs (S)"],
            ),
            (
                vec![
                    ("lib.rs", "mod a; pub use a::A; pub struct S(A);"),
                    ("a.rs", "use super::S;"),
                ],
                vec!["lib.rs uses a.rs (A)", "a.rs uses lib.rs (S)"],
            ),
        ] {
            let found = circles(&files);
            assert_eq!(found.len(), 1, "{files:?}: {found:?}");
            assert!(parts.iter().all(|part| found[0].contains(part)), "{found:?}");
        }
    }
}

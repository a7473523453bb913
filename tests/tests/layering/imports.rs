//! Circles of files that use each other.
//!
//! Every file is a module. It uses the files that define the names it imports or writes as paths: a
//! name that a module only re-exports counts for the file below it that defines it, and a re-export
//! counts as a use only if the rest of the file mentions the name. So a child may import from its
//! siblings through their parent, but not items defined in the parent itself, if the parent uses
//! the child. Method calls and test modules are ignored.

use std::collections::{BTreeMap, BTreeSet};

use salta_tests::texts::regex;

/// A file: its code, and the names of the items that it defines at its top level.
struct Module {
    code: String,
    defined: BTreeSet<String>,
}

/// Modules by their paths, which begin with `crate`.
type Modules = BTreeMap<String, Module>;

/// Returns a sentence for each use that is part of a circle. The files of the crate are given as
/// paths below `src` and texts.
pub(crate) fn circles(files: &[(&str, &str)]) -> Vec<String> {
    let modules: Modules = files.iter().map(|(file, text)| (path(file), module(text))).collect();
    let uses: BTreeMap<&str, _> = modules.keys().map(|at| (&**at, uses(&modules, at))).collect();
    let leads = |from, to| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(at) = open.pop() {
            open.extend(uses[at].keys().filter(|used| reached.insert(**used)));
        }
        reached.contains(to)
    };
    let edges = uses.iter().flat_map(|(at, uses)| uses.iter().map(move |used| (*at, used)));
    let circles = edges.filter(|(at, (used, _))| leads(**used, *at));
    circles.map(|(at, (used, paths))| format!("{at} uses {used} ({})", paths.join(", "))).collect()
}

/// The path of a file's module, as in `crate::a::b`.
fn path(file: &str) -> String {
    let names = file.trim_end_matches(".rs").split('/');
    let names = names.filter(|name| !["lib", "main", "mod"].contains(name));
    ["crate"].into_iter().chain(names).collect::<Vec<_>>().join("::")
}

/// Reads a file, without literals, comments, limits of visibility and test modules.
fn module(text: &str) -> Module {
    let other = r###"\bb?r#+"(?s:.*?)"#+|"(?s:[^"\\]|\\.)*"|'(?:[^'\\]|\\[^']+|\\')'|//[^\n]*|\((?:crate|super|in [^)]*)\)"###;
    let tests = regex(r"#\[cfg\(test\)\]\s*(?:pub )?mod (?:\w+;|(?s:.*))");
    let code = tests.replace_all(&regex(other).replace_all(text, ""), "").into_owned();
    let kinds = "struct|enum|fn|trait|const|static|type|union|macro_rules!";
    let item = regex(&format!(r"(?m)^(?:(?:pub|const|unsafe) )*(?:{kinds}) (\w+)"));
    let defined = item.captures_iter(&code).map(|item| item[1].to_owned()).collect();
    Module { code, defined }
}

/// Returns the modules that the one at this path uses, each with the paths by which it does.
fn uses<'a>(modules: &'a Modules, at: &'a str) -> BTreeMap<&'a str, Vec<String>> {
    let imports = regex(r"\b(pub )?use ([^;]+);");
    let rest = imports.replace_all(&modules[at].code, "");
    // Those of methods and fields, and of the function or module being defined, are longer.
    let names = regex(r"(?:\b(?:fn|mod) |\.)?\w+(?::[^:])?");
    let names: BTreeSet<&str> = names.find_iter(&rest).map(|name| name.as_str()).collect();
    let written = regex(r"\b(?:\w+::)+\w+");
    let mut paths: BTreeSet<String> =
        written.find_iter(&rest).map(|it| it.as_str().into()).collect();
    for import in imports.captures_iter(&modules[at].code) {
        let mut imported = expanded(&import[2].split_whitespace().collect::<Vec<_>>().join(" "));
        imported.retain(|path| {
            let name = path.rsplit([' ', ':']).next();
            import.get(1).is_none() || name.is_some_and(|name| names.contains(name))
        });
        paths.extend(imported);
    }
    let mut uses = BTreeMap::<_, Vec<String>>::new();
    for path in paths {
        if let Some(used) = resolved(modules, at, &path).filter(|used| *used != at) {
            uses.entry(used).or_default().push(path);
        }
    }
    uses
}

/// Returns the paths of an import, which may have braces.
fn expanded(path: &str) -> Vec<String> {
    let Some((before, after)) = path.split_once('{') else { return vec![path.into()] };
    let (inner, _) = after.rsplit_once('}').expect("a closing brace");
    let mut depth = 0;
    let parts = inner.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let parts = parts.map(str::trim).filter(|part| !part.is_empty());
    parts.flat_map(|part| expanded(&format!("{before}{part}"))).collect()
}

/// Returns the module that a path, written in the module `at`, names or whose item it names; `None`
/// if it is outside the crate.
fn resolved<'a>(modules: &'a Modules, at: &'a str, path: &str) -> Option<&'a str> {
    let child = |at: &str, name: &str| Some(&**modules.get_key_value(&format!("{at}::{name}"))?.0);
    let path = path.split(" as ").next()?;
    let first = path.split("::").next()?;
    let mut at = match first {
        "crate" => "crate",
        "self" | "super" => at,
        _ => child(at, first).map(|_| at)?,
    };
    for name in path.split("::") {
        match (name, child(at, name)) {
            ("crate" | "self" | "*", _) => (),
            ("super", _) => at = at.rsplit_once("::")?.0,
            (_, Some(child)) => at = child,
            (_, None) => return Some(defining(modules, at, name)),
        }
    }
    Some(at)
}

/// Returns the module that defines what the module `at` calls `name`: itself or the only one below
/// it that does.
fn defining<'a>(modules: &'a Modules, at: &'a str, name: &str) -> &'a str {
    let mut below = modules.iter().filter(|(path, module)| {
        path.starts_with(&format!("{at}::")) && module.defined.contains(name)
    });
    match (below.next(), below.next()) {
        (Some((path, _)), None) if !modules[at].defined.contains(name) => path,
        _ => at,
    }
}

#[test]
fn imports_one_way_are_fine() {
    let found = circles(&[
        ("lib.rs", "mod a; mod b; mod c; pub use b::{B, Other}; pub use c::C;"),
        ("a.rs", "use crate::{B as Bee, c}; use crate::c::*; use std::fmt;"),
        ("b.rs", "pub struct B; // crate::a::A\n#[cfg(test)]\nmod tests { use crate::a::A; }"),
        ("c/mod.rs", "mod d; mod e; pub use d::D; pub struct C; fn f() { e::f() }"),
        (
            "c/d.rs",
            "pub struct D; const TEXT: (char, &str) = ('\"', \"crate::a::A\");
            const RAW: &str = r#\"\" crate::a::A\"#; mod x { use super::D; }",
        ),
        ("c/e.rs", "use super::D; pub fn f<'a>(_: &'a D) { crate::b::B::new(); }"),
    ]);
    assert_eq!(found, [""; 0]);
}

#[test]
fn circles_are_named() {
    assert_eq!(
        circles(&[
            ("lib.rs", "mod a; mod b; mod c; use c::C;"),
            ("a.rs", "use crate::b::{self, B};"),
            ("b.rs", "fn f() { crate::a::f() }"),
            ("c.rs", "use super::a;"),
        ]),
        [
            "crate::a uses crate::b (crate::b::B, crate::b::self)",
            "crate::b uses crate::a (crate::a::f)",
        ]
    );
    let through_the_parent = circles(&[
        ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B;"),
        ("a.rs", "pub struct A; use crate::B;"),
        ("b.rs", "pub(crate) struct B; use super::A;"),
    ]);
    let expected = ["crate::a uses crate::b (crate::B)", "crate::b uses crate::a (super::A)"];
    assert_eq!(through_the_parent, expected);
    // An item of the parent, which uses the child.
    for parent in ["pub struct S; use a::A;", "pub struct S(A); pub use a::A;"] {
        let found = circles(&[("lib.rs", parent), ("a.rs", "use super::S;")]);
        assert_eq!(found, ["crate uses crate::a (a::A)", "crate::a uses crate (super::S)"]);
    }
}

//! The crates respect the layers of the workspace.

use std::collections::BTreeMap;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

#[path = "layering/imports.rs"]
mod imports;
#[path = "layering/layers.rs"]
mod layers;

use imports::circles;
use layers::{Member, violations};
use salta_tests::binary::root;
use salta_tests::texts;
use toml::{Table, Value};

fn member(crate_folder: PathBuf) -> Member {
    let path = crate_folder.join("Cargo.toml");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let manifest: Table = text.parse().unwrap();
    let targets = manifest.get("target").and_then(|of| of.as_table()).into_iter().flatten();
    let tables: Vec<&Table> =
        iter::once(&manifest).chain(targets.map(|(_, table)| table.as_table().unwrap())).collect();
    let names = |kinds: &[&str]| {
        let chosen = kinds.iter().flat_map(|kind| tables.iter().filter_map(|of| of.get(*kind)));
        let listed = chosen.flat_map(|table| table.as_table().unwrap());
        // A renamed dependency says its name.
        let name = |(key, of): (&String, &Value)| {
            of.get("package").and_then(Value::as_str).unwrap_or(key).to_owned()
        };
        listed.map(name).collect()
    };
    let name = manifest["package"]["name"].as_str().unwrap().into();
    let normal = names(&["dependencies", "build-dependencies"]);
    Member { name, normal, dev: names(&["dev-dependencies"]) }
}

#[test]
fn every_crate_depends_on_lower_layers_only() {
    let members: Vec<Member> = crate_folders().into_iter().map(member).collect();
    for (name, on) in [("salta-cli", "salta-run"), ("salta-py", "salta-core"), ("salta-net", "ort")]
    {
        let on = |member: &Member| member.normal.iter().any(|dependency| dependency == on);
        assert!(members.iter().any(|member| member.name == name && on(member)), "{members:?}");
    }
    let violations = violations(&members);
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// The files that may contain unsafe code: they call functions compiled for CPU features that they
/// have detected, or declare imports and exports of a WebAssembly module.
const UNSAFE: [&str; 3] = [
    "crates/salta-core/src/isa.rs",
    "crates/salta-net/src/kernels/dot.rs",
    "crates/salta-wasm/src/exports.rs",
];

/// Path prefixes of the files that may use burn: each operation and each loss has an implementation
/// in burn beside it, which builds without burn leave out.
const BURN: [&str; 3] =
    ["crates/salta-net/src/tensors", "crates/salta-net/src/ops", "crates/salta-net/src/losses.rs"];

fn sources_that_say(words: &str) -> Vec<PathBuf> {
    let mut files = texts::below("crates");
    files.retain(|file| file.path.extension().is_some_and(|kind| kind == "rs"));
    files.retain(|file| file.text.contains(words));
    files.into_iter().map(|file| file.path).collect()
}

#[test]
fn unsafe_code_stands_in_its_places() {
    assert_eq!(sources_that_say("allow(unsafe_code)"), UNSAFE.map(Path::new));
}

#[test]
fn burn_is_used_in_its_places() {
    let files = sources_that_say("burn::");
    assert!(!files.is_empty());
    let allowed = |path: &&PathBuf| {
        let path = path.to_str().expect("paths are text");
        BURN.iter().any(|place| path.starts_with(place))
    };
    let elsewhere = files.iter().filter(|path| !allowed(path)).collect::<Vec<_>>();
    assert!(elsewhere.is_empty(), "{elsewhere:?}");
}

/// The folders of every crate, the Python package (a separate workspace) and the tests included.
fn crate_folders() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let mut folders: Vec<PathBuf> = crates.map(|entry| entry.unwrap().path()).collect();
    folders.push(root().join("tests"));
    folders.sort();
    assert!(folders.len() > 20, "{folders:?}");
    folders
}

#[test]
fn no_files_import_in_a_circle() {
    let files = texts::all();
    let mut crates = BTreeMap::<&str, Vec<(&str, &str)>>::new();
    for file in &files {
        let path = file.path.to_str().expect("paths are text");
        if let (Some((name, path)), true) = (path.split_once("/src/"), path.ends_with(".rs"))
            && !path.contains("tests")
        {
            crates.entry(name).or_default().push((path, &file.text));
        }
    }
    assert!(crates.len() > 20, "{:?}", crates.keys());
    let found = crates.iter().flat_map(|(name, files)| {
        circles(files).into_iter().map(move |circle| format!("{name}: {circle}"))
    });
    let found: Vec<String> = found.collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

//! The crates respect the layers of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, MetadataCommand, Package};
use salta_tests::binary::root;
use salta_tests::imports::Imports;
use salta_tests::layers::{Member, violations};
use salta_tests::texts;

fn member(package: &Package) -> Member {
    let names = |dev: bool| {
        let kind = |kind| (kind == DependencyKind::Development) == dev;
        let chosen = package.dependencies.iter().filter(|dependency| kind(dependency.kind));
        chosen.map(|dependency| dependency.name.clone()).collect()
    };
    Member { name: package.name.to_string(), normal: names(false), dev: names(true) }
}

fn members_of(manifest: &str) -> Vec<Member> {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join(manifest))
        .no_deps()
        .exec()
        .expect("cargo metadata");
    metadata.workspace_packages().into_iter().map(member).collect()
}

#[test]
fn every_crate_depends_on_lower_layers_only() {
    // The Python package is a separate workspace.
    let members: Vec<Member> =
        ["Cargo.toml", "crates/salta-py/Cargo.toml"].into_iter().flat_map(members_of).collect();
    for name in ["salta-core", "salta-py"] {
        assert!(members.iter().any(|member| member.name == name), "{members:?}");
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

/// Returns the source folders of every crate and of the tests.
fn source_folders() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let mut folders: Vec<PathBuf> = crates.map(|entry| entry.unwrap().path().join("src")).collect();
    folders.push(root().join("tests/src"));
    folders.sort();
    folders
}

#[test]
fn no_files_import_in_a_circle() {
    let folders = source_folders();
    assert!(folders.len() > 20, "{folders:?}");
    let mut circles = Vec::new();
    for src in folders {
        let found = Imports::read(&src).circles();
        circles.extend(found.iter().map(|text| format!("{}: {text}", src.display())));
    }
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

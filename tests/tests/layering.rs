//! The workspace keeps to its layers.

use cargo_metadata::{DependencyKind, MetadataCommand, Package};
use salta_tests::binary::root;
use salta_tests::layers::{Member, violations};

fn member(package: &Package) -> Member {
    let names = |dev: bool| {
        let kind = |kind| (kind == DependencyKind::Development) == dev;
        let chosen = package.dependencies.iter().filter(|dependency| kind(dependency.kind));
        chosen.map(|dependency| dependency.name.clone()).collect()
    };
    Member { name: package.name.to_string(), normal: names(false), dev: names(true) }
}

#[test]
fn every_crate_depends_on_lower_layers_only() {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .expect("cargo metadata");
    let members: Vec<Member> = metadata.workspace_packages().into_iter().map(member).collect();
    assert!(members.iter().any(|member| member.name == "salta-core"), "{members:?}");
    let violations = violations(&members);
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

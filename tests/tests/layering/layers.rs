//! The layers of the workspace (ARCHITECTURE.md): every crate depends on lower layers only.

/// Crates by layer, lowest first; the last layer is the tools, which nothing depends on.
const LAYERS: &[&[&str]] = &[
    &["salta-core", "salta-search", "salta-stats"],
    &["salta-env", "salta-nnue", "salta-record", "salta-report"],
    &["salta-game", "salta-opponents", "salta-net", "salta-solve"],
    &["salta-selfplay", "salta-train", "salta-players", "salta-analysis"],
    &["salta-arena", "salta-board"],
    &["salta-run"],
    &["salta-study", "salta-wasm", "salta-web"],
    &["salta-cli", "salta-py"],
    &["xtask", "salta-tests"],
];

/// The only crate that may depend on burn.
const BURNS: &str = "salta-net";

/// A crate of the workspace and the names of its dependencies.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// Its normal and build dependencies.
    pub(crate) normal: Vec<String>,
    /// Its dev-dependencies, for tests and benches.
    pub(crate) dev: Vec<String>,
}

/// Returns a sentence for each dependency that violates the layering.
pub(crate) fn violations(members: &[Member]) -> Vec<String> {
    let unknown = members
        .iter()
        .filter(|member| layer(&member.name).is_none())
        .map(|member| format!("{} has no layer", member.name));
    unknown.chain(members.iter().flat_map(wrong_edges)).collect()
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

fn wrong_edges(member: &Member) -> Vec<String> {
    let name = member.name.as_str();
    let not_below = |on: &&String| layer(on).is_some_and(|on| layer(name).is_some_and(|l| on >= l));
    let burns = |on: &&String| name != BURNS && (*on == "burn" || on.starts_with("burn-"));
    let not_below = member.normal.iter().filter(not_below);
    let burns = member.normal.iter().chain(&member.dev).filter(burns);
    not_below
        .map(|on| format!("{name} depends on {on}, which is not on a lower layer"))
        .chain(burns.map(|on| format!("{name} depends on {on}, which only {BURNS} may")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is right is in the manifests.
    #[test]
    fn what_is_wrong_is_named() {
        for (name, normal, dev, what) in [
            ("salta-core", "salta-env", "", "depends on salta-env, which is not on a lower layer"),
            ("salta-run", "salta-run", "", "depends on salta-run, which is not on a lower layer"),
            ("salta-cli", "xtask", "", "depends on xtask, which is not on a lower layer"),
            ("salta-extra", "", "", "has no layer"),
            ("salta-run", "", "burn", "depends on burn, which only salta-net may"),
            ("salta-env", "burn-tensor", "", "depends on burn-tensor, which only salta-net may"),
        ] {
            let [normal, dev] = [normal, dev].map(|on| vec![on.to_owned()]);
            let found = violations(&[Member { name: name.into(), normal, dev }]);
            assert_eq!(found, [format!("{name} {what}")]);
        }
    }
}

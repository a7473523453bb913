//! The metadata of checkpoints, and of networks in other formats.

use salta_core::rules::{RULES_VERSION, Rules};
use serde_json::{Value, json};

use crate::config::RunConfig;

/// The metadata of a checkpoint of this config and these rules, the main variant's first.
pub(crate) fn metadata(config: &RunConfig, rules: &[Rules], generation: u32) -> Value {
    json!({
        "rules_version": RULES_VERSION,
        "encoding_version": config.encoding().version(),
        "salta": env!("CARGO_PKG_VERSION"),
        "run": config.name,
        "seed": config.seed,
        "variant": rules[0].name,
        "more_variants": rules[1..].iter().map(|rules| &rules.name).collect::<Vec<_>>(),
        "generation": generation,
        "search": config.selfplay.search,
        "utility": config.selfplay.utility,
        "exact_ends": config.selfplay.exact_ends,
    })
}

/// Keys that an export adds to a checkpoint's own metadata.
const ADDED: [&str; 3] = ["rules", "network", "action_layout"];

/// Recovers a checkpoint's metadata from the metadata lines of an exported network.
pub(crate) fn metadata_of_lines(lines: &[(String, String)]) -> Value {
    const TEXTS: [&str; 3] = ["salta", "run", "variant"];
    let value = |key: &str, text: &str| -> Value {
        match TEXTS.contains(&key) {
            true => text.into(),
            false => serde_json::from_str(text).unwrap_or_else(|_| text.into()),
        }
    };
    let own = lines.iter().filter(|(key, _)| !ADDED.contains(&key.as_str()));
    own.map(|(key, text)| (key.clone(), value(key, text))).collect()
}

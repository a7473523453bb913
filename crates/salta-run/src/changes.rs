//! Changes made to an existing run with `--set`: `changes.json`, written before `config.toml`, so
//! that a kill between the two can be distinguished from an edited config.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::RunError;
use crate::files::{read_json, write_text};

/// The name of the file.
pub(crate) const CHANGES: &str = "changes.json";

/// The changes of one command with `--set`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    /// The generation after which the change was made.
    pub(crate) after: u32,
    /// The overrides as given on the command line.
    pub(crate) set: Vec<String>,
    /// The whole config from then on.
    pub(crate) config: Value,
}

/// All changes of a run, in order.
pub(crate) fn read_changes(root: &Path) -> Result<Vec<Change>, RunError> {
    let path = root.join(CHANGES);
    if !path.exists() {
        return Ok(Vec::new());
    }
    read_json(&path)
}

/// Replaces the file.
pub(crate) fn write_changes(root: &Path, changes: &[Change]) -> Result<(), RunError> {
    let text = serde_json::to_string_pretty(changes).expect("settings become JSON");
    write_text(&root.join(CHANGES), &(text + "\n"))
}

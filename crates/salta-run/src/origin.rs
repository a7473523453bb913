//! Where a run comes from.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Where the generation 0 of a run comes from, as `run.json` keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The checkpoint or run, as it was given.
    pub from: PathBuf,
    /// The generation of that run, if it was forked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<u32>,
    /// Checksum of the checkpoint there.
    pub network: String,
    /// Checksum of `checkpoints/gen-0000`, which has the same weights.
    pub start: String,
    /// Checksum of `learner/gen-0000`, if the learner goes on; otherwise its optimiser starts anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learner: Option<String>,
    /// Samples that were played before.
    #[serde(default)]
    pub samples: u64,
    /// Where that run comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Box<Origin>>,
}

//! Where a run comes from.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Where generation 0 of a run comes from, as stored in `run.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The source, a checkpoint or run, as given by the user.
    pub from: PathBuf,
    /// The generation of the source, if the run was forked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<u32>,
    /// Checksum of the source's checkpoint.
    pub network: String,
    /// Checksum of `checkpoints/gen-0000`, which has the same weights.
    pub start: String,
    /// Checksum of `learner/gen-0000`, if the learner continues; otherwise the optimiser is reset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learner: Option<String>,
    /// Number of samples played before the run began.
    #[serde(default)]
    pub samples: u64,
    /// Origin of the forked run, if it did not begin with random weights either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Box<Origin>>,
}

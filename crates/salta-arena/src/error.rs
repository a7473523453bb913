//! Why a match was not completed.

use std::fmt::Display;
use std::path::Path;

use salta_record::RecordError;
use thiserror::Error;

/// Why a match was not completed.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The stop flag was raised.
    #[error("the match was stopped")]
    Stopped,
    /// Anything else, in a sentence.
    #[error("{0}")]
    Failed(String),
}

impl MatchError {
    /// The error that something is wrong with a file or directory.
    pub(crate) fn at(path: &Path, what: impl Display) -> MatchError {
        MatchError::Failed(format!("{}: {what}", path.display()))
    }

    pub(crate) fn too_few_openings(found: usize, pairs: u32) -> MatchError {
        let what =
            format!("found {found} of the openings that {pairs} pairs need; ask for fewer `pairs`");
        MatchError::Failed(what)
    }
}

impl From<RecordError> for MatchError {
    fn from(error: RecordError) -> MatchError {
        MatchError::Failed(error.to_string())
    }
}

/// Converts the message of a failed check of the configuration.
impl From<String> for MatchError {
    fn from(what: String) -> MatchError {
        MatchError::Failed(what)
    }
}

//! Why a match was not completed.

use std::fmt::Display;

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
    /// Creates an error for any failure other than a stop.
    pub fn failed(what: impl Display) -> MatchError {
        MatchError::Failed(what.to_string())
    }

    /// Creates the error for fewer openings than pairs.
    pub fn too_few_openings(found: usize, pairs: u32) -> MatchError {
        let what = format!("there are {found} openings for {pairs} pairs; ask for fewer `pairs`");
        MatchError::Failed(what)
    }
}

impl From<RecordError> for MatchError {
    fn from(error: RecordError) -> MatchError {
        MatchError::failed(error)
    }
}

/// Converts the message of a failed check of the configuration.
impl From<String> for MatchError {
    fn from(what: String) -> MatchError {
        MatchError::Failed(what)
    }
}

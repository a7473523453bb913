//! Why a variant is not solved, or a table not read.

use std::fmt::Display;
use std::path::Path;

use salta_record::RecordError;
use thiserror::Error;

/// Why a variant is not solved, or a table not read. What no caller distinguishes is a sentence.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The caller stopped it.
    #[error("stopped")]
    Stopped,
    /// A file that cannot be written or read.
    #[error(transparent)]
    File(#[from] RecordError),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl SolveError {
    /// Something wrong with a file.
    pub(crate) fn at(path: &Path, what: impl Display) -> SolveError {
        SolveError::Other(format!("{}: {what}", path.display()))
    }

    /// A position that no table has.
    pub(crate) fn no_placement() -> SolveError {
        let what = "a table has positions with all pieces on the board, between turns";
        SolveError::Other(what.into())
    }
}

//! What can go wrong, each as one sentence and an exit code.

use std::fmt::Display;
use std::path::Path;

use salta_record::RecordError;
use salta_run::RunError;
use salta_solve::SolveError;
use thiserror::Error;

use crate::interrupt::again;

/// Why a command failed.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// Bad input, or anything that cannot be read, written or played.
    #[error("{0}")]
    Failed(String),
    /// A check failed: an illegal ply, a count that differs from a table's, a violation of the
    /// protocol, or a run that differs from its manifests.
    #[error("{0}")]
    Refuted(String),
    /// Stopped by the user; the text is how to resume.
    #[error("stopped; resume with: {0}")]
    Stopped(String),
    /// Stopped by the user, with nothing on disk; the text is how to make the work resumable.
    #[error("stopped; nothing was saved; {0}")]
    Lost(&'static str),
    /// Stopped by the user; the work can only be repeated.
    #[error("stopped")]
    Ended,
}

impl Error {
    /// An error at `place`: a file, an argument, a standard stream.
    pub(crate) fn at(place: impl AsRef<Path>, what: impl Display) -> Error {
        Error::Failed(format!("{}: {what}", place.as_ref().display()))
    }

    /// The error of work that cannot be resumed.
    pub(crate) fn without_resume(error: RunError) -> Error {
        match error {
            RunError::Stopped => Error::Ended,
            error => error.into(),
        }
    }

    /// 1 for what was refuted; 130 after Ctrl-C; 2 for the rest.
    pub(crate) const fn exit_code(&self) -> u8 {
        match self {
            Error::Refuted(_) => 1,
            Error::Stopped(_) | Error::Lost(_) | Error::Ended => 130,
            Error::Failed(_) => 2,
        }
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Error {
        Error::Failed(error.to_string())
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Error {
        RunError::from(error).into()
    }
}

impl From<RunError> for Error {
    /// Stopped work resumes with the same command; `salta train` and `salta learn` name another
    /// one.
    fn from(error: RunError) -> Error {
        match error {
            RunError::Stopped => Error::Stopped(again()),
            error => Error::Failed(error.to_string()),
        }
    }
}

//! Why a request has no answer.

use std::fmt;

use salta_analysis::{EvaluationError, GameError};

/// Why a request has no answer: a sentence with its full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The request is invalid.
    Bad(String),
    /// It is valid and failed.
    Failed(String),
    /// It names a network that is described and not loaded: its name.
    NotLoaded(String),
}

impl Refused {
    pub(crate) fn bad(sentence: impl Into<String>) -> Refused {
        Refused::Bad(sentence.into())
    }

    pub(crate) fn failed(error: impl fmt::Display) -> Refused {
        Refused::Failed(format!("{error}."))
    }
}

impl From<GameError> for Refused {
    fn from(error: GameError) -> Refused {
        Refused::Bad(format!("{error}."))
    }
}

impl From<EvaluationError> for Refused {
    fn from(error: EvaluationError) -> Refused {
        Refused::failed(error)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Bad(sentence) | Refused::Failed(sentence) => f.write_str(sentence),
            Refused::NotLoaded(name) => write!(f, "The network `{name}` is not loaded."),
        }
    }
}

impl std::error::Error for Refused {}

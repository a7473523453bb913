//! Why a request has no answer.

use std::fmt;

use salta_analysis::{EvaluationError, GameError, Sentence, say};

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The request is invalid.
    Bad(Sentence),
    /// It is valid and failed.
    Failed(Sentence),
    /// It names a network that is described and not loaded: its name.
    NotLoaded(String),
}

impl Refused {
    /// By an error of a parser or the like, which is in English.
    pub(crate) fn bad(error: impl fmt::Display) -> Refused {
        Refused::Bad(Sentence::untranslated(format_args!("{error}.")))
    }

    pub(crate) fn failed(error: impl fmt::Display) -> Refused {
        Refused::Failed(say!("error.failed", why = error.to_string()))
    }

    /// What to say of it.
    pub fn sentence(&self) -> Sentence {
        match self {
            Refused::Bad(sentence) | Refused::Failed(sentence) => sentence.clone(),
            Refused::NotLoaded(name) => say!("error.not-loaded", name = name.as_str()),
        }
    }
}

impl From<GameError> for Refused {
    fn from(error: GameError) -> Refused {
        Refused::Bad(error.0)
    }
}

impl From<EvaluationError> for Refused {
    fn from(error: EvaluationError) -> Refused {
        Refused::failed(error)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for Refused {}

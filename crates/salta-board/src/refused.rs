//! Why a request has no answer.

use std::fmt;

use salta_analysis::{EvaluationError, GameError, Sentence, say};

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// The request is invalid.
    Bad(Sentence),
    /// The request is valid, but answering it failed.
    Failed(Sentence),
    /// The request needs the network of this name, which is described but not loaded.
    NotLoaded(String),
}

impl Refused {
    /// The request is invalid according to a parser or the like, whose messages are in English.
    pub(crate) fn bad(error: impl fmt::Display) -> Refused {
        Refused::Bad(Sentence::untranslated(format_args!("{error}.")))
    }

    pub(crate) fn failed(error: impl fmt::Display) -> Refused {
        Refused::Failed(say!("error.failed", why = error.to_string()))
    }

    /// The explanation for people.
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

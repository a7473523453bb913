//! Why a player's name cannot be read.

use thiserror::Error;

use crate::protocol::MessageError;

/// How players are written, for help and errors.
pub const FORMS: &str = "random, greedy, alphabeta:depth=N, alphabeta@2:depth=N, \
    alphabeta@2:nodes=N, alphabeta@3[:depth=N|:nodes=N][:threads=N][:net=NAME|FILE]\
    [:without=TECHNIQUE], uct:sims=N, perfect:TABLE, checkpoint:NAME|PATH[:SETTING=VALUE,...], \
    onnx:FILE[:SETTING=VALUE,...] or program:COMMAND[:nodes=N]";

/// Why a player's name cannot be read, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SpecError(pub(crate) String);

impl SpecError {
    pub(crate) fn unknown(text: &str) -> SpecError {
        SpecError(format!("unknown player `{text}`; a player is {FORMS}"))
    }

    pub(crate) fn unknown_option(player: &str, option: &str) -> SpecError {
        SpecError(format!("`{player}` has no option `{option}`; a player is {FORMS}"))
    }

    pub(crate) fn twice(player: &str, option: &str) -> SpecError {
        SpecError(format!("`{option}` of `{player}` is given twice"))
    }

    pub(crate) fn needs(player: &str, what: &str) -> SpecError {
        SpecError(format!("`{player}` needs {what}"))
    }

    pub(crate) fn number(option: &str, value: &str, max: u64) -> SpecError {
        SpecError(format!("`{option}` is a whole number from 1 to {max}, not `{value}`"))
    }
}

impl From<MessageError> for SpecError {
    fn from(error: MessageError) -> SpecError {
        SpecError(error.to_string())
    }
}

//! Why a text names no player.

use thiserror::Error;

const FORMS: &str = "random, greedy, alphabeta[@2]:depth=N, alphabeta@2:nodes=N, uct:sims=N, \
                     checkpoint:PATH[:sims=N[,SETTING=VALUE,...]] or program:COMMAND[:nodes=N]";

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// No such player.
    #[error("unknown player `{0}`; a player is {FORMS}")]
    UnknownName(String),
    /// The player exists, in another version.
    #[error("`{player}` has no version `{version}`; {known}")]
    UnknownVersion {
        /// The player.
        player: &'static str,
        /// The version asked for.
        version: String,
        /// What there is instead.
        known: &'static str,
    },
    /// An option that the player does not have.
    #[error("`{player}` has no option `{option}`; a player is {FORMS}")]
    UnknownOption {
        /// The player.
        player: &'static str,
        /// The option as it was written.
        option: String,
    },
    /// An option given twice.
    #[error("`{option}` of `{player}` is given twice")]
    Twice {
        /// The player.
        player: &'static str,
        /// The option's name.
        option: &'static str,
    },
    /// Something that the player cannot do without.
    #[error("`{player}` needs {what}")]
    Missing {
        /// The player.
        player: &'static str,
        /// What is missing.
        what: &'static str,
    },
    /// A value that an option of a program does not have.
    #[error("`{option}` is {expected}, not `{value}`")]
    ProgramOption {
        /// The option's name.
        option: String,
        /// What its value should be.
        expected: String,
        /// What was given.
        value: String,
    },
    /// A setting of a checkpoint's search that there is not, or a value that it cannot have.
    #[error("`{option}`: {what}")]
    Search {
        /// The setting's name as it was written.
        option: String,
        /// What is wrong with it.
        what: String,
    },
    /// A number that is none, or out of range.
    #[error("`{option}` is a whole number from 1 to {max}, not `{value}`")]
    Value {
        /// The option's name.
        option: &'static str,
        /// What was given.
        value: String,
        /// The largest that is allowed.
        max: u64,
    },
}

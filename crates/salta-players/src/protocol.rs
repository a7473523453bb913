//! The messages of the text protocol (`docs/protocol.md`), read and written; no processes here.
//!
//! In dependency order:
//! - [`Line`]: a command and its arguments, with quoting
//! - [`Level`]: how long to think
//! - `rules`: a rule record as arguments
//! - [`Command`]: what a controller says
//! - [`Reply`]: what an engine says

mod command;
mod level;
mod line;
mod reply;
mod rules;

pub use command::{Command, Mode, Pos};
pub use level::{Level, MAX_SECONDS};
pub use line::{Line, LineError, MAX_LINE};
pub use reply::{Info, Reply};
pub use rules::{rules_of, rules_to_line};

use thiserror::Error;

/// Version of the protocol that this build speaks, as `id` says it.
pub const PROTOCOL: u32 = 1;

/// Why a line is no message of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MessageError {
    /// Not a command with arguments.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The command is none of the protocol's.
    #[error("unknown command `{0}`")]
    Unknown(String),
    /// An argument is missing.
    #[error("`{command}` needs the argument `{name}`")]
    Missing {
        /// The command.
        command: String,
        /// The argument.
        name: &'static str,
    },
    /// An argument's value is not what it should be.
    #[error("`{name}` is {expected}, not `{value}`")]
    Value {
        /// The argument.
        name: String,
        /// What its value should be.
        expected: String,
        /// What it is.
        value: String,
    },
    /// The arguments of `variant` are no rule record.
    #[error("variant: {0}")]
    Rules(String),
}

//! The messages of the text protocol (`docs/protocol.md`), read and written; no processes here.
//!
//! In dependency order:
//! - [`Line`]: a command and its arguments, with quoting
//! - [`Level`]: how long to think
//! - `rules`: a rule record as arguments
//! - [`Command`]: what a controller says
//! - [`Reply`]: what an engine says

mod command;
mod each_line;
mod level;
mod line;
mod reply;
mod rules;

pub(crate) use command::read_seed;
pub use command::{Command, Pos};
pub(crate) use each_line::each_line;
pub use level::Level;
pub(crate) use level::{positive, seconds};
pub use line::Line;
pub(crate) use line::MAX_LINE;
pub use reply::Reply;
pub use rules::rules_of;
pub(crate) use rules::rules_to_line;

pub use crate::info::Info;

use std::fmt::Display;

use thiserror::Error;

/// Version of the protocol that this build speaks and announces in `id`.
pub const PROTOCOL: u32 = 1;

/// Why a line is no message of the protocol, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct MessageError(String);

impl MessageError {
    fn unknown(command: &str) -> MessageError {
        MessageError(format!("unknown command `{command}`"))
    }

    fn missing(command: &str, name: &str) -> MessageError {
        MessageError(format!("`{command}` needs the argument `{name}`"))
    }

    fn value(name: &str, expected: impl Display, value: &str) -> MessageError {
        MessageError(format!("`{name}` is {expected}, not `{value}`"))
    }
}

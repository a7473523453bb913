//! The events that the server waits for: lines and searches.

use salta_core::Move;

use crate::protocol::Info;

/// An event that the server waits for.
pub(super) enum Event {
    /// A line from the controller.
    Line(String),
    /// A line from the controller that is too long to be read.
    LongLine,
    /// The controller has gone.
    End,
    /// A search has an answer; its moves are given by the square names of the board.
    Found { number: u64, mv: Move, info: Info },
    /// A search is over.
    Over { number: u64, error: Option<String> },
}

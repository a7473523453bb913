//! A player as an engine that speaks the text protocol (`docs/protocol.md`).
//!
//! - `event`: what it waits for
//! - `search`: the searches that a level asks for, on a thread of their own
//! - `server`: the conversation

mod event;
mod search;
mod server;

pub use search::MakeServed;
pub use server::serve;

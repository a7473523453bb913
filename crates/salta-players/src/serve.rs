//! A player as an engine that speaks the text protocol (`docs/protocol.md`).
//!
//! - `event`: the events that it waits for
//! - `search`: the searches that a level requires, on a separate thread
//! - `server`: the dialogue with the controller

mod event;
mod search;
mod server;

pub use search::MakeServed;
pub use server::serve;

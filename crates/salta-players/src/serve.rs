//! A player as an engine that speaks the text protocol (`docs/protocol.md`).
//!
//! - `search`: the searches that a level requires, on a separate thread, and their events
//! - `server`: the dialogue with the controller

mod search;
mod server;

pub use search::MakeServed;
pub use server::serve;

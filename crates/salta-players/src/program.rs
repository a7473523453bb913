//! External programs that speak the text protocol (`docs/protocol.md`), as players.
//!
//! In dependency order:
//! - `spec`: the command and its limits, parsed from text
//! - [`Tree`]: a process and its descendants, reliably ended
//! - `process`: a running program; reads and writes lines without blocking and in bounded memory
//! - `engine`: the dialogue with a program: handshake, variant, searches
//! - [`ProgramPlayer`]: a program that plays games

mod engine;
mod player;
mod process;
mod spec;
mod tree;

pub(crate) use engine::Engine;
pub use engine::EngineError;
pub use player::ProgramPlayer;
pub use spec::ProgramSpec;
pub use tree::{Tree, kill_all};

//! External programs that speak the text protocol (`docs/protocol.md`), as players.
//!
//! In dependency order:
//! - `spec`: the command and its limits, parsed from text
//! - [`ProcessGroup`]: a process and those of its group, reliably ended
//! - `process`: a running program; reads and writes lines without blocking and in bounded memory
//! - `engine`: the dialogue with a program: handshake, variant, searches
//! - [`ProgramPlayer`]: a program that plays games

mod engine;
mod player;
mod process;
mod process_group;
mod spec;

pub(crate) use engine::Engine;
pub use engine::EngineError;
pub use player::ProgramPlayer;
pub use process_group::{ProcessGroup, kill_all};
pub use spec::ProgramSpec;

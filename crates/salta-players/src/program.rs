//! Programs outside that speak the text protocol (`docs/protocol.md`), as players.
//!
//! In dependency order:
//! - `spec`: what to start, and how long it may think, as text
//! - `tree`: a process and what it started, ended for good
//! - `process`: a program under way; lines in and out, never blocking, never without end
//! - [`Engine`]: the conversation: handshake, variant, searches
//! - [`ProgramPlayer`]: a program that plays games

mod engine;
mod player;
mod process;
mod spec;
mod tree;

pub use engine::{Engine, EngineError, Found, USUAL_PATIENCE};
pub use player::ProgramPlayer;
pub use process::{Line, Process};
pub use spec::{DEFAULT_NODES, DEFAULT_TIME_OUT, ProgramSpec};
pub use tree::kill_all;

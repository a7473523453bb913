//! The board's requests answered within the browser: `salta-board` as a WebAssembly module that needs
//! no glue. A worker (`crates/salta-web/assets/site/worker.js`) writes bytes to memory, calls an
//! export and receives the answers as bytes.
//!
//! In dependency order:
//! - `solving`: a small board solved, into memory
//! - [`Program`]: networks as they come, requests and their answers
//! - `exports`: the functions that the worker calls, in WebAssembly alone

#[cfg(target_family = "wasm")]
mod exports;
mod program;
mod solving;

pub use program::{Program, Status};

//! The board's requests, answered within the browser: `salta-board` as a WebAssembly module that
//! needs no glue code. A worker (`crates/salta-web/assets/site/worker.js`) writes bytes to memory,
//! calls an export and receives the answers as bytes.
//!
//! In dependency order:
//! - `solving`: solves small boards in memory
//! - [`Program`]: networks as they arrive, requests and their answers
//! - `exports`: the functions that the worker calls, compiled for WebAssembly only

#[cfg(target_family = "wasm")]
mod exports;
mod program;
mod solving;

pub use program::{Program, Status};

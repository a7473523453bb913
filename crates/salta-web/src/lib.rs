//! The board in the browser: play, analyse, watch training.
//!
//! One small server over HTTP, with its pages built in. It keeps no games: every request says which
//! variant, from where and which moves, so reloading, taking back and two tabs need nothing of it.
//! What is legal and what is counted comes from `salta-core` alone; the pages know no rules.
//!
//! In dependency order:
//! - `levels`, `networks`, `opponents`: who may be played against, within bounds
//! - `analyst`: who analyses, and how long
//! - `queue`: how many searches run at a time
//! - `app`: what the server knows
//! - `api`: the requests, one file each
//! - `help`, `assets`, `connections`, `router`, `server`: pages, guards, connections
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//! use salta_web::{Options, Server};
//!
//! let server = Server::bind(Options::default())?;
//! println!("http://{}/", server.address());
//! server.run(&AtomicBool::new(false))?;
//! # Ok::<(), salta_run::RunError>(())
//! ```

mod analyst;
mod api;
mod app;
mod assets;
mod connections;
mod help;
mod levels;
mod networks;
mod opponents;
mod options;
mod queue;
mod router;
mod server;

pub use levels::{Level, first_opponent, levels};
pub use options::Options;
pub use server::Server;

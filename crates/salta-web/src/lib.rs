//! The board in the browser: play, analyse, watch training.
//!
//! One small server over HTTP, with its pages built in. It keeps no games: every request says which
//! variant, from where and which moves, so reloading, taking back and two tabs need nothing of it.
//! `salta-board` answers the requests; the pages know no rules.
//!
//! In dependency order:
//! - `networks`: those it was started with, and those of the program
//! - `queue`: how many searches run at a time
//! - `app`: what the server knows
//! - `api`: how a request comes in and its answer goes out, and the run that is watched
//! - `help`, `assets`, `connections`, `router`, `server`: pages, guards, connections
//! - `site`: the pages as plain files
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//! use salta_web::{Options, Server};
//!
//! let server = Server::bind(Options::default())?;
//! println!("http://{}/", server.address());
//! server.run(&AtomicBool::new(false));
//! # Ok::<(), salta_run::RunError>(())
//! ```

mod api;
mod app;
mod assets;
mod connections;
mod help;
mod networks;
mod options;
mod queue;
mod router;
mod server;
mod site;

pub use options::Options;
pub use server::Server;
pub use site::write_site;

//! The board in the browser: play, analyse, watch training.
//!
//! One small server over HTTP, with its pages built in. It keeps no games: every request says which
//! variant, from where and which moves, so reloading, taking back and two tabs need nothing of it.
//! What is legal and what is counted comes from `salta-core` alone; the pages know no rules.
//!
//! In dependency order:
//! - `words`: moves and positions in plain words
//! - `game`, `view`: a game as requests give it, and what a page is told of it
//! - `networks`, `opponents`: who may be played against, within bounds
//! - `analysis`: opinions about a position, better and better ones
//! - `app`: what the server knows, and how many searches it runs
//! - `api`: the requests, one file each
//! - `help`, `assets`, `router`, `server`: pages, guards, connections
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//! use salta_web::{Options, Server};
//!
//! let server = Server::bind(Options::default())?;
//! println!("http://{}/", server.address());
//! server.run(&AtomicBool::new(false))?;
//! # Ok::<(), salta_web::ServeError>(())
//! ```

mod analysis;
mod api;
mod app;
mod assets;
mod error;
mod game;
mod help;
mod networks;
mod opponents;
mod options;
mod router;
mod server;
mod view;
pub mod words;

pub use error::ServeError;
pub use opponents::{Level, first_opponent, levels};
pub use options::Options;
pub use server::Server;

//! The board in the browser: play, analyse, watch training.
//!
//! A small HTTP server with its pages built in. It keeps no games: every request states the
//! variant, the start and the moves, so reloading, taking back moves and a second tab need no state
//! on the server. `salta-board` answers the requests; the pages know no rules.
//!
//! In dependency order:
//! - `networks`: those it was started with, and those shipped with the program
//! - `queue`: limits the number of concurrent searches
//! - `app`: the state of the server
//! - `api`: reads requests and sends answers; shows the run that is watched
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

//! The board's requests: JSON in, JSON out, without transport, threads, files or clocks. The server
//! answers them over HTTP, and a page without a server answers them within the browser; neither
//! keeps games, since every request states the variant, the start and the moves.
//!
//! In dependency order:
//! - [`Refused`]: why a request has no answer
//! - [`Ladder`], [`Level`]: opponents for people
//! - [`Network`]: a network that plays and analyses
//! - `analyst`: who analyses, and with how much effort
//! - `opponents`: the opponents that requests may name, within limits of their cost
//! - [`Desk`]: variants, networks and opponents that requests name
//! - [`Reader`]: what receives the answers
//! - [`Request`]: the requests, one file each below `requests`
//!
//! ```
//! use salta_board::{Desk, Request};
//!
//! let desk = Desk::new(env!("CARGO_PKG_VERSION"));
//! let body = br#"{ "game": { "variant": "nestor", "moves": ["e3-f4"] } }"#;
//! let request = Request::read("game", body)?.expect("there is such a request");
//! let answer = desk.answer_once(request)?;
//! assert!(answer.contains(r#""to_move":"black""#));
//! # Ok::<(), salta_board::Refused>(())
//! ```

mod analyst;
mod desk;
mod levels;
mod network;
mod opponents;
mod reader;
mod refused;
mod requests;

pub use desk::{Desk, Generations};
pub use levels::{Ladder, Level};
pub use network::{Network, rank};
pub use opponents::Published;
pub use reader::Reader;
pub use refused::Refused;
pub use requests::{Cost, Request};

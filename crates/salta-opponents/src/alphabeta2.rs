//! The opponent `alphabeta@2`: principal variation search over turns with all that classical
//! programs use and nothing that prunes on a guess, so a search to depth d has the value of plain
//! minimax to depth d with the same leaves.
//!
//! In dependency order:
//! - `zobrist`, `node`: a position with its key and its pieces at home, kept up to date
//! - [`weights`], `evaluate`: what an unfinished position is worth
//! - `ends`: what a finished one is worth, by exact points
//! - `table`: transpositions
//! - `order`: which turns are tried first
//! - [`settings`](Settings): what a search is told and what it finds
//! - `search`: principal variation search, quiescence over forced jumps
//! - `deepen`: the root, one depth after the other
//!
//! Values are in hundredths of a point. The search counts nodes and asks a closure whether to stop;
//! it has no clock.

mod deepen;
mod ends;
mod evaluate;
mod node;
mod order;
mod search;
mod settings;
mod table;
pub mod weights;
mod zobrist;

pub use search::Searcher;
pub use settings::{Found, Limit, Settings};
pub use weights::Weights;

#[cfg(test)]
mod tests;

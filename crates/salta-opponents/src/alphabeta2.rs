//! The opponent `alphabeta@2`: principal variation search over whole moves, with the usual means of
//! classical programs but no forward pruning, so a search to depth d has the value of plain minimax
//! to depth d with the same leaves.
//!
//! In dependency order:
//! - `zobrist`, `node`: a position with its key and its pieces at home, updated incrementally
//! - `weights`, `evaluate`: the evaluation of unfinished positions
//! - `ends`: the value of finished ones, by exact points
//! - `table`: the transposition table
//! - `limit`: the limit and the result of a search
//! - `search`: the searcher, its move ordering and its settings
//!
//! Values are in hundredths of a point. The search counts nodes and calls a closure to learn
//! whether to stop; it has no clock.

pub(crate) mod ends;
mod evaluate;
mod limit;
pub(crate) mod node;
mod search;
pub(crate) mod table;
pub(crate) mod weights;
mod zobrist;

pub use limit::{Found, Limit};
pub use search::Searcher;

#[cfg(test)]
mod tests;

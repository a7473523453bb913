//! The opponent `alphabeta@3`: a selective principal variation search that evaluates positions with
//! an efficiently updatable network ([`salta_nnue`]).
//!
//! In dependency order:
//! - [`settings`](Settings): the techniques in use
//! - `order`: move ordering
//! - `selective`: reductions and pruning
//! - `search`: principal variation search
//!
//! Nodes, the transposition table and the values of finished games are those of
//! [`crate::alphabeta2`]. Values are in hundredths of a point: the expected margin. The search
//! counts nodes and calls a closure to learn whether to stop; it has no clock.

mod order;
mod search;
mod selective;
mod settings;

pub use search::Searcher;
pub use settings::{Settings, Technique};

#[cfg(test)]
pub(crate) mod tests;

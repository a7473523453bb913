//! The opponent `alphabeta@3`: a selective principal variation search that evaluates positions with
//! an efficiently updatable network ([`salta_nnue`]).
//!
//! In dependency order:
//! - [`settings`](Settings): the techniques in use
//! - `selective`: reductions and pruning
//! - `search`: the searcher with its move ordering, on one thread or several
//!
//! Nodes, the transposition table, the values of finished games and the search of a node are shared
//! with [`crate::alphabeta2`]. Values are in hundredths of a point: the expected margin. The search
//! counts nodes and calls a closure to learn whether to stop; it has no clock.

mod search;
mod selective;
mod settings;

pub use search::Searcher;
pub use settings::{Settings, Technique};

#[cfg(test)]
pub(crate) mod tests;

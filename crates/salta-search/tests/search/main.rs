//! The search as its callers see it, on toy games.

mod contract;
mod finds_the_best_move;
mod forced;
mod mctx;
mod mctx_game;
mod pinned;
mod plain;
mod puct;
mod reuse;
mod toy;
mod transpositions;

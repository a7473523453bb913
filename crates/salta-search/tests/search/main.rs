//! The search as its callers see it, on toy games.

mod contract;
mod finds_the_best_move;
mod toy;

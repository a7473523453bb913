//! The twin: a second implementation of the rules, slow and obvious, to check the fast engine.
//!
//! It shares no code with `salta-core`, only the notation: all input and output is strings (or
//! numbers) as the specification, docs/rules.md, writes them. Each file names the
//! paragraphs of that page that it follows, so that the two can be read side by side.
//!
//! - `board`: the two sides, the squares and their names, the contents of the board
//! - `rules`: the fields of the rules, and the eight named variants
//! - `position`: board, side to move and plies; the position line
//! - `moves`: rules 3.1 to 3.6, the positions after each move, perft
//! - `actions`: the 201 actions for programs
//! - `solo`: the least number of steps for one side alone
//! - `end`: when a game is over, and the margin

// Each test binary that includes this folder uses its own part of it, and nothing is reachable from
// outside a test binary: `pub` marks what is meant for the tests.
#![allow(dead_code, unused_imports, unreachable_pub)]

mod actions;
mod board;
mod end;
mod moves;
mod position;
mod rules;
mod solo;

pub use board::{Board, DIAGONALS, Side, Size, Square};
pub use moves::{Way, perft};
pub use position::Twin;
pub use rules::{Points, TwinRules, exchanged, opponent, shift, standard};

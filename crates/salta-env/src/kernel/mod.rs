//! The inner loops: a block of 128 games stepped as arrays.
//!
//! A block keeps each bitboard of its games in an array of its own, and each phase is one loop over
//! the games of a block whose body is plain arithmetic on one game, without branches. The compiler
//! turns such a loop into the widest vectors it may use, so the same body serves every instruction
//! set
//! ([`salta_core::isa`]); only picking the n-th square of a set differs (an instruction on newer processors,
//! a loop elsewhere). What is rare (a game ends, a blockade is near) is flagged there and looked at
//! game by game by the caller.
//!
//! Directions are the mover's, squares are as White sees them: then the directions are rotations of
//! a word by an amount that depends on the side alone, and no board needs turning.

mod action;
mod advance;
mod block;
mod choose;
mod loops;
mod planes;
mod random;

pub(crate) use advance::Ends;
pub(crate) use block::{BLOCK, Block, Turn};
pub(crate) use loops::Kernel;
pub use planes::PLANES;
pub(crate) use random::Xoshiro;

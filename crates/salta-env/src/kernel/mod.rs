//! The inner loops: a block of 128 games stepped as arrays.
//!
//! A block keeps each bitboard of its games in a separate array, and each phase is one loop over
//! the games of a block whose body is plain arithmetic on one game, without branches. The compiler
//! turns such a loop into the widest vectors it may use, so the same body serves every instruction
//! set ([`salta_core::isa`]); only picking the n-th square of a set differs (an instruction on
//! newer processors, a loop elsewhere). The loops flag the rare games that may have ended or be
//! near a blockade, and the caller resolves them one by one.
//!
//! Directions are the mover's, but squares are as White sees them, so that a direction is a
//! rotation of a word by an amount that depends only on the side, and no board has to be rotated.

mod action;
mod advance;
mod block;
mod choose;
mod loops;
mod planes;
mod random;

pub(crate) use advance::Ends;
pub(crate) use block::{BLOCK, Block, Chosen};
pub(crate) use loops::Kernel;
pub use planes::{PLANES, position_planes};
pub(crate) use random::Xoshiro;

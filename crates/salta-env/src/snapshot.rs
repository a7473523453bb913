//! The state of a batch, from which another batch can continue.

use salta_core::Position;

use crate::step::Step;

/// The state of a batch, from which [`BatchEnv::restore`](crate::BatchEnv::restore) continues.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The position of each game and the state of its generator (xoshiro256++), `[N]`.
    pub games: Vec<(Position, [u64; 4])>,
    /// Result of the last step.
    pub step: Step,
}

//! The state of a batch, to continue from elsewhere.

use salta_core::Position;

use crate::step::Step;

/// What [`BatchEnv::restore`](crate::BatchEnv::restore) continues from.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The position of each game and the state of its generator (xoshiro256++), `[N]`.
    pub games: Vec<(Position, [u64; 4])>,
    /// Result of the last step.
    pub step: Step,
}

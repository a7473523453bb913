//! Learning from scored positions, in 32-bit floats, within the bounds of the later integers.
//!
//! The sums over a batch are computed in parts of fixed size and added in order, element by
//! element, so the same seed gives the same bytes with any number of threads.
//!
//! - `sample`: a position with its targets
//! - `parameters`: all weights as one list of floats, and as integers
//! - `gradient`: the gradient of a part of a batch
//! - `adam`: a step of the optimiser
//! - [`learn`](Settings): batches, learning rates, losses

mod adam;
mod gradient;
mod learn;
mod parameters;
mod sample;

pub use learn::{PART, Progress, Settings, learn};
pub use sample::Sample;

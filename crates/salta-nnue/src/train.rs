//! Learning from scored positions, in 32-bit floats, with the bounds that the integers will have.
//!
//! The sums of a batch are taken in parts of fixed size and added up in order, element by element, so
//! the same seed gives the same bytes with any number of threads.
//!
//! - [`sample`]: a position with what is to be learned of it
//! - `parameters`: all weights as one list of floats, and as integers
//! - `gradient`: of a part of a batch
//! - `adam`: a step
//! - [`learn`](Settings): batches, learning rates, losses

mod adam;
mod gradient;
mod learn;
mod parameters;
pub mod sample;

pub use learn::{PART, Progress, Settings, learn};
pub use sample::Sample;

//! An efficiently updatable neural network (NNUE, Nasu 2018) that evaluates Salta positions.
//!
//! A turn moves one piece, so only two of the sparse inputs change, and the sums of the first layer
//! ([`Evaluator`]) are updated by adding one row of weights and subtracting another, for each
//! side's view. The later layers are small. All arithmetic is on integers, so an evaluation is the
//! same on every processor; plain loops are compiled for each instruction set by
//! [`salta_core::isa`].
//!
//! In dependency order:
//! - [`inputs`]: what the network reads of a position
//! - `error`: errors when reading or writing networks
//! - `network`: weights and sizes
//! - `forward`: the arithmetic
//! - `evaluator`: the first layer, updated incrementally along a line of play
//! - `file`: networks as bytes, versioned and checksummed
//! - `shipped`: the built-in networks
//! - [`train`]: learning from scored positions
//!
//! ```
//! use salta_core::{Side, Variant};
//! use salta_nnue::{Evaluator, Network};
//!
//! let variant = Variant::named("buettgenbach-1899").unwrap();
//! let mut evaluator = Evaluator::new(Network::zero().into(), &variant, 2);
//! let mut position = variant.start();
//! evaluator.reset(&position);
//! let mv = variant.parse_move("e3-f4")?;
//! let (side, piece) = position.piece_at(mv.from).unwrap();
//! variant.apply_move(&mut position, mv);
//! evaluator.push(1, side, piece, mv);
//! // Without weights, the margin by distance: Black is a step behind.
//! assert_eq!(evaluator.evaluate(1, &position).margin, -100);
//! # Ok::<(), salta_core::MoveError>(())
//! ```

mod error;
mod evaluator;
mod file;
mod forward;
pub mod inputs;
mod network;
mod shipped;
pub mod train;

pub use error::NetError;
pub use evaluator::Evaluator;
pub use forward::Evaluation;
pub use network::{HIDDEN, Network};

//! The rules of Salta: squares, rule records, positions, moves, exact points, notation, perft.
//!
//! No I/O, no threads, no random numbers. A [`Variant`] is a rule record with its lookup tables;
//! all operations on a [`Position`] go through it.
//!
//! ```
//! use salta_core::Variant;
//!
//! let variant = Variant::named("buettgenbach-1899").unwrap();
//! let mut position = variant.start();
//! variant.play(&mut position, variant.parse_move("e3-f4")?)?;
//! assert_eq!(variant.moves(&position).len(), 9);
//! assert_eq!(
//!     variant.position_line(&position),
//!     "edcba/jihgf/onmlk/5/5/5/2M2/KL1NO/FGHIJ/ABCDE b 1"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod bitboard;
mod board;
mod direction;
mod ending;
pub mod isa;
pub mod isomorphism;
pub mod legal;
mod moves;
mod node_budget;
pub mod notation;
pub mod perft;
mod piece;
mod playout;
mod points;
mod position;
pub mod rules;
mod set_operators;
mod side;
pub mod solo;
mod square;
pub mod strict_toml;
mod turns;
mod variant;

pub use action::{ACTIONS, Action, ActionMask};
pub use bitboard::{Bitboard, Squares};
pub use board::{Board, BoardError};
pub use direction::Direction;
pub use ending::Ending;
pub use moves::{Move, MoveError};
pub use node_budget::NodeBudget;
pub use piece::{PIECES, Piece, Suit};
pub use points::{Margin, Remaining, distance_margin};
pub use position::{Bitboards, Position};
pub use rules::{RULES_VERSION, Rules, UnknownVariant};
pub use side::Side;
pub use solo::Solo;
pub use square::{PLACES, ROWS, SQUARES, Square, SquareError};
pub use variant::{PlayError, Variant};

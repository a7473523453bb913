//! An opening.

use salta_core::{Move, Position};

/// An opening: the position where the players take over, and the plies before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Where it begins: the variant's start, or a position from a book.
    pub start: Position,
    /// The plies from there.
    pub moves: Vec<Move>,
    /// The position after these plies, in which the game is not over.
    pub position: Position,
}

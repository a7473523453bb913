//! An opening.

use salta_core::{Move, Position, Variant};

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

impl Opening {
    /// The positions before [`Opening::position`], in order.
    pub(crate) fn earlier(&self, variant: &Variant) -> Vec<Position> {
        let mut position = self.start;
        let before = |mv: &Move| {
            let before = position;
            variant.apply_move(&mut position, *mv);
            before
        };
        self.moves.iter().map(before).collect()
    }
}

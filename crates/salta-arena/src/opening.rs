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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_before_the_players_take_over() {
        let variant = Variant::named("walker").unwrap();
        let start = variant.start();
        let first = variant.moves(&start)[0];
        let one = variant.after(&start, first);
        let second = variant.moves(&one)[0];
        let position = variant.after(&one, second);
        let opening = Opening { start, moves: vec![first, second], position };
        assert_eq!(opening.earlier(&variant), [start, one]);
        let from_a_book = Opening { start: one, moves: Vec::new(), position: one };
        assert_eq!(from_a_book.earlier(&variant), []);
    }
}

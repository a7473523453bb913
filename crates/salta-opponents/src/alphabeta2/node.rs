//! A position between turns, with data that the search updates incrementally.

use salta_core::{Bitboard, Move, Position, Side, Variant};

use super::weights::SquareValues;
use super::zobrist::{ply_word, word};

/// A position, its key, its pieces at home and the total square values of each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) position: Position,
    /// For each side, the key of its pieces alone.
    pub(crate) side_keys: [u64; 2],
    /// For each side, the squares of pieces that stand on their goals.
    pub(crate) settled: [Bitboard; 2],
    /// For each side, the sum of [`SquareValues`] over its pieces.
    pub(crate) standing: [i32; 2],
}

impl Node {
    pub(crate) fn new(variant: &Variant, values: &SquareValues, position: &Position) -> Node {
        let mut node = Node {
            position: *position,
            side_keys: [0; 2],
            settled: [Bitboard::EMPTY; 2],
            standing: [0; 2],
        };
        for side in Side::BOTH {
            for (piece, square) in position.pieces(side) {
                let at_home = variant.goal(side, piece) == square;
                node.side_keys[side.index()] ^= word(side, piece, square);
                node.settled[side.index()] |=
                    if at_home { Bitboard::of(square) } else { Bitboard::EMPTY };
                node.standing[side.index()] += values.of(side, piece, square);
            }
        }
        node
    }

    /// The key of the position, including its ply.
    #[inline(always)]
    pub(crate) const fn key(&self) -> u64 {
        self.side_keys[0] ^ self.side_keys[1] ^ ply_word(self.position.plies())
    }

    /// The node after a legal turn.
    #[inline]
    pub(crate) fn after(&self, variant: &Variant, values: &SquareValues, mv: Move) -> Node {
        let mut next = *self;
        let (side, piece) = self.position.piece_at(mv.from).expect("a turn starts on a piece");
        let (s, goal) = (side.index(), Bitboard::of(variant.goal(side, piece)));
        variant.apply_move(&mut next.position, mv);
        next.side_keys[s] ^= word(side, piece, mv.from) ^ word(side, piece, mv.to);
        next.settled[s] = (next.settled[s] - Bitboard::of(mv.from)) | (Bitboard::of(mv.to) & goal);
        next.standing[s] += values.of(side, piece, mv.to) - values.of(side, piece, mv.from);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabeta2::weights::Weights;
    use rand::seq::IndexedRandom;
    use rand::{SeedableRng, rngs::SmallRng};
    use salta_core::rules::NAMED;
    use std::collections::HashMap;

    /// Plays random games and calls `look` with every node on the way.
    fn wander(mut look: impl FnMut(&Variant, &SquareValues, &Node)) {
        let mut rng = SmallRng::seed_from_u64(1);
        for name in NAMED {
            let variant = Variant::named(name).unwrap();
            let values = SquareValues::new(&variant, &Weights::ALPHABETA_2);
            let mut node = Node::new(&variant, &values, &variant.start());
            for _ in 0..200 {
                look(&variant, &values, &node);
                let moves = variant.moves(&node.position);
                let Some(mv) = moves.choose(&mut rng) else { break };
                node = node.after(&variant, &values, *mv);
            }
        }
    }

    #[test]
    fn a_node_kept_up_to_date_is_one_made_afresh() {
        wander(|variant, values, node| {
            assert_eq!(*node, Node::new(variant, values, &node.position));
        });
    }

    #[test]
    fn keys_tell_positions_and_plies_apart() {
        let mut seen = HashMap::new();
        wander(|variant, _, node| {
            let (name, position) = (variant.name().to_owned(), node.position);
            assert_eq!(*seen.entry((name, node.key())).or_insert(position), position);
        });
        assert!(seen.len() > 1000);
    }
}

//! Counts of move sequences, the usual check of a move generator.

use crate::moves::Move;
use crate::position::Position;
use crate::variant::Variant;

/// Number of sequences of `depth` turns, by first and last square. A finished game has no
/// continuation (RULES.md, "Numbers to hold yourself to").
pub fn perft(variant: &Variant, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    variant.each_move(position, |mv| {
        nodes +=
            if depth == 1 { 1 } else { perft(variant, &after(variant, position, mv), depth - 1) };
    });
    nodes
}

/// The same, split by the first turn, in order of squares.
pub fn divide(variant: &Variant, position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut moves = variant.moves(position);
    if depth == 0 {
        moves.clear();
    }
    let below = |mv: Move| perft(variant, &after(variant, position, mv), depth - 1);
    moves.into_iter().map(|mv| (mv, below(mv))).collect()
}

fn after(variant: &Variant, position: &Position, mv: Move) -> Position {
    let mut position = *position;
    variant.apply_move(&mut position, mv);
    position
}

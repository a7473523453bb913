//! Counts of move sequences, the usual check of a move generator.

use std::hint::black_box;

use crate::bitboard::Bitboard;
use crate::each_kind;
use crate::isa::{Isa, PickSquare, Task};
use crate::legal::MoveRules;
use crate::moves::Move;
use crate::position::Position;
use crate::side::Side;
use crate::turns::{Turn, Turns, count_pairs, count_turns, list};
use crate::variant::Variant;

/// How the last ply is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Its moves are counted, but not played.
    Bulk,
    /// Each of its moves is played, so that the count measures playing moves too.
    Played,
}

/// Number of sequences of `depth` turns, by first and last square. A finished game has no
/// continuation (rule 9.1).
///
/// ```
/// use salta_core::Variant;
/// use salta_core::perft::perft;
///
/// let variant = Variant::named("walker").unwrap();
/// assert_eq!(perft(&variant, &variant.start(), 3), 6171);
/// ```
pub fn perft(variant: &Variant, position: &Position, depth: u32) -> u64 {
    perft_by(variant, position, depth, Counting::Bulk)
}

/// [`perft`], with the last ply counted as `counting` says.
pub fn perft_by(variant: &Variant, position: &Position, depth: u32, counting: Counting) -> u64 {
    count(variant, position, depth, counting, Isa::best())
}

fn count(v: &Variant, position: &Position, depth: u32, counting: Counting, isa: Isa) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth <= 2 {
        return LAST_PLIES[v.move_rules.kind()](LastPlies { v, position, depth, counting }, isa);
    }
    let below = |turn: Turn| {
        count(v, &v.after_turn(position, position.to_move, turn), depth - 1, counting, isa)
    };
    on_heap(v, position).into_iter().map(below).sum()
}

/// The turns of a ply above the last two, on the heap: the recursion would keep one list per ply on
/// the stack.
#[inline(never)]
fn on_heap(v: &Variant, position: &Position) -> Vec<Turn> {
    let mut turns = Turns::new();
    v.list_turns(position, &mut turns);
    turns.to_vec()
}

/// The last one or two plies, where nearly all the work is.
struct LastPlies<'a> {
    v: &'a Variant,
    position: &'a Position,
    depth: u32,
    counting: Counting,
}

type Count = fn(LastPlies<'_>, Isa) -> u64;

/// [`LastPlies`] compiled for each kind of rules.
static LAST_PLIES: [Count; MoveRules::KINDS] =
    each_kind!(KIND => |last, isa| isa.run(Compiled::<'_, KIND>(last)));

struct Compiled<'a, const KIND: usize>(LastPlies<'a>);

impl<const KIND: usize> Task for Compiled<'_, KIND> {
    type Output = u64;

    #[inline(always)]
    fn run(self, _: impl PickSquare) -> u64 {
        let LastPlies { v, position, depth, counting } = self.0;
        let m = v.move_rules.of_kind::<KIND>();
        if v.is_decided(position) {
            return 0;
        }
        match (position.to_move, depth, counting) {
            (side, 1, Counting::Bulk) => count_turns(m, position.occupied, side),
            (side, 1, Counting::Played) => played(v, m, side, position),
            (side, _, Counting::Bulk) => counted_twice(v, m, side, position),
            (Side::White, _, Counting::Played) => played_twice(v, m, Side::White, position),
            (Side::Black, _, Counting::Played) => played_twice(v, m, Side::Black, position),
        }
    }
}

/// Number of sequences of two turns. If the first turn cannot end the game, the occupied squares
/// suffice to count the second.
#[inline(always)]
fn counted_twice(v: &Variant, m: MoveRules, side: Side, position: &Position) -> u64 {
    if v.no_turn_decides(position) {
        return count_pairs(m, seen_by_white(position), Side::White);
    }
    let (mut nodes, mut turns) = (0, Turns::new());
    list(&mut turns, m, position.occupied, side);
    for turn in &turns {
        let after = v.after_turn(position, side, *turn);
        if !v.is_decided(&after) {
            nodes += count_turns(m, after.occupied, side.other());
        }
    }
    nodes
}

#[inline(always)]
fn played_twice(v: &Variant, m: MoveRules, side: Side, position: &Position) -> u64 {
    let (mut nodes, mut turns) = (0, Turns::new());
    list(&mut turns, m, position.occupied, side);
    for turn in &turns {
        let after = v.after_turn(position, side, *turn);
        if !v.is_decided(&after) {
            nodes += played(v, m, side.other(), &after);
        }
    }
    nodes
}

/// The occupied squares, rotated if Black is to move, so that one side's code counts for both.
fn seen_by_white(position: &Position) -> [Bitboard; 2] {
    let [white, black] = position.occupied;
    match position.to_move {
        Side::White => position.occupied,
        Side::Black => [black.rotated(), white.rotated()],
    }
}

/// Number of sequences of one turn, with each turn played.
#[inline(always)]
fn played(v: &Variant, m: MoveRules, side: Side, position: &Position) -> u64 {
    let mut turns = Turns::new();
    list(&mut turns, m, position.occupied, side);
    for turn in &turns {
        black_box(&v.after_turn(position, side, *turn));
    }
    turns.len() as u64
}

/// The number of sequences split by the first turn, in order of squares.
///
/// ```
/// use salta_core::Variant;
/// use salta_core::perft::{divide, perft};
///
/// let variant = Variant::named("checkerboard").unwrap();
/// let parts = divide(&variant, &variant.start(), 3);
/// let sum: u64 = parts.iter().map(|(_, count)| count).sum();
/// assert_eq!((parts.len(), sum), (9, perft(&variant, &variant.start(), 3)));
/// ```
pub fn divide(variant: &Variant, position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut moves = variant.moves(position);
    if depth == 0 {
        moves.clear();
    }
    let below = |mv: Move| perft(variant, &variant.after(position, mv), depth - 1);
    moves.into_iter().map(|mv| (mv, below(mv))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::NAMED;

    #[test]
    fn every_way_of_counting_agrees() {
        for name in NAMED {
            let variant = Variant::named(name).unwrap();
            let mut position = variant.start();
            for ply in 0..60 {
                let moves = variant.moves(&position);
                for depth in 0..3 {
                    let expected = match depth {
                        0 => 1,
                        1 => moves.len() as u64,
                        _ => divide(&variant, &position, depth).iter().map(|(_, n)| n).sum(),
                    };
                    for (isa, counting) in Isa::available()
                        .flat_map(|isa| [(isa, Counting::Bulk), (isa, Counting::Played)])
                    {
                        let counted = count(&variant, &position, depth, counting, isa);
                        assert_eq!(counted, expected, "{name} {isa:?} {counting:?}");
                    }
                }
                variant.apply_move(&mut position, moves[ply * 7 % moves.len()]);
            }
        }
    }
}

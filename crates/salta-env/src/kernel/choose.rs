//! A uniformly random legal action for every game of a block.

use salta_core::Bitboard;
use salta_core::isa::PickSquare;
use salta_core::legal::MoveRules;

use super::block::{BLOCK, Block, Chosen};
use super::random::Xoshiro;

/// Draws a number below each game's count of legal actions and finds the direction and the set of
/// origins that it falls in. Actions are ordered by the mover's direction, then by square, with
/// "end the turn" last.
#[inline(always)]
pub(super) fn draw(m: MoveRules, block: &mut Block, chosen: &mut Chosen) {
    let Block { origins: [o0, o1, o2, o3], end_turn, random: [r0, r1, r2, r3], .. } = block;
    for lane in 0..BLOCK {
        let sets = [o0[lane], o1[lane], o2[lane], o3[lane]];
        let upto0 = u64::from(sets[0].len());
        let upto1 = upto0 + u64::from(sets[1].len());
        let upto2 = upto1 + u64::from(sets[2].len());
        let upto3 = upto2 + u64::from(sets[3].len());
        let count = if m.chain { upto3 + (end_turn[lane] & 1) } else { upto3 };

        let mut random = Xoshiro([r0[lane], r1[lane], r2[lane], r3[lane]]);
        let drawn = random.below(count);
        [r0[lane], r1[lane], r2[lane], r3[lane]] = random.0;

        let past = (drawn >= upto0, drawn >= upto1, drawn >= upto2);
        let (set, before) = match past {
            (false, ..) => (sets[0], 0),
            (_, false, _) => (sets[1], upto0),
            (.., false) => (sets[2], upto1),
            _ => (sets[3], upto2),
        };
        chosen.direction[lane] = u64::from(past.0) + u64::from(past.1) + u64::from(past.2);
        chosen.rank[lane] = drawn - before;
        chosen.from[lane] = if m.chain && drawn >= upto3 { Bitboard::EMPTY } else { set };
    }
}

/// Replaces each set by its square with the drawn rank.
#[inline(always)]
pub(super) fn pick(chosen: &mut Chosen, square: impl PickSquare) {
    for (set, rank) in chosen.from.iter_mut().zip(&chosen.rank) {
        *set = square.pick(*set, *rank);
    }
}

//! The turns that the rules allow, by first and last square. The rules and the side are arguments of
//! inlined functions, so that constant ones fold away.

use arrayvec::ArrayVec;

use crate::bitboard::{Direction, shift, singles};
use crate::legal::{self, Hop, Mechanics, between_turns, is_tight, with_room};
use crate::side::Side;

/// First and last square of a turn, each as a set.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    pub(crate) from: u64,
    pub(crate) to: u64,
}

/// At most 4 steps and 49 ends of chains for each of 15 pieces.
const MOST: usize = 15 * (4 + 49);

/// Turns in a list.
pub(crate) type Turns = ArrayVec<Turn, MOST>;

/// Lists the legal turns in a game that is not decided, in place of what the list held.
#[inline(always)]
pub(crate) fn list(turns: &mut Turns, m: Mechanics, taken: [u64; 2], side: Side) {
    turns.clear();
    let mask = between_turns(m, taken, side);
    let occupied = taken[0] | taken[1];
    let mut hoppers = 0;
    for direction in Direction::ALL {
        let mut origins = mask.origins[direction.index()];
        if m.chain {
            let jumpers = origins & shift(occupied, direction.turned());
            hoppers |= jumpers;
            origins &= !jumpers;
        }
        for from in singles(origins) {
            let next = shift(from, direction);
            let to = if next & occupied == 0 { next } else { shift(next, direction) };
            turns.push(Turn { from, to });
        }
    }
    for from in singles(hoppers) {
        for to in singles(chain_ends(m, taken, side, from)) {
            turns.push(Turn { from, to });
        }
    }
}

/// Number of legal turns in a game that is not decided.
#[inline(always)]
pub(crate) fn count_turns(m: Mechanics, taken: [u64; 2], side: Side) -> u64 {
    let mask = between_turns(m, taken, side);
    if !m.chain {
        return u64::from(mask.len());
    }
    let occupied = taken[0] | taken[1];
    let (mut turns, mut hoppers) = (0, 0);
    for direction in Direction::ALL {
        let origins = mask.origins[direction.index()];
        let jumpers = origins & shift(occupied, direction.turned());
        turns += u64::from((origins & !jumpers).count_ones());
        hoppers |= jumpers;
    }
    let ends = |from| u64::from(chain_ends(m, taken, side, from).count_ones());
    turns + singles(hoppers).map(ends).sum::<u64>()
}

/// Number of legal sequences of two turns in a game that neither decides.
#[inline(always)]
pub(crate) fn count_pairs(m: Mechanics, taken: [u64; 2], side: Side) -> u64 {
    let mut turns = Turns::new();
    list(&mut turns, m, taken, side);
    let after = |turn: &Turn| {
        let mut after = taken;
        after[side.index()] ^= turn.from | turn.to;
        after
    };
    if !m.chain {
        let (mut pairs, mut tight) = (0, false);
        for turn in &turns {
            let origins = with_room(m, after(turn), side.other());
            pairs += origins.iter().map(|set| u64::from(set.count_ones())).sum::<u64>();
            tight |= is_tight(m, after(turn), side.other());
        }
        if !tight {
            return pairs;
        }
    }
    turns.iter().map(|turn| count_turns(m, after(turn), side.other())).sum()
}

#[inline(always)]
fn chain_ends(m: Mechanics, taken: [u64; 2], side: Side, from: u64) -> u64 {
    let hop = Hop::start(taken, side, from);
    legal::legal_ends(m, hop, legal::reachable(m, hop)).0
}

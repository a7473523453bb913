//! The turns that the rules allow, by first and last square. The rules and the side are arguments
//! of inlined functions, so that constants fold away.

use arrayvec::ArrayVec;

use crate::action::ActionMask;
use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::legal::{Hopper, MoveRules, Mover};
use crate::piece::PIECES;
use crate::side::Side;
use crate::square::SQUARES;

/// First and last square of a turn, each as a set.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    pub(crate) from: Bitboard,
    pub(crate) to: Bitboard,
}

/// Upper bound on the number of turns: for each piece, four steps and a chain to each other square.
const MOST: usize = PIECES * (Direction::ALL.len() + SQUARES - 1);

/// A list of turns.
pub(crate) type Turns = ArrayVec<Turn, MOST>;

/// Replaces `turns` with the legal turns of a game that is not decided.
#[inline(always)]
pub(crate) fn list(turns: &mut Turns, m: MoveRules, occupied: [Bitboard; 2], side: Side) {
    turns.clear();
    let mask = mask(m, occupied, side);
    let any = occupied[0] | occupied[1];
    let mut hoppers = Bitboard::EMPTY;
    for direction in Direction::ALL {
        let mut origins = mask.origins[direction.index()];
        if m.chain {
            let jumpers = origins & any.shift(direction.rotated());
            hoppers |= jumpers;
            origins -= jumpers;
        }
        for from in origins.singles() {
            let next = from.shift(direction);
            let to = if next.intersects(any) { next.shift(direction) } else { next };
            turns.push(Turn { from, to });
        }
    }
    for from in hoppers.singles() {
        for to in chain_ends(m, occupied, side, from).singles() {
            turns.push(Turn { from, to });
        }
    }
}

/// Number of legal turns in a game that is not decided.
#[inline(always)]
pub(crate) fn count_turns(m: MoveRules, occupied: [Bitboard; 2], side: Side) -> u64 {
    let mask = mask(m, occupied, side);
    if !m.chain {
        return u64::from(mask.len());
    }
    let any = occupied[0] | occupied[1];
    let (mut turns, mut hoppers) = (0, Bitboard::EMPTY);
    for direction in Direction::ALL {
        let origins = mask.origins[direction.index()];
        let jumpers = origins & any.shift(direction.rotated());
        turns += u64::from((origins - jumpers).len());
        hoppers |= jumpers;
    }
    let ends = |from| u64::from(chain_ends(m, occupied, side, from).len());
    turns + hoppers.singles().map(ends).sum::<u64>()
}

/// Number of legal sequences of two turns in a game that the first turn cannot decide.
#[inline(always)]
pub(crate) fn count_pairs(m: MoveRules, occupied: [Bitboard; 2], side: Side) -> u64 {
    let mut turns = Turns::new();
    list(&mut turns, m, occupied, side);
    let after = |turn: &Turn| {
        let mut after = occupied;
        after[side.index()] ^= turn.from | turn.to;
        after
    };
    if !m.chain {
        let (mut pairs, mut near_blockade) = (0, false);
        for turn in &turns {
            let mover = Mover::new(after(turn), side.other());
            let [a, b, c, d] = mover.actions_ignoring_blockade(m);
            pairs += u64::from(a.len() + b.len() + c.len() + d.len());
            near_blockade |= m.no_blockade && mover.blockade_possible(m);
        }
        if !near_blockade {
            return pairs;
        }
    }
    turns.iter().map(|turn| count_turns(m, after(turn), side.other())).sum()
}

#[inline(always)]
fn mask(m: MoveRules, occupied: [Bitboard; 2], side: Side) -> ActionMask {
    ActionMask::of_mover(side, Mover::new(occupied, side).actions(m))
}

#[inline(always)]
fn chain_ends(m: MoveRules, occupied: [Bitboard; 2], side: Side, from: Bitboard) -> Bitboard {
    let hopper = Hopper::at_start(Mover::new(occupied, side), from);
    hopper.legal_ends(m, hopper.reachable(m))
}

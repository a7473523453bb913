//! Which actions the rules allow (RULES.md, "Moves" 1–5), on sets of squares.
//!
//! The functions take the five fields that decide it as a [`Mechanics`] record; they are inlined,
//! so a record known while compiling folds to the code of that variant.

use crate::action::ActionMask;
use crate::bitboard::{self, BOARD, Direction, neighbours, shift};
use crate::position::Position;
use crate::rules::{Blockade, Chain, JumpDirection, JumpOver, Jumping, Rules};
use crate::side::Side;

/// The fields of the rules that decide which moves are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mechanics {
    pub(crate) jump_any: bool,
    pub(crate) over_either: bool,
    pub(crate) compulsory: bool,
    pub(crate) chain: bool,
    pub(crate) keep_open: bool,
}

impl Mechanics {
    pub(crate) fn of(rules: &Rules) -> Mechanics {
        Mechanics {
            jump_any: rules.jump_direction == JumpDirection::Any,
            over_either: rules.jump_over == JumpOver::Either,
            compulsory: rules.jumping == Jumping::Compulsory,
            chain: rules.chain == Chain::MayContinue,
            keep_open: rules.blockade == Blockade::Forbidden,
        }
    }

    /// Number of kinds of records that inner loops are compiled for.
    pub(crate) const KINDS: usize = 4;

    /// This record with the fields that shape a loop taken from the constant argument, so that the
    /// code that follows is made for them; the other fields cost no more than a mask.
    #[inline(always)]
    pub(crate) const fn of_kind<const KIND: usize>(self) -> Mechanics {
        Mechanics { jump_any: KIND & 1 != 0, chain: KIND & 2 != 0, ..self }
    }

    /// The kind of this record, below [`Mechanics::KINDS`].
    pub(crate) const fn kind(self) -> usize {
        self.jump_any as usize | (self.chain as usize) << 1
    }

    #[inline(always)]
    const fn may_jump(self, side: Side, direction: Direction) -> bool {
        self.jump_any || direction.is_up() == matches!(side, Side::White)
    }

    /// Squares that a jump of `side` may go over.
    #[inline(always)]
    const fn jumpable(self, taken: [u64; 2], side: Side) -> u64 {
        if self.over_either { taken[0] | taken[1] } else { taken[side.other().index()] }
    }
}

/// Steps and single jumps of `side` by rules 1 and 2 alone, as origins by direction.
struct Raw {
    steps: [u64; 4],
    jumps: [u64; 4],
}

#[inline(always)]
const fn any(origins: &[u64; 4]) -> bool {
    origins[0] | origins[1] | origins[2] | origins[3] != 0
}

#[inline(always)]
const fn empty(taken: [u64; 2]) -> u64 {
    BOARD & !(taken[0] | taken[1])
}

#[inline(always)]
fn raw(m: Mechanics, taken: [u64; 2], side: Side) -> Raw {
    let own = taken[side.index()];
    let (empty, jumpable) = (empty(taken), m.jumpable(taken, side));
    let mut raw = Raw { steps: [0; 4], jumps: [0; 4] };
    for direction in Direction::ALL {
        let back = direction.turned();
        let behind = shift(empty, back);
        raw.steps[direction.index()] = own & behind;
        if m.may_jump(side, direction) {
            raw.jumps[direction.index()] = own & shift(jumpable & behind, back);
        }
    }
    raw
}

/// Whether `side` has a step or a jump by rules 1 and 2 alone.
#[inline(always)]
fn can_move(m: Mechanics, taken: [u64; 2], side: Side) -> bool {
    let raw = raw(m, taken, side);
    any(&raw.steps) || any(&raw.jumps)
}

/// Whether no single displacement by the mover can shut the opponent in: with two free squares next
/// to its pieces, one stays free.
#[inline(always)]
const fn opponent_has_room(taken: [u64; 2], mover: Side) -> bool {
    let room = empty(taken) & neighbours(taken[mover.other().index()]);
    room & room.wrapping_sub(1) != 0
}

/// Rule 5 on one displacement of the mover (`to` may equal `from`).
fn leaves_a_move(m: Mechanics, mut taken: [u64; 2], mover: Side, from: u64, to: u64) -> bool {
    let own = &mut taken[mover.index()];
    *own = *own & !from | to;
    can_move(m, taken, mover.other())
}

/// Legal actions between turns, whoever may be home already.
#[inline(always)]
pub(crate) fn between_turns(m: Mechanics, taken: [u64; 2], mover: Side) -> ActionMask {
    if is_tight(m, taken, mover) {
        return keeping_open(m, taken, mover);
    }
    ActionMask { origins: with_room(m, taken, mover), end_turn: false }
}

/// Whether rule 5 has to be looked at move by move.
#[inline(always)]
pub(crate) const fn is_tight(m: Mechanics, taken: [u64; 2], mover: Side) -> bool {
    m.keep_open && !opponent_has_room(taken, mover)
}

/// Origins of the legal actions by direction where rule 5 has nothing to say; without branches, so
/// that loops over many boards become vectors.
#[inline(always)]
pub(crate) fn with_room(m: Mechanics, taken: [u64; 2], mover: Side) -> [u64; 4] {
    let raw = raw(m, taken, mover);
    choose(m, raw.steps, raw.jumps).origins
}

#[inline(always)]
fn choose(m: Mechanics, steps: [u64; 4], jumps: [u64; 4]) -> ActionMask {
    let stepping = if m.compulsory && any(&jumps) { 0 } else { u64::MAX };
    let both = |d: usize| steps[d] & stepping | jumps[d];
    ActionMask { origins: [both(0), both(1), both(2), both(3)], end_turn: false }
}

/// Rule 5 looked at move by move; rare, so kept out of line.
#[cold]
#[inline(never)]
fn keeping_open(m: Mechanics, taken: [u64; 2], mover: Side) -> ActionMask {
    let raw = raw(m, taken, mover);
    let steps = filtered(&raw.steps, |from, direction| {
        leaves_a_move(m, taken, mover, from, shift(from, direction))
    });
    let jumps = filtered(&raw.jumps, |from, direction| {
        let to = shift(shift(from, direction), direction);
        leaves_a_move(m, taken, mover, from, to)
            || m.chain && {
                let hop = Hop::start(taken, mover, from).on_to(to);
                !legal_ends(m, hop, reachable(m, hop)).is_empty()
            }
    });
    choose(m, steps, jumps)
}

fn filtered(origins: &[u64; 4], keep: impl Fn(u64, Direction) -> bool) -> [u64; 4] {
    Direction::ALL.map(|direction| {
        bitboard::squares(origins[direction.index()])
            .map(bitboard::bit)
            .filter(|from| keep(*from, direction))
            .fold(0, |kept, from| kept | from)
    })
}

/// A piece in the middle of a turn: the board, its square and the squares it has landed on.
#[derive(Clone, Copy)]
pub(crate) struct Hop {
    taken: [u64; 2],
    mover: Side,
    at: u64,
    landed: u64,
}

impl Hop {
    pub(crate) const fn start(taken: [u64; 2], mover: Side, from: u64) -> Hop {
        Hop { taken, mover, at: from, landed: from }
    }

    pub(crate) const fn of(position: &Position) -> Hop {
        Hop {
            taken: position.taken,
            mover: position.to_move,
            at: position.hopper,
            landed: position.landed,
        }
    }

    const fn on_to(mut self, to: u64) -> Hop {
        self.taken[self.mover.index()] ^= self.at | to;
        self.at = to;
        self.landed |= to;
        self
    }

    /// Landing square of one more hop that way, empty if there is none.
    #[inline(always)]
    const fn landing(&self, m: Mechanics, from: u64, direction: Direction) -> u64 {
        if !m.may_jump(self.mover, direction) {
            return 0;
        }
        let over = shift(from, direction) & m.jumpable(self.taken, self.mover) & !self.at;
        shift(over, direction) & empty(self.taken) & !self.landed
    }
}

/// Squares that further hops can reach. Nothing but the hopper moves during a turn, so any way that
/// lands twice on a square can be cut short, and a flood finds them all.
pub(crate) fn reachable(m: Mechanics, hop: Hop) -> u64 {
    let (mut reached, mut front) = (0, hop.at);
    while front != 0 {
        let next = Direction::ALL.into_iter().fold(0, |set, d| set | hop.landing(m, front, d));
        front = next & !reached;
        reached |= next;
    }
    reached
}

/// Those squares of `ends` on which the turn may end.
pub(crate) fn legal_ends(m: Mechanics, hop: Hop, ends: u64) -> LegalEnds {
    if !m.keep_open || opponent_has_room(hop.taken, hop.mover) {
        return LegalEnds(ends);
    }
    let kept = bitboard::squares(ends)
        .map(bitboard::bit)
        .filter(|to| leaves_a_move(m, hop.taken, hop.mover, hop.at, *to));
    LegalEnds(kept.fold(0, |set, to| set | to))
}

/// A set of squares on which a turn may end.
pub(crate) struct LegalEnds(pub(crate) u64);

impl LegalEnds {
    const fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

/// Legal actions in the middle of a turn: hops from which a legal end can still be reached, and the
/// end of the turn where it is legal.
pub(crate) fn within_turn(m: Mechanics, hop: Hop) -> ActionMask {
    let mut mask = ActionMask::EMPTY;
    for direction in Direction::ALL {
        let to = hop.landing(m, hop.at, direction);
        if to != 0 {
            let there = hop.on_to(to);
            let ends = legal_ends(m, there, to | reachable(m, there));
            if !ends.is_empty() {
                mask.origins[direction.index()] = hop.at;
            }
        }
    }
    mask.end_turn = !legal_ends(m, hop, hop.at).is_empty();
    mask
}

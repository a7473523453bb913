//! Legal actions of one game as plain words (RULES.md, "Moves" 1–5); the loops inline it.

use salta_core::Rules;
use salta_core::bitboard::BOARD;
use salta_core::rules::{Blockade, Chain, JumpDirection, JumpOver, Jumping};

/// The fields of the rules that decide which moves are legal, as bits of a constant argument: every
/// record of rules, named or a user's own, runs the code made for its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mechanics(pub(crate) u8);

impl Mechanics {
    const JUMP_ANY: u8 = 1;
    const OVER_EITHER: u8 = 2;
    const COMPULSORY: u8 = 4;
    const CHAIN: u8 = 8;

    /// Number of different records.
    pub(crate) const COUNT: usize = 16;

    pub(crate) fn of(rules: &Rules) -> Mechanics {
        let flags = [
            (rules.jump_direction == JumpDirection::Any, Self::JUMP_ANY),
            (rules.jump_over == JumpOver::Either, Self::OVER_EITHER),
            (rules.jumping == Jumping::Compulsory, Self::COMPULSORY),
            (rules.chain == Chain::MayContinue, Self::CHAIN),
        ];
        Mechanics(flags.iter().filter(|(on, _)| *on).map(|(_, bit)| bit).sum())
    }

    /// All ones if the rules forbid shutting the opponent in, else empty.
    pub(crate) fn keep_open(rules: &Rules) -> u64 {
        if rules.blockade == Blockade::Forbidden { u64::MAX } else { 0 }
    }

    pub(super) const fn jump_any(m: u8) -> bool {
        m & Self::JUMP_ANY != 0
    }

    pub(super) const fn over_either(m: u8) -> bool {
        m & Self::OVER_EITHER != 0
    }

    pub(super) const fn compulsory(m: u8) -> bool {
        m & Self::COMPULSORY != 0
    }

    pub(super) const fn chain(m: u8) -> bool {
        m & Self::CHAIN != 0
    }
}

/// How far the mover's forward directions turn a word to the left: by 5 and 6 for White, and back
/// for Black. The other two directions are these turned back.
#[derive(Clone, Copy)]
pub(super) struct Forward {
    left: u32,
    right: u32,
}

impl Forward {
    #[inline(always)]
    pub(super) const fn of(black: u64) -> Forward {
        if black == 0 { Forward { left: 5, right: 6 } } else { Forward { left: 59, right: 58 } }
    }

    /// The words one step away, by the mover's four directions.
    #[inline(always)]
    const fn steps(self, sets: [u64; 4]) -> [u64; 4] {
        [
            sets[0].rotate_left(self.left),
            sets[1].rotate_left(self.right),
            sets[2].rotate_right(self.right),
            sets[3].rotate_right(self.left),
        ]
    }

    /// The words from which one step leads to the given ones.
    #[inline(always)]
    const fn origins(self, sets: [u64; 4]) -> [u64; 4] {
        [
            sets[0].rotate_right(self.left),
            sets[1].rotate_right(self.right),
            sets[2].rotate_left(self.right),
            sets[3].rotate_left(self.left),
        ]
    }

    /// One set moved one step in one direction.
    #[inline(always)]
    pub(super) const fn step(self, set: u64, direction: u64) -> u64 {
        let straight = if direction == 0 || direction == 3 { self.left } else { self.right };
        let turn = if direction < 2 { straight } else { 64 - straight };
        set.rotate_left(turn)
    }
}

/// What decides the legal actions of one game.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    /// Squares of the side to move, and of its opponent.
    pub(super) own: u64,
    pub(super) enemy: u64,
    pub(super) forward: Forward,
    /// The hopping piece and the squares it has landed on; empty between turns.
    pub(super) hopper: u64,
    pub(super) landed: u64,
}

/// Legal actions of one game.
pub(super) struct LaneActions {
    /// Origins by the mover's directions.
    pub(super) origins: [u64; 4],
    /// All ones if the turn may be ended.
    pub(super) end_turn: u64,
    /// All ones if a single displacement might shut the opponent in, so that rule 5 needs a look
    /// move by move.
    pub(super) tight: u64,
}

#[inline(always)]
fn zip(a: [u64; 4], b: [u64; 4], f: impl Fn(u64, u64) -> u64) -> [u64; 4] {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
}

/// Keeps the directions that jumps may take.
#[inline(always)]
fn jumping_ways<const M: u8>(sets: [u64; 4]) -> [u64; 4] {
    if Mechanics::jump_any(M) { sets } else { [sets[0], sets[1], 0, 0] }
}

impl Lane {
    #[inline(always)]
    const fn empty(&self) -> u64 {
        BOARD & !(self.own | self.enemy)
    }

    #[inline(always)]
    const fn jumpable<const M: u8>(&self) -> u64 {
        if Mechanics::over_either(M) { self.own | self.enemy } else { self.enemy }
    }

    /// The legal actions, but for rule 5 where `tight` says so; whoever may be home.
    #[inline(always)]
    pub(super) fn legal<const M: u8>(&self) -> LaneActions {
        let between = self.between_turns::<M>();
        if !Mechanics::chain(M) {
            return LaneActions { origins: between, end_turn: 0, tight: self.tight() };
        }
        let within = self.within_turn::<M>();
        let hopping = if self.hopper != 0 { u64::MAX } else { 0 };
        LaneActions {
            origins: zip(between, within, |a, b| a & !hopping | b & hopping),
            end_turn: hopping,
            tight: self.tight(),
        }
    }

    #[inline(always)]
    fn between_turns<const M: u8>(&self) -> [u64; 4] {
        let behind = self.forward.origins([self.empty(); 4]);
        let over = behind.map(|behind| behind & self.jumpable::<M>());
        let jumps = jumping_ways::<M>(self.forward.origins(over)).map(|set| set & self.own);
        let any = jumps[0] | jumps[1] | jumps[2] | jumps[3];
        let steppers = if Mechanics::compulsory(M) && any != 0 { 0 } else { self.own };
        zip(behind, jumps, |behind, jumps| behind & steppers | jumps)
    }

    /// Hops that go on to a new square.
    #[inline(always)]
    fn within_turn<const M: u8>(&self) -> [u64; 4] {
        let over = self.forward.steps([self.hopper; 4]).map(|set| set & self.jumpable::<M>());
        let to = jumping_ways::<M>(self.forward.steps(over));
        to.map(|to| if to & self.empty() & !self.landed != 0 { self.hopper } else { 0 })
    }

    /// With two free squares next to the opponent's pieces, one stays free whatever is displaced.
    #[inline(always)]
    const fn tight(&self) -> u64 {
        let near = self.enemy << 5 | self.enemy << 6 | self.enemy >> 5 | self.enemy >> 6;
        let room = self.empty() & near;
        if room & room.wrapping_sub(1) == 0 { u64::MAX } else { 0 }
    }
}

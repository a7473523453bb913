//! 128 games as arrays.

use salta_core::legal::reversed_for;
use salta_core::{ActionMask, Bitboard, Bitboards, Direction, Side};

use super::random::Xoshiro;

/// Games in a block, few enough for its arrays to stay in the first-level cache.
pub(crate) const BLOCK: usize = 128;

/// One word for each game of a block.
pub(crate) type Words = [u64; BLOCK];

/// One set of squares for each game of a block.
pub(crate) type Sets = [Bitboard; BLOCK];

/// The states of 128 games, their generators and their legal actions.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Block {
    /// Squares occupied by White and by Black.
    pub(super) occupied: [Sets; 2],
    /// Plane k holds bit k of the index of the piece on each square.
    pub(super) planes: [Sets; 4],
    /// Plies played; their parity tells who is to move.
    pub(super) plies: Words,
    /// Squares landed on in the current turn; used only with chains.
    pub(super) landed: Sets,
    /// The hopping piece; used only with chains.
    pub(super) hopper: Sets,
    /// Origins of the legal actions in each direction of the mover.
    pub(super) origins: [Sets; 4],
    /// All ones if the turn may be ended, else 0; used only with chains.
    pub(super) end_turn: Words,
    /// xoshiro256++ states.
    pub(super) random: [Words; 4],
    /// All ones if Black is to move at even plies, else 0.
    pub(super) first_is_black: u64,
}

/// The action that each game of a block is about to play.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Chosen {
    /// First the set that a square is picked from, then the square itself; empty to end a turn.
    pub(super) from: Sets,
    /// Rank of the square to pick from the set.
    pub(super) rank: Words,
    /// Direction of the mover, 0–3.
    pub(super) direction: Words,
    /// All ones for flagged games, else 0.
    pub(super) flagged: Words,
}

impl Chosen {
    pub(crate) const fn new() -> Chosen {
        Chosen {
            from: [Bitboard::EMPTY; BLOCK],
            rank: [0; BLOCK],
            direction: [0; BLOCK],
            flagged: [0; BLOCK],
        }
    }

    /// Makes the lanes from `lane` on, where the batch has no games, play nothing.
    pub(crate) fn pass_from(&mut self, lane: usize) {
        self.from[lane..].fill(Bitboard::EMPTY);
    }

    pub(crate) const fn is_flagged(&self, lane: usize) -> bool {
        self.flagged[lane] != 0
    }
}

impl Block {
    /// A block with all games in `position` and their generators not yet seeded.
    pub(crate) fn new(position: &Bitboards, mask: &ActionMask, first_mover: Side) -> Block {
        let mut block = Block {
            occupied: [[Bitboard::EMPTY; BLOCK]; 2],
            planes: [[Bitboard::EMPTY; BLOCK]; 4],
            plies: [0; BLOCK],
            landed: [Bitboard::EMPTY; BLOCK],
            hopper: [Bitboard::EMPTY; BLOCK],
            origins: [[Bitboard::EMPTY; BLOCK]; 4],
            end_turn: [0; BLOCK],
            random: [[1; BLOCK]; 4],
            first_is_black: if first_mover == Side::Black { u64::MAX } else { 0 },
        };
        for lane in 0..BLOCK {
            block.store(lane, position);
            block.store_mask(lane, mask);
        }
        block
    }

    #[inline]
    pub(crate) fn load(&self, lane: usize) -> Bitboards {
        Bitboards {
            occupied: [0, 1].map(|side| self.occupied[side][lane]),
            planes: [0, 1, 2, 3].map(|plane| self.planes[plane][lane]),
            landed: self.landed[lane],
            hopper: self.hopper[lane],
            plies: self.plies[lane] as u32,
        }
    }

    /// Replaces the position of one game; its mask must be replaced too.
    #[inline]
    pub(crate) fn store(&mut self, lane: usize, position: &Bitboards) {
        for side in 0..2 {
            self.occupied[side][lane] = position.occupied[side];
        }
        for plane in 0..4 {
            self.planes[plane][lane] = position.planes[plane];
        }
        self.landed[lane] = position.landed;
        self.hopper[lane] = position.hopper;
        self.plies[lane] = u64::from(position.plies);
    }

    #[inline]
    pub(crate) fn to_move(&self, lane: usize) -> Side {
        if self.black(lane) == 0 { Side::White } else { Side::Black }
    }

    /// All ones if Black is to move in a game.
    #[inline(always)]
    pub(super) const fn black(&self, lane: usize) -> u64 {
        (self.plies[lane] & 1).wrapping_neg() ^ self.first_is_black
    }

    pub(crate) fn mask(&self, lane: usize) -> ActionMask {
        let words = [0, 1, 2, 3].map(|direction| self.origins[direction][lane]);
        ActionMask {
            origins: reversed_for(self.to_move(lane), words),
            end_turn: self.end_turn[lane] != 0,
        }
    }

    /// Replaces the legal actions of one game.
    #[inline]
    pub(crate) fn store_mask(&mut self, lane: usize, mask: &ActionMask) {
        let words = reversed_for(self.to_move(lane), mask.origins);
        for direction in Direction::ALL {
            self.origins[direction.index()][lane] = words[direction.index()];
        }
        self.end_turn[lane] = u64::from(mask.end_turn).wrapping_neg();
    }

    pub(crate) fn random(&self, lane: usize) -> Xoshiro {
        Xoshiro([0, 1, 2, 3].map(|word| self.random[word][lane]))
    }

    /// Calls `draw` with a game's generator and stores its new state.
    pub(crate) fn with_random<R>(
        &mut self,
        lane: usize,
        draw: impl FnOnce(&mut Xoshiro) -> R,
    ) -> R {
        let mut random = self.random(lane);
        let drawn = draw(&mut random);
        for word in 0..4 {
            self.random[word][lane] = random.0[word];
        }
        drawn
    }
}

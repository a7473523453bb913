//! The blocks of a batch, and the rare cases game by game: ends, resets, masks.

use std::sync::Arc;

use salta_core::isa::Isa;
use salta_core::legal::MoveRules;
use salta_core::{ActionMask, Bitboards, Position, Side, Variant};

use crate::config::EnvConfig;
use crate::generator::generator;
use crate::kernel::{BLOCK, Block, Chosen, Ends, Kernel, Xoshiro};

/// The data shared by all games of a batch.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    pub(crate) variant: Arc<Variant>,
    pub(crate) config: EnvConfig,
    pub(crate) kernel: Kernel,
    pub(crate) count: usize,
    ends: Ends,
    start: Bitboards,
    start_mask: ActionMask,
}

impl Games {
    pub(crate) fn new(variant: Arc<Variant>, count: usize, config: EnvConfig) -> Games {
        let limit = 2 * u64::from(variant.rules().move_limit);
        let rules_end = if limit > 0 { limit } else { u64::MAX };
        let ends = Ends {
            plies: rules_end.min(config.max_plies.map_or(u64::MAX, u64::from)),
            goals: Side::BOTH.map(|side| variant.goal_squares(side)),
        };
        Games {
            kernel: Kernel::new(Isa::best(), MoveRules::of(variant.rules())),
            start: variant.start().bitboards(),
            start_mask: variant.legal(&variant.start()),
            variant,
            config,
            count,
            ends,
        }
    }

    /// The batch's blocks with every game at the start. The last block may hold more games than the
    /// batch has; they are played too, but never reported.
    pub(crate) fn blocks(&self, seed: u64) -> Vec<Block> {
        let first_mover = self.variant.rules().first_mover;
        let block = Block::new(&self.start, &self.start_mask, first_mover);
        let mut blocks = vec![block; self.count.div_ceil(BLOCK)];
        for game in 0..blocks.len() * BLOCK {
            self.reset(&mut blocks[game / BLOCK], game, Some(seed));
        }
        blocks
    }

    /// Resets one game of `block`; reseeds its generator if there is a `seed`.
    pub(crate) fn reset(&self, block: &mut Block, game: usize, seed: Option<u64>) {
        let lane = game % BLOCK;
        if let Some(seed) = seed {
            let number = self.config.first_game.wrapping_add(game as u64);
            let mut key = generator(seed, "env", number);
            block.with_random(lane, |random| *random = Xoshiro::seeded(&mut key));
        }
        self.restart(block, lane);
    }

    pub(crate) fn position(&self, block: &Block, lane: usize) -> Position {
        self.variant.position_from(&block.load(lane))
    }

    /// Plays the chosen action in every game of a block. Passes the games that ended to `ended`, in
    /// order, with their last positions and whether they were truncated, and resets them.
    #[inline]
    pub(crate) fn advance(
        &self,
        block: &mut Block,
        first: usize,
        chosen: &mut Chosen,
        ended: impl FnMut(usize, &Position, bool),
    ) {
        if self.kernel.advance(block, chosen, &self.ends) {
            self.resolve_flagged(block, first, chosen, ended);
        }
    }

    pub(crate) fn refresh(&self, block: &mut Block, chosen: &mut Chosen) {
        if self.kernel.refresh(block, chosen, &self.ends) {
            self.resolve_flagged(block, self.count, chosen, |_, _, _| ());
        }
    }

    /// Replaces the mask of each flagged game, or resets the game if it has ended.
    #[cold]
    fn resolve_flagged(
        &self,
        block: &mut Block,
        first: usize,
        chosen: &Chosen,
        mut ended: impl FnMut(usize, &Position, bool),
    ) {
        for lane in (0..BLOCK).filter(|lane| chosen.is_flagged(*lane)) {
            let position = self.position(block, lane);
            let mask = self.variant.legal(&position);
            let truncated = !mask.is_empty() && self.is_truncated(&position);
            if !mask.is_empty() && !truncated {
                block.store_mask(lane, &mask);
                continue;
            }
            let game = first + lane;
            if game < self.count {
                ended(game, &position, truncated);
            }
            self.restart(block, lane);
        }
    }

    pub(crate) fn is_truncated(&self, position: &Position) -> bool {
        let late = self.config.max_plies.is_some_and(|max| position.plies() >= max);
        late && position.hopper().is_none()
    }

    fn restart(&self, block: &mut Block, lane: usize) {
        block.store(lane, &self.start);
        block.store_mask(lane, &self.start_mask);
        if self.config.opening_plies > 0 {
            let opening = block.with_random(lane, |random| self.opening(random));
            block.store(lane, &opening.bitboards());
            block.store_mask(lane, &self.variant.legal(&opening));
        }
    }

    /// The position after the random opening plies; if they would end the game, the last position
    /// between turns before that.
    fn opening(&self, random: &mut Xoshiro) -> Position {
        let mut position = self.variant.start();
        let mut last = position;
        while position.plies() < self.config.opening_plies || position.hopper().is_some() {
            let mask = self.variant.legal(&position);
            let choice = random.below(u64::from(mask.len())) as usize;
            let action = mask.actions(position.to_move()).nth(choice);
            self.variant.apply(&mut position, action.expect("the choice is below the count"));
            if self.variant.is_over(&position) || self.is_truncated(&position) {
                return last;
            }
            if position.hopper().is_none() {
                last = position;
            }
        }
        position
    }
}

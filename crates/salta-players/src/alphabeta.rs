//! The opponent `alphabeta@1`.

use salta_core::{Move, Variant};
use salta_opponents::alphabeta::best_move;

use crate::player::{Player, PlayerError, Turn, one_by_one};

/// `alphabeta@1:depth=N`: full-width alpha-beta search over turns that evaluates distance, without
/// quiescence search; chooses at random among equally good turns.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBeta {
    depth: u32,
}

impl AlphaBeta {
    /// Searches `depth` turns deep.
    ///
    /// # Panics
    /// If `depth` is 0.
    pub fn new(depth: u32) -> AlphaBeta {
        assert!(depth > 0, "a search looks at least one turn ahead");
        AlphaBeta { depth }
    }
}

impl Player for AlphaBeta {
    fn name(&self) -> String {
        format!("alphabeta@1:depth={}", self.depth)
    }

    fn choose_until(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Move>, PlayerError> {
        one_by_one(variant, turns, stopped, |turn, _| {
            best_move(variant, turn.position, self.depth, turn.generator).0
        })
    }
}

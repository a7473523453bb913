//! The opponent `alphabeta@1`.

use salta_core::{Move, Variant};
use salta_opponents::alphabeta::best_move;

use crate::info::Info;
use crate::player::{Player, PlayerError, Turn, one_by_one};

/// `alphabeta@1:depth=N`: full-width alpha-beta search over turns that evaluates distance, without
/// quiescence search; chooses at random among equally good turns.
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    depth: u32,
    info: Option<Info>,
}

impl AlphaBeta {
    /// Searches `depth` turns deep.
    ///
    /// # Panics
    /// If `depth` is 0.
    pub fn new(depth: u32) -> AlphaBeta {
        assert!(depth > 0, "a search looks at least one turn ahead");
        AlphaBeta { depth, info: None }
    }
}

impl Player for AlphaBeta {
    fn name(&self) -> String {
        format!("alphabeta@1:depth={}", self.depth)
    }

    fn set_depth(&mut self, depth: u32) {
        self.depth = depth;
    }

    fn info(&self) -> Option<&Info> {
        self.info.as_ref()
    }

    fn choose_until(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Move>, PlayerError> {
        one_by_one(variant, turns, stopped, |turn, _| {
            let (mv, value) = best_move(variant, turn.position, self.depth, turn.generator);
            let (depth, score) = (Some(self.depth), Some(f64::from(value)));
            self.info = Some(Info { depth, score, ..Info::default() });
            mv
        })
    }
}

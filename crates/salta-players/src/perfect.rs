//! The player `perfect@1`, from a table of solved positions.

use std::sync::Arc;

use salta_core::{Move, Variant};
use salta_solve::{SolveError, Table};

use crate::limit::Limit;
use crate::player::{MakeError, Player, PlayerError, Turn};
use crate::random::pick;

/// `perfect@1`: plays a turn that keeps the value; in a won position one that comes nearer to the
/// end, in a lost position one that delays it longest. Chooses at random among equally good turns.
pub struct Perfect {
    name: String,
    table: Arc<Table>,
}

impl Perfect {
    /// Creates a player with this name from a table.
    pub fn new(name: impl Into<String>, table: Arc<Table>) -> Perfect {
        Perfect { name: name.into(), table }
    }
}

impl Player for Perfect {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn supports(&self, variant: &Variant) -> Result<(), MakeError> {
        Ok(self.table.check_rules(variant)?)
    }

    /// Accepts any limit, since there is no search to limit.
    fn set_limit(&mut self, _: Limit) -> Result<(), MakeError> {
        Ok(())
    }

    fn choose_until(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        _stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Move>, PlayerError> {
        let choose = |turn: &mut Turn<'_>| {
            let failed = |error: SolveError| PlayerError::failed(turn.slot, error);
            self.table.check_rules(variant).map_err(failed)?;
            let best = self.table.best(turn.position).map_err(failed)?;
            if best.is_empty() {
                return Err(PlayerError::game_over(turn.slot));
            }
            Ok(pick(&best, turn.generator))
        };
        turns.iter_mut().map(choose).collect()
    }
}

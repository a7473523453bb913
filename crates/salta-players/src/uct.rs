//! The opponent `uct@1`.

use salta_core::{Move, Variant};
use salta_opponents::uct::best_move;

use crate::info::Info;
use crate::limit::Limit;
use crate::player::{MakeError, Player, PlayerError, Turn, end_of, one_by_one};

/// `uct@1:sims=N`: UCT over turns with short, lightly guided playouts valued by distance; plays the
/// most visited turn. It keeps no state between turns.
#[derive(Clone, Debug)]
pub struct Uct {
    own: u32,
    simulations: u32,
    limit: Option<Limit>,
    info: Option<Info>,
}

impl Uct {
    /// Creates a player that makes `simulations` simulations per turn, at least one.
    pub fn new(simulations: u32) -> Uct {
        Uct { own: simulations, simulations, limit: None, info: None }
    }
}

impl Player for Uct {
    fn name(&self) -> String {
        format!("uct@1:sims={}", self.own)
    }

    fn set_limit(&mut self, limit: Limit) -> Result<(), MakeError> {
        self.simulations = match limit {
            Limit::Nodes(nodes) => nodes.try_into().unwrap_or(u32::MAX),
            Limit::TimeMs(_) => u32::MAX,
        };
        self.limit = Some(limit);
        Ok(())
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
            let Turn { position, generator, .. } = turn;
            let mut ended = end_of(self.limit, stopped);
            let sims = self.simulations;
            let found = best_move(variant, position, sims, *generator, &mut ended);
            self.info = Some(Info {
                simulations: Some(found.simulations),
                pv: vec![found.best],
                ..Info::default()
            });
            found.best
        })
    }
}

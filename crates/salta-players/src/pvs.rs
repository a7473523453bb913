//! The opponents `alphabeta@2` and `alphabeta@3`.

use std::sync::Arc;

use salta_core::{Move, Variant};
use salta_nnue::Network;
use salta_opponents::MarginSearcher;
use salta_opponents::alphabeta2::Limit as SearchLimit;
use salta_opponents::alphabeta3::Settings;

use crate::info::Info;
use crate::limit::Limit;
use crate::player::{MakeError, Player, PlayerError, Turn, end_of, one_by_one};

/// Principal variation search with a transposition table and quiescence search over forced jumps:
/// `alphabeta@2` with a hand-written evaluation, `alphabeta@3` selective and with an efficiently
/// updatable network. Chooses at random among equally good turns; it keeps no state between turns.
#[derive(Debug)]
pub struct Pvs {
    name: String,
    network: Option<(Arc<Network>, Settings)>,
    search: SearchLimit,
    limit: Option<Limit>,
    searcher: Option<MarginSearcher>,
    info: Option<Info>,
}

impl Pvs {
    /// Creates a player with this name that searches up to `search`: `alphabeta@3` if there is a
    /// network, else `alphabeta@2`.
    pub fn new(
        name: impl Into<String>,
        network: Option<(Arc<Network>, Settings)>,
        search: SearchLimit,
    ) -> Pvs {
        let name = name.into();
        Pvs { name, network, search, limit: None, searcher: None, info: None }
    }
}

impl Player for Pvs {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn set_limit(&mut self, limit: Limit) -> Result<(), MakeError> {
        self.search = SearchLimit::nodes(match limit {
            Limit::Nodes(nodes) => nodes,
            Limit::TimeMs(_) => u64::MAX,
        });
        (self.limit, self.searcher) = (Some(limit), None);
        Ok(())
    }

    fn set_depth(&mut self, depth: u32) {
        let nodes = if self.limit.is_some() { self.search.nodes } else { u64::MAX };
        (self.search, self.searcher) = (SearchLimit { depth, nodes }, None);
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
        let kept = self.searcher.take().filter(|searcher| searcher.variant() == variant);
        let new = || MarginSearcher::new(variant, self.network.clone(), self.search.nodes);
        let mut searcher = kept.unwrap_or_else(new);
        let moves = one_by_one(variant, turns, stopped, |turn, _| {
            let mut ended = end_of(self.limit, stopped);
            let found = searcher.search(turn.position, self.search, turn.generator, &mut ended);
            self.info = Some(Info::of_alphabeta(&found));
            found.best
        });
        self.searcher = Some(searcher);
        moves
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use salta_env::generator;

    #[test]
    fn keeps_to_a_time() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let (position, mut rng) = (variant.start(), generator(1, "test", 0));
        let mut player = Pvs::new("alphabeta@2", None, SearchLimit::depth(1));
        player.set_limit(Limit::TimeMs(20)).unwrap();
        let begun = Instant::now();
        let turn = Turn { slot: 0, position: &position, earlier: &[], generator: &mut rng };
        player.choose(&variant, &mut [turn]).unwrap();
        let spent = begun.elapsed().as_millis();
        assert!((20..2000).contains(&spent), "{spent} ms");
    }
}

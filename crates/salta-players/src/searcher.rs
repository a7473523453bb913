//! The opponents that search: `alphabeta@1`, `alphabeta@2`, `alphabeta@3` and `uct@1`.

use std::sync::Arc;

use salta_core::{Move, Variant};
use salta_nnue::Network;
use salta_opponents::alphabeta2::Limit as SearchLimit;
use salta_opponents::alphabeta3::Settings;
use salta_opponents::{MarginSearcher, alphabeta, uct};

use crate::info::Info;
use crate::limit::Limit;
use crate::player::{MakeError, Player, PlayerError, Turn, end_of, not_limited, one_by_one};

/// A fixed opponent that searches. It chooses at random among equally good turns, and nothing that
/// it keeps between turns changes its play.
#[derive(Debug)]
pub struct Searcher {
    name: String,
    search: Search,
    /// In place of its own setting.
    limit: Option<Limit>,
    /// In place of its own setting.
    depth: Option<u32>,
    info: Option<Info>,
}

/// A search with its own setting.
#[derive(Debug)]
pub(crate) enum Search {
    /// `alphabeta@1`: full-width alpha-beta over turns that evaluates distance, without quiescence
    /// search.
    AlphaBeta { depth: u32 },
    /// Principal variation search with a transposition table and quiescence search over forced
    /// jumps: `alphabeta@2` with a hand-written evaluation, `alphabeta@3` selective and with an
    /// efficiently updatable network.
    Pvs {
        network: Option<(Arc<Network>, Settings)>,
        limit: SearchLimit,
        /// Kept for its allocated memory, with the number of nodes that this is meant for.
        kept: Option<(u64, MarginSearcher)>,
    },
    /// `uct@1`: UCT over turns with short, lightly guided playouts valued by distance; plays the
    /// most visited turn.
    Uct { simulations: u32 },
}

impl Searcher {
    pub(crate) fn new(name: impl ToString, search: Search) -> Searcher {
        Searcher { name: name.to_string(), search, limit: None, depth: None, info: None }
    }
}

impl Search {
    pub(crate) fn pvs(network: Option<(Arc<Network>, Settings)>, limit: SearchLimit) -> Search {
        Search::Pvs { network, limit, kept: None }
    }

    /// Returns a turn and what was found out about it; `ended` says when the time is up.
    fn choose(
        &mut self,
        variant: &Variant,
        turn: &mut Turn<'_>,
        (limit, depth): (Option<Limit>, Option<u32>),
        ended: &mut dyn FnMut() -> bool,
    ) -> (Move, Info) {
        let Turn { position, generator, .. } = turn;
        match self {
            Search::AlphaBeta { depth: own } => {
                let depth = depth.unwrap_or(*own);
                let (mv, value) = alphabeta::best_move(variant, position, depth, *generator);
                let (depth, score) = (Some(depth), Some(f64::from(value)));
                (mv, Info { depth, score, ..Info::default() })
            }
            Search::Pvs { network, limit: own, kept } => {
                let most = pvs_limit(*own, limit, depth);
                let fits = |(nodes, searcher): &(u64, MarginSearcher)| {
                    *nodes == most.nodes && searcher.variant() == variant
                };
                let new = || MarginSearcher::new(variant, network.clone(), most.nodes);
                let known = kept.take().filter(fits).unwrap_or_else(|| (most.nodes, new()));
                let (_, searcher) = kept.insert(known);
                let found = searcher.search(position, most, *generator, ended);
                (found.best, Info::of_alphabeta(&found))
            }
            Search::Uct { simulations: own } => {
                let most =
                    limit.map_or(*own, |limit| nodes_of(limit).try_into().unwrap_or(u32::MAX));
                let found = uct::best_move(variant, position, most, *generator, ended);
                let (simulations, pv) = (Some(found.simulations), vec![found.best]);
                (found.best, Info { simulations, pv, ..Info::default() })
            }
        }
    }
}

fn pvs_limit(own: SearchLimit, limit: Option<Limit>, depth: Option<u32>) -> SearchLimit {
    match (limit.map(nodes_of), depth) {
        (None, None) => own,
        (Some(nodes), None) => SearchLimit::nodes(nodes),
        (nodes, Some(depth)) => SearchLimit { depth, nodes: nodes.unwrap_or(u64::MAX) },
    }
}

/// Nodes within a limit; under a time limit, as many as it takes.
const fn nodes_of(limit: Limit) -> u64 {
    match limit {
        Limit::Nodes(nodes) => nodes,
        Limit::TimeMs(_) => u64::MAX,
    }
}

impl Player for Searcher {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn set_limit(&mut self, limit: Limit) -> Result<(), MakeError> {
        if let Search::AlphaBeta { .. } = self.search {
            return Err(not_limited(&self.name, limit));
        }
        self.limit = Some(limit);
        Ok(())
    }

    fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth);
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
            let mut ended = end_of(self.limit, stopped);
            let limits = (self.limit, self.depth);
            let (mv, info) = self.search.choose(variant, turn, limits, &mut ended);
            self.info = Some(info);
            mv
        })
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
        let search = Search::pvs(None, SearchLimit::depth(1));
        let mut player = Searcher::new("alphabeta@2", search);
        player.set_limit(Limit::TimeMs(20)).unwrap();
        let begun = Instant::now();
        let turn = Turn { slot: 0, position: &position, earlier: &[], generator: &mut rng };
        player.choose(&variant, &mut [turn]).unwrap();
        let spent = begun.elapsed().as_millis();
        assert!((20..2000).contains(&spent), "{spent} ms");
    }
}

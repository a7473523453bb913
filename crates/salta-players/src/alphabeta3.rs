//! The opponent `alphabeta@3`.

use std::sync::Arc;
use std::time::Instant;

use salta_core::{Move, Variant};
use salta_nnue::Network;
use salta_opponents::alphabeta2::Limit as SearchLimit;
use salta_opponents::alphabeta3::{Searcher, Settings};

use crate::insight::Insight;
use crate::limit::Limit;
use crate::player::{MakeError, Player, PlayerError, Turn, one_by_one};

/// `alphabeta@3`: a selective principal variation search whose positions an efficiently updatable
/// network evaluates. It remembers nothing from one turn to the next.
#[derive(Clone, Debug)]
pub struct AlphaBeta3 {
    name: String,
    network: Arc<Network>,
    settings: Settings,
    search: SearchLimit,
    time: Option<Limit>,
    searcher: Option<Searcher>,
    insight: Option<Insight>,
}

impl AlphaBeta3 {
    /// Searches up to `search` with this network, under a name of its own.
    pub fn new(
        name: impl Into<String>,
        network: Arc<Network>,
        settings: Settings,
        search: SearchLimit,
    ) -> AlphaBeta3 {
        let (time, searcher, insight) = (None, None, None);
        AlphaBeta3 { name: name.into(), network, settings, search, time, searcher, insight }
    }
}

impl Player for AlphaBeta3 {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn set_limit(&mut self, limit: Limit) -> Result<(), MakeError> {
        self.search = SearchLimit::nodes(match limit {
            Limit::Nodes(nodes) => nodes,
            Limit::TimeMs(_) => u64::MAX,
        });
        (self.time, self.searcher) = (Some(limit), None);
        Ok(())
    }

    fn insight(&self) -> Option<&Insight> {
        self.insight.as_ref()
    }

    fn choose(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
    ) -> Result<Vec<Move>, PlayerError> {
        self.choose_until(variant, turns, &|| false)
    }

    fn choose_until(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Move>, PlayerError> {
        self.searcher.take_if(|searcher| searcher.variant() != variant);
        let settings = self.settings.for_nodes(self.search.nodes);
        let network = &self.network;
        let searcher = self
            .searcher
            .get_or_insert_with(|| Searcher::new(variant.clone(), Arc::clone(network), settings));
        let time = self.time.and_then(Limit::time);
        one_by_one(variant, turns, stopped, |turn, _| {
            let limit = time.map(|time| (Instant::now(), time));
            let late = || limit.is_some_and(|(begun, time)| begun.elapsed() >= time);
            let found = searcher
                .search(turn.position, self.search, turn.generator, &mut || stopped() || late());
            self.insight = Some(Insight::of_alphabeta(&found));
            found.best
        })
    }
}

//! The opponent `alphabeta@2`.

use std::time::Instant;

use salta_core::{Move, Variant};
use salta_opponents::alphabeta2::{Limit as SearchLimit, Searcher, Settings};

use crate::insight::Insight;
use crate::limit::Limit;
use crate::player::{MakeError, Player, PlayerError, Turn, one_by_one};

/// `alphabeta@2:depth=N` or `alphabeta@2:nodes=N`: principal variation search with a transposition
/// table, quiescence search over forced jumps and an evaluation of more than distance; chooses at
/// random among equally good turns. It keeps no state between turns.
#[derive(Clone, Debug)]
pub struct AlphaBeta2 {
    name: String,
    search: SearchLimit,
    limit: Option<Limit>,
    searcher: Option<Searcher>,
    insight: Option<Insight>,
}

impl AlphaBeta2 {
    /// Searches `depth` turns deep.
    ///
    /// # Panics
    /// If `depth` is 0.
    pub fn to_depth(depth: u32) -> AlphaBeta2 {
        assert!(depth > 0, "a search looks at least one turn ahead");
        AlphaBeta2::within(SearchLimit::depth(depth), format!("depth={depth}"))
    }

    /// Searches as deep as `nodes` nodes allow.
    pub fn with_nodes(nodes: u64) -> AlphaBeta2 {
        AlphaBeta2::within(SearchLimit::nodes(nodes), format!("nodes={nodes}"))
    }

    fn within(search: SearchLimit, option: String) -> AlphaBeta2 {
        let name = format!("alphabeta@2:{option}");
        AlphaBeta2 { name, search, limit: None, searcher: None, insight: None }
    }
}

/// The searcher for `variant`; a new one if the last one is for another variant.
fn searcher<'a>(kept: &'a mut Option<Searcher>, variant: &Variant) -> &'a mut Searcher {
    kept.take_if(|searcher| searcher.variant() != variant);
    kept.get_or_insert_with(|| Searcher::new(variant.clone(), Settings::ALPHABETA_2))
}

impl Player for AlphaBeta2 {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn set_limit(&mut self, limit: Limit) -> Result<(), MakeError> {
        self.search = SearchLimit::nodes(match limit {
            Limit::Nodes(nodes) => nodes,
            Limit::TimeMs(_) => u64::MAX,
        });
        self.limit = Some(limit);
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
        let searcher = searcher(&mut self.searcher, variant);
        let time = self.limit.and_then(Limit::time);
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

#[cfg(test)]
mod tests {
    use super::*;
    use salta_env::generator;

    #[test]
    fn keeps_to_a_time() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let (position, mut rng) = (variant.start(), generator(1, "test", 0));
        let mut player = AlphaBeta2::to_depth(1);
        player.set_limit(Limit::TimeMs(20)).unwrap();
        let begun = Instant::now();
        let turn = Turn { slot: 0, position: &position, generator: &mut rng };
        player.choose(&variant, &mut [turn]).unwrap();
        let spent = begun.elapsed().as_millis();
        assert!((20..2000).contains(&spent), "{spent} ms");
    }
}

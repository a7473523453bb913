//! Evaluates every turn by alpha-beta, one depth after another.

use std::sync::Arc;

use salta_core::{Move, Position, Variant};
use salta_env::{Generator, generator};
use salta_nnue::Network;
use salta_opponents::MarginSearcher;
use salta_opponents::alphabeta2::Limit;

use crate::centipoints::Centipoints;
use crate::classical::score_after;
use crate::engine::{Engine, EvaluationError};
use crate::margin::{END_NODES, at_end, seen_by};
use crate::opinion::{Candidate, Opinion};

/// Bound on every margin: from both sides' distances at the start of any variant or in any
/// scrambled position.
const MOST: i32 = 15_000;

/// The search of `alphabeta@2`, or of `alphabeta@3` if there is a network, for every turn of a
/// position, not only the best one; gives an opinion for each depth.
pub struct EveryTurn {
    searcher: MarginSearcher,
    limit: Limit,
    root: Position,
    candidates: Vec<Candidate>,
    depth: u32,
    nodes: u64,
    random: Generator,
}

impl EveryTurn {
    /// A search of positions of `variant`; the limit's nodes cover all turns and depths.
    pub fn new(variant: &Variant, network: Option<Arc<Network>>, limit: Limit) -> EveryTurn {
        EveryTurn {
            searcher: MarginSearcher::in_points(variant, network, limit.nodes),
            limit,
            root: variant.start(),
            candidates: Vec::new(),
            depth: 1,
            nodes: 0,
            random: generator(0, "analysis", 0),
        }
    }

    /// White's margin and the line after `mv`, `depth` − 1 turns deep; `None` if stopped.
    fn value(
        &mut self,
        mv: Move,
        depth: u32,
        stopped: &mut dyn FnMut() -> bool,
    ) -> Option<(Centipoints, Vec<Move>)> {
        // A short search ends before it polls `stopped` itself.
        if stopped() {
            return None;
        }
        let variant = self.searcher.variant();
        let after = variant.after(&self.root, mv);
        if variant.is_over(&after) {
            return Some((at_end(variant, &after, END_NODES), vec![mv]));
        }
        let left = self.limit.nodes.saturating_sub(self.nodes);
        let limit = Limit { depth: depth - 1, nodes: left };
        let found = self.searcher.search(&after, limit, &mut self.random, stopped);
        self.nodes += found.nodes;
        if found.depth < limit.depth {
            return None;
        }
        let value = Centipoints(found.value.clamp(-MOST, MOST));
        let mut line = vec![mv];
        line.extend(found.principal_variation);
        Some((seen_by(after.to_move(), value), line))
    }

    /// The complete next depth; results interrupted by a stop or the budget are discarded.
    fn deepen(&mut self, stopped: &mut dyn FnMut() -> bool) -> Option<Opinion> {
        let depth = self.depth + 1;
        if depth > self.limit.depth {
            return None;
        }
        let mut candidates = self.candidates.clone();
        for candidate in &mut candidates {
            (candidate.margin, candidate.line) = self.value(candidate.mv, depth, stopped)?;
        }
        candidates.sort_by_key(|candidate| -seen_by(self.root.to_move(), candidate.margin));
        (self.depth, self.candidates) = (depth, candidates.clone());
        let best = candidates.first()?;
        let (margin, score) = (best.margin, score_after(&mut self.searcher, self.root, &best.line));
        Some(Opinion { margin, score, effort: self.nodes, depth, candidates })
    }
}

impl Engine for EveryTurn {
    fn begin(&mut self, position: &Position) {
        let candidate = |mv| Candidate::new(mv, Centipoints::ZERO, vec![mv]);
        let moves = self.searcher.variant().moves(position);
        self.candidates = moves.into_iter().map(candidate).collect();
        (self.root, self.depth, self.nodes) = (*position, 1, 0);
        self.random = generator(0, "analysis", 0);
    }

    fn think(
        &mut self,
        stopped: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Opinion>, EvaluationError> {
        Ok(self.deepen(stopped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forced_jump_is_seen() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let line = "eOc1a/Fdhbf/j1Mg1/o1m2/3l1/1Li2/Kn1NJ/2G2/BCHI1/A1kDE w 40";
        let position = variant.parse_position(line).unwrap();
        let opinion = |network| {
            let limit = Limit { depth: 5, nodes: 60_000 };
            let mut engine = EveryTurn::new(&variant, network, limit);
            engine.settle(&position, &mut || false).unwrap().unwrap()
        };
        let (hand, network) = (opinion(None), opinion(Some(Network::shipped())));
        for opinion in [&hand, &network] {
            assert_eq!(opinion.candidates.len(), 1);
            assert!(opinion.depth > 1 && opinion.candidates[0].line.len() > 1);
        }
        assert_ne!(hand.margin, network.margin);
    }

    #[test]
    fn a_stop_leaves_nothing_half_done() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let mut engine = EveryTurn::new(&variant, None, Limit::depth(20));
        engine.begin(&variant.start());
        assert!(engine.think(&mut || false).unwrap().is_some());
        assert!(engine.think(&mut || true).unwrap().is_none());
    }
}

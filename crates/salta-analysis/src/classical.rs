//! The engines `alphabeta@2` and `alphabeta@3`, which evaluate positions.

use std::sync::Arc;

use salta_core::{Move, Position, Side, Variant};
use salta_env::generator;
use salta_nnue::Network;
use salta_opponents::MarginSearcher;
use salta_opponents::alphabeta2::Limit;

use crate::centipoints::Centipoints;
use crate::engine::{Engine, EvaluationError};
use crate::margin::{END_NODES, at_end, seen_by};
use crate::opinion::{Candidate, Opinion};

/// An alpha-beta search that gives one opinion per position, with its best turn. The choice among
/// equally good turns depends only on the ply.
pub struct Classical {
    searcher: MarginSearcher,
    limit: Limit,
    root: Option<Position>,
}

impl Classical {
    /// `alphabeta@2` within `limit` on positions of `variant`.
    pub fn new(variant: &Variant, limit: Limit) -> Classical {
        Classical::with_network(variant, None, limit)
    }

    /// Like [`Classical::new`], with a network if one is given: `alphabeta@3`.
    pub fn with_network(
        variant: &Variant,
        network: Option<Arc<Network>>,
        limit: Limit,
    ) -> Classical {
        let searcher = MarginSearcher::in_points(variant, network, limit.nodes);
        Classical { searcher, limit, root: None }
    }
}

impl Engine for Classical {
    fn begin(&mut self, position: &Position) {
        self.root = Some(*position);
    }

    fn think(
        &mut self,
        stopped: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Opinion>, EvaluationError> {
        let Some(root) = self.root.take().filter(|_| !stopped()) else { return Ok(None) };
        let mut random = generator(0, "study-engine", root.plies().into());
        let mut found = self.searcher.search(&root, self.limit, &mut random, stopped);
        if found.depth == 0 && !stopped() {
            // The limit did not suffice to evaluate every turn once.
            found = self.searcher.search(&root, Limit::depth(1), &mut random, stopped);
        }
        if found.depth == 0 {
            return Ok(None);
        }
        let margin = seen_by(root.to_move(), Centipoints(found.value));
        let best = Candidate::new(found.best, margin, found.principal_variation);
        let score = score_after(&mut self.searcher, root, &best.line);
        let (effort, depth) = (found.nodes, found.depth);
        Ok(Some(Opinion { margin, score, effort, depth, candidates: vec![best] }))
    }
}

/// White's expected score at the end of `line`: the network's, or the result if the game is over;
/// `None` without a network.
pub(crate) fn score_after(
    searcher: &mut MarginSearcher,
    mut position: Position,
    line: &[Move],
) -> Option<f32> {
    line.iter().for_each(|mv| searcher.variant().apply_move(&mut position, *mv));
    let score = searcher.expected_score(&position)?;
    if searcher.variant().is_over(&position) {
        let margin = at_end(searcher.variant(), &position, END_NODES);
        return Some((1 + margin.0.signum()) as f32 / 2.0);
    }
    Some(if position.to_move() == Side::White { score } else { 1.0 - score })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opinion(of: &str, network: Option<Arc<Network>>, limit: Limit, line: &str) -> Opinion {
        let variant = Variant::named(of).unwrap();
        let position = variant.parse_position(line).unwrap();
        let mut engine = Classical::with_network(&variant, network, limit);
        engine.settle(&position, &mut || false).unwrap().unwrap()
    }

    #[test]
    fn values_are_whites_whoever_moves() {
        for (line, sign) in [
            ("5/5/5/A4/5/5/5/5/a4/5 w 0", 1),
            ("5/5/5/A4/5/5/5/5/a4/5 b 1", 1),
            ("5/5/5/5/5/5/4a/5/5/A4 w 0", -1),
            ("5/5/5/5/5/5/4a/5/5/A4 b 1", -1),
        ] {
            let opinion = opinion("buettgenbach-1899", None, Limit::depth(2), line);
            assert!(sign * opinion.margin.0 > 100, "{line}");
        }
    }

    #[test]
    fn a_network_expects_a_score() {
        let score =
            |line, network| opinion("buettgenbach-1899", network, Limit::depth(2), line).score;
        let network = || Some(Network::shipped());
        let (ahead, behind) = ("5/5/5/A4/5/5/5/5/a4/5 w 0", "5/5/5/5/5/5/4a/5/5/A4 b 1");
        assert!(score(ahead, network()).unwrap() > 0.5 && score(behind, network()).unwrap() < 0.5);
        assert_eq!(score(ahead, None), None);
        // The move limit ends the game after this turn, with a certain result.
        assert_eq!(score("5/5/5/A4/5/5/5/5/a4/5 b 239", network()), Some(1.0));
    }

    #[test]
    fn a_limit_that_is_too_low_still_gives_an_evaluation() {
        let line = "5/5/5/A4/5/5/5/5/a4/5 w 0";
        let opinion = opinion("buettgenbach-1899", None, Limit::nodes(1), line);
        assert!(opinion.depth == 1 && opinion.margin.0 > 100, "{opinion:?}");
    }

    #[test]
    fn a_network_sees_the_rules_as_they_are() {
        let variant = Variant::named("walker").unwrap();
        let network = Network::shipped_as("all-variants").unwrap();
        let mut engine =
            Classical::with_network(&variant, Some(Arc::clone(&network)), Limit::depth(1));
        let found = engine.settle(&variant.start(), &mut || false).unwrap().unwrap();
        // The best of the values after each turn, as the network gives them for `walker` itself.
        let mut evaluator = salta_nnue::Evaluator::new(network, &variant, 1);
        let values = variant.moves(&variant.start()).into_iter().map(|mv| {
            let after = variant.after(&variant.start(), mv);
            evaluator.reset(&after);
            -evaluator.evaluate(0, &after).margin
        });
        let best = Centipoints(values.max().unwrap());
        assert_eq!(found.margin, seen_by(variant.start().to_move(), best));
    }

    #[test]
    fn a_win_is_counted_in_points() {
        let opinion = opinion("walker", None, Limit::depth(3), "5/5/5/A4/5/5/5/5/5/a4 w 1");
        assert!((100..2000).contains(&opinion.margin.0));
    }
}

//! The engine `alphabeta@2`, which evaluates positions.

use salta_core::{Position, Variant};
use salta_env::generator;
use salta_opponents::alphabeta2::{Limit, Searcher, Settings};

use crate::centipoints::Centipoints;
use crate::engine::{Engine, EvaluationError};
use crate::margin::{seen_by, with_points};
use crate::opinion::{Candidate, Opinion};

/// The search of `alphabeta@2` with its best turn, as one opinion per position. The choice among
/// equally good turns depends on the ply alone.
pub struct Classical {
    searcher: Searcher,
    limit: Limit,
    root: Option<Position>,
}

impl Classical {
    /// A search within `limit` of positions of `variant`.
    pub fn new(variant: &Variant, limit: Limit) -> Classical {
        let searcher = Searcher::new(with_points(variant), Settings::ALPHABETA_2);
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
        let found = self.searcher.search(&root, self.limit, &mut random, stopped);
        let margin = seen_by(root.to_move(), Centipoints(found.value));
        let best = Candidate {
            mv: found.best,
            open: false,
            margin,
            visits: None,
            prior: None,
            line: found.principal_variation,
        };
        let (effort, depth) = (found.nodes, found.depth);
        Ok(Some(Opinion { margin, score: None, effort, depth, candidates: vec![best] }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn margin(variant: &str, depth: u32, line: &str) -> i32 {
        let variant = Variant::named(variant).unwrap();
        let position = variant.parse_position(line).unwrap();
        let mut engine = Classical::new(&variant, Limit::depth(depth));
        engine.settle(&position, &mut || false).unwrap().unwrap().margin.0
    }

    #[test]
    fn values_are_whites_whoever_moves() {
        for (line, sign) in [
            ("5/5/5/A4/5/5/5/5/a4/5 w 0", 1),
            ("5/5/5/A4/5/5/5/5/a4/5 b 1", 1),
            ("5/5/5/5/5/5/4a/5/5/A4 w 0", -1),
            ("5/5/5/5/5/5/4a/5/5/A4 b 1", -1),
        ] {
            assert!(sign * margin("buettgenbach-1899", 2, line) > 100, "{line}");
        }
    }

    #[test]
    fn a_win_is_counted_in_points() {
        assert!((100..2000).contains(&margin("walker", 3, "5/5/5/A4/5/5/5/5/5/a4 w 1")));
    }
}

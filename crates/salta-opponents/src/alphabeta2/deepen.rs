//! Iterative deepening at the root: each depth begins with the best move of the last.

use rand::Rng;
use rand::seq::SliceRandom;
use salta_core::{Move, Position};

use super::node::Node;
use super::search::Searcher;
use super::settings::{Found, Limit};
use super::table::MAX_DEPTH;
use crate::pvs::{Budget, INFINITE, Stopped, Window, furthest, principal_variation};

impl Searcher {
    /// The best move within the limit. Ties are broken by the generator. `stop` is called every
    /// 1,024 nodes; once it returns `true`, the best move so far is taken.
    ///
    /// # Panics
    /// If the game is over, or the limit is of depth 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::SmallRng};
    /// use salta_core::Variant;
    /// use salta_opponents::alphabeta2::{Limit, Searcher, Settings};
    ///
    /// let variant = Variant::named("buettgenbach-1899").unwrap();
    /// let mut searcher = Searcher::new(variant.clone(), Settings::ALPHABETA_2);
    /// let mut rng = SmallRng::seed_from_u64(1);
    /// let limit = Limit::nodes(2000);
    /// let found = searcher.search(&variant.start(), limit, &mut rng, &mut || false);
    /// assert!(found.nodes <= 2000 && found.depth >= 2);
    /// assert_eq!(found.principal_variation[0], found.best);
    /// ```
    pub fn search<R: Rng + ?Sized>(
        &mut self,
        position: &Position,
        limit: Limit,
        rng: &mut R,
        stop: &mut dyn FnMut() -> bool,
    ) -> Found {
        assert!(limit.depth > 0, "a search looks at least one turn ahead");
        let mut moves = self.variant.moves(position);
        assert!(!moves.is_empty(), "the game is over");
        moves.shuffle(rng);
        self.table.clear();
        self.order.clear();
        self.nodes = 0;
        let root = Node::new(&self.variant, &self.values, position);
        let best = furthest(&self.variant, position, &moves);
        let mut found =
            Found { best, value: 0, depth: 0, nodes: 0, principal_variation: Vec::new() };
        let mut budget = Budget { nodes: limit.nodes, stop };
        for depth in 1..=limit.depth.min(MAX_DEPTH) {
            let whole = self.iterate(&root, depth, &mut moves, &mut found, &mut budget).is_ok();
            found.nodes = self.nodes;
            if !whole {
                break;
            }
            found.depth = depth;
        }
        let known = |node: &Node| self.known(node).map(|entry| entry.best);
        found.principal_variation =
            principal_variation(&self.variant, &self.values, root, found.best, found.depth, known);
        found
    }

    /// Searches every turn to `depth`, the last iteration's best first. A better turn found before
    /// the budget ends counts.
    fn iterate(
        &mut self,
        root: &Node,
        depth: u32,
        moves: &mut [Move],
        found: &mut Found,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let at = moves.iter().position(|mv| *mv == found.best).expect("a legal turn");
        moves[..=at].rotate_right(1);
        let mut window = Window { alpha: -INFINITE, beta: INFINITE };
        for (tried, mv) in moves.iter().enumerate() {
            let child = root.after(&self.variant, &self.values, *mv);
            let value = self.child_value(&child, depth - 1, 1, window, tried == 0, budget)?;
            if value > window.alpha {
                (found.best, found.value, window.alpha) = (*mv, value, value);
            }
        }
        Ok(())
    }
}

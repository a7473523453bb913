//! Iterative deepening at the root: each depth begins with the best move of the last, and with a
//! window around its value.

use rand::Rng;
use rand::seq::SliceRandom;
use salta_core::{Move, Position};

use super::search::{At, Searcher};
use super::selective::ASPIRATION;
use super::settings::Technique;
use crate::alphabeta2::node::Node;
use crate::alphabeta2::table::MAX_DEPTH;
use crate::alphabeta2::{Found, Limit};
use crate::pvs::{Budget, INFINITE, Stopped, Window, furthest, principal_variation};

/// The first depth that begins with a narrow window.
const ASPIRATION_DEPTH: u32 = 4;

impl Searcher {
    /// The best move within the limit. Ties are broken by the generator. `stop` is called every
    /// 1,024 nodes; once it returns `true`, the best move so far is taken.
    ///
    /// # Panics
    /// If the game is over, or the limit is of depth 0.
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
        self.evaluator.reset(position);
        (self.nodes, self.evaluations) = (0, 0);
        let root = Node::new(&self.variant, &self.values, position);
        let best = furthest(&self.variant, position, &moves);
        let mut found =
            Found { best, value: 0, depth: 0, nodes: 0, principal_variation: Vec::new() };
        let mut budget = Budget { nodes: limit.nodes, stop };
        for depth in 1..=limit.depth.min(MAX_DEPTH) {
            let whole = self.deepen(&root, depth, &mut moves, &mut found, &mut budget).is_ok();
            found.nodes = self.nodes;
            if !whole {
                break;
            }
            found.depth = depth;
        }
        let known = |node: &Node| self.table.get(node.key()).map(|entry| entry.best);
        found.principal_variation =
            principal_variation(&self.variant, &self.values, root, found.best, found.depth, known);
        found
    }

    /// One iteration: a window around the last value, widened on the side where it fails.
    fn deepen(
        &mut self,
        root: &Node,
        depth: u32,
        moves: &mut [Move],
        found: &mut Found,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let narrow = depth >= ASPIRATION_DEPTH && self.settings.uses(Technique::Aspiration);
        let mut half = if narrow { ASPIRATION } else { INFINITE };
        let mut window = Window {
            alpha: (found.value - half).max(-INFINITE),
            beta: (found.value + half).min(INFINITE),
        };
        loop {
            let value = self.iterate(root, depth, window, moves, found, budget)?;
            half = half.saturating_mul(4);
            if value <= window.alpha && window.alpha > -INFINITE {
                window.alpha = (value - half).max(-INFINITE);
            } else if value >= window.beta && window.beta < INFINITE {
                window.beta = value.saturating_add(half).min(INFINITE);
            } else {
                return Ok(());
            }
            if half > 10_000 {
                window = Window { alpha: -INFINITE, beta: INFINITE };
            }
        }
    }

    /// Searches every turn to `depth`, the best so far first. A better turn found before the budget
    /// ends counts.
    fn iterate(
        &mut self,
        root: &Node,
        depth: u32,
        window: Window,
        moves: &mut [Move],
        found: &mut Found,
        budget: &mut Budget<'_>,
    ) -> Result<i32, Stopped> {
        let first = moves.iter().position(|mv| *mv == found.best).expect("a legal turn");
        moves[..=first].rotate_right(1);
        let (mut best, mut open) = (-INFINITE, window);
        let at = At { ply: 0, depth: depth as i32 };
        for (tried, mv) in moves.iter().enumerate() {
            let child = self.child(root, *mv, 1);
            let value = self.child_value(&child, at, tried, open, budget)?;
            best = best.max(value);
            if value > open.alpha {
                (found.best, found.value, open.alpha) = (*mv, value, value);
            }
            if value >= open.beta {
                break;
            }
        }
        Ok(best)
    }
}

//! Principal variation search with a transposition table.

use rand::Rng;
use salta_core::{Move, Position, Side, Variant};

use super::ends::Ends;
use super::evaluate::evaluate;
use super::node::Node;
use super::order::{cut, rank};
use super::settings::{Found, Limit, Settings};
use super::table::TranspositionTable;
use crate::order::Order;
use crate::pvs::{
    Budget, Frame, INFINITE, MAX_FORCED, PrincipalVariationSearch, Ranked, Stopped, Window, pick,
};

/// Base-2 logarithm of the number of arrangements of a side whose exact counts are cached.
const ENDS_BITS: u32 = 14;

/// Searches positions of one variant. The results depend only on the arguments: between searches it
/// keeps nothing but allocated memory and exact counts.
#[derive(Debug)]
pub struct Searcher {
    frame: Frame,
    pub(super) settings: Settings,
}

impl Searcher {
    /// Creates a searcher of positions of `variant`.
    pub fn new(variant: Variant, settings: Settings) -> Searcher {
        let ends = Ends::new(ENDS_BITS, settings.exact_nodes, settings.exact_plies);
        let table = TranspositionTable::new(settings.table_bits);
        Searcher { frame: Frame::new(variant, &settings.weights, table, ends), settings }
    }

    /// The variant that it searches.
    pub fn variant(&self) -> &Variant {
        &self.frame.variant
    }

    /// Returns the best move within the limit. The generator breaks ties. `stop` is called every
    /// 1,024 nodes; once it returns `true`, the search returns the best move so far.
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
        self.find(position, limit, rng, stop)
    }

    /// Returns the value of a node for its mover, `ply` turns from the root, searched `depth` turns
    /// ahead: exact within the window, a bound outside.
    fn value(
        &mut self,
        node: &Node,
        depth: u32,
        ply: usize,
        window: Window,
        budget: &mut Budget<'_>,
    ) -> Result<i32, Stopped> {
        if depth == 0 {
            return self.quiet_value(node, ply, MAX_FORCED, window, budget);
        }
        budget.count(&mut self.frame.nodes)?;
        let known = self.frame.table.get(node.key());
        if let Some(value) = known.and_then(|e| e.answer(depth, window.alpha, window.beta)) {
            return Ok(value);
        }
        let mut moves = self.ranked_moves(node, ply, known.map(|entry| entry.best));
        let found = if moves.is_empty() {
            Ok(self.frame.ends.value(&self.frame.variant, node, ply))
        } else {
            self.best_of(node, depth, ply, window, &mut moves, budget)
        };
        self.frame.moves[ply] = moves;
        found
    }

    fn best_of(
        &mut self,
        node: &Node,
        depth: u32,
        ply: usize,
        window: Window,
        moves: &mut [Ranked],
        budget: &mut Budget<'_>,
    ) -> Result<i32, Stopped> {
        let (mut best, mut value, mut open) = (moves[0].1, -INFINITE, window);
        for tried in 0..moves.len() {
            let mv = pick(moves, tried);
            let child = self.frame.after(node, mv);
            let reached = self.child_value(&child, depth - 1, ply + 1, open, tried == 0, budget)?;
            if reached > value {
                (best, value) = (mv, reached);
            }
            open.alpha = open.alpha.max(value);
            if open.alpha >= open.beta {
                cut(&mut self.frame.order, ply, node.position.to_move(), mv, depth);
                break;
            }
        }
        self.frame.remember(node, depth, window, value, best);
        Ok(value)
    }

    /// Returns the value of a child for the mover of its parent. All children but the first are
    /// searched with an empty window, and again with the whole one if they turn out better.
    fn child_value(
        &mut self,
        child: &Node,
        depth: u32,
        ply: usize,
        window: Window,
        first: bool,
        budget: &mut Budget<'_>,
    ) -> Result<i32, Stopped> {
        if !first {
            let value =
                -self.value(child, depth, ply, Window::above(window.alpha).negated(), budget)?;
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
        }
        Ok(-self.value(child, depth, ply, window.negated(), budget)?)
    }
}

impl PrincipalVariationSearch for Searcher {
    #[inline(always)]
    fn frame(&self) -> &Frame {
        &self.frame
    }

    #[inline(always)]
    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn child(&mut self, node: &Node, mv: Move, _ply: usize) -> Node {
        self.frame.after(node, mv)
    }

    fn evaluate(&mut self, node: &Node, _ply: usize) -> i32 {
        evaluate(&self.frame.variant, &self.settings.weights, node)
    }

    #[inline]
    fn rank(order: &Order, ply: usize, side: Side, mv: Move, gain: i32) -> i32 {
        rank(order, ply, side, mv, gain)
    }

    fn deepen(
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
            let child = self.frame.after(root, *mv);
            let value = self.child_value(&child, depth - 1, 1, window, tried == 0, budget)?;
            if value > window.alpha {
                (found.best, found.value, window.alpha) = (*mv, value, value);
            }
        }
        Ok(())
    }
}

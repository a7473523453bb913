//! The searcher of `alphabeta@2`: a principal variation search (`pvs.rs`) of full width.

use rand::Rng;
use salta_core::{Move, Position, Side, Variant};

use super::ends::Ends;
use super::evaluate::evaluate;
use super::node::Node;
use super::order::{cut, rank};
use super::settings::{Found, Limit, Settings};
use super::table::TranspositionTable;
use crate::order::Order;
use crate::pvs::{At, Budget, Frame, PrincipalVariationSearch, Ranked, Stopped, Window};

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

    fn learn(&mut self, node: &Node, at: At, _before: &[Ranked], mv: Move) {
        cut(&mut self.frame.order, at.ply, node.position.to_move(), mv, at.depth);
    }

    fn deepen(
        &mut self,
        root: &Node,
        depth: u32,
        moves: &mut [Move],
        found: &mut Found,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        self.iterate(root, depth, Window::WHOLE, moves, found, budget).map(drop)
    }
}

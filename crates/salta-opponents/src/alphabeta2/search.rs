//! The searcher of `alphabeta@2`: a principal variation search (`pvs.rs`) of full width.

use rand::Rng;
use salta_core::{Move, Position, Side, Variant};

use super::evaluate::evaluate;
use super::limit::{Found, Limit};
use super::node::Node;
use super::table::TranspositionTable;
use super::weights::Weights;
use crate::order::Order;
use crate::pvs::{At, Frame, PrincipalVariationSearch, Ranked};

/// The transposition table has 2^this entries of 16 bytes.
const TABLE_BITS: u32 = 18;
const KILLER: i32 = 1 << 28;
/// The rank of a step nearer to the goal, which outweighs any history.
const GAIN: i32 = 1 << 20;
const MAX_HISTORY: i32 = GAIN / 2;

/// Searches positions of one variant. The results depend only on the arguments: between searches it
/// keeps nothing but allocated memory and exact counts.
#[derive(Debug)]
pub struct Searcher {
    frame: Frame,
    weights: Weights,
}

impl Searcher {
    /// Creates a searcher of positions of `variant`.
    pub fn new(variant: Variant) -> Searcher {
        Searcher::with(variant, Weights::ALPHABETA_2, TABLE_BITS)
    }

    /// Like [`Searcher::new`], with other weights and a table of 2^`table_bits` entries.
    pub(super) fn with(variant: Variant, weights: Weights, table_bits: u32) -> Searcher {
        let table = TranspositionTable::new(table_bits);
        Searcher { frame: Frame::new(variant, &weights, table), weights }
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

    fn evaluate(&mut self, node: &Node, _ply: usize) -> i32 {
        evaluate(&self.frame.variant, &self.weights, node)
    }

    #[inline]
    fn rank(order: &Order, ply: usize, side: Side, mv: Move, gain: i32) -> i32 {
        if order.is_killer(ply, mv) {
            return KILLER;
        }
        GAIN * gain + order.history(side, mv)
    }

    fn learn(&mut self, node: &Node, at: At, _before: &[Ranked], mv: Move) {
        let order = &mut self.frame.order;
        order.kill(at.ply, mv);
        let history = order.history_mut(node.position.to_move(), mv);
        *history = (*history + at.depth * at.depth).min(MAX_HISTORY);
    }
}

//! Principal variation search (Marsland and Campbell 1982) with a transposition table, and
//! quiescence over forced jumps.

use salta_core::{Move, Variant};

use super::ends::Ends;
use super::evaluate::evaluate;
use super::node::Node;
use super::order::Order;
use super::settings::Settings;
use super::table::{Entry, MAX_DEPTH, TranspositionTable};
use super::weights::SquareValues;
use crate::pvs::{
    Budget, INFINITE, MAX_FORCED, Ranked, Stopped, Window, must_jump, pick, rank_moves,
};

/// Arrangements of a side whose exact counts are remembered: 2 to this power.
const ENDS_BITS: u32 = 14;

/// Searches positions of one variant. What it finds depends on its arguments alone: from one search
/// to the next nothing is kept but memory and exact counts.
#[derive(Clone, Debug)]
pub struct Searcher {
    pub(super) variant: Variant,
    pub(super) settings: Settings,
    pub(super) values: SquareValues,
    pub(super) table: TranspositionTable,
    pub(super) order: Order,
    pub(super) nodes: u64,
    ends: Ends,
    /// Turns of the nodes on the way, by ply from the root.
    moves: Vec<Vec<Ranked>>,
}

impl Searcher {
    /// A searcher of positions of `variant`.
    pub fn new(variant: Variant, settings: Settings) -> Searcher {
        let plies = MAX_DEPTH as usize + MAX_FORCED + 1;
        Searcher {
            values: SquareValues::new(&variant, &settings.weights),
            table: TranspositionTable::new(settings.table_bits.unwrap_or(0)),
            order: Order::new(plies),
            ends: Ends::new(ENDS_BITS, settings.exact_nodes, settings.exact_plies),
            moves: vec![Vec::new(); plies],
            nodes: 0,
            variant,
            settings,
        }
    }

    /// The variant that it searches.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The value of a node for its mover, `ply` turns from the root, looking `depth` turns ahead: it
    /// itself within the window, a bound outside.
    pub(super) fn value(
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
        budget.count(&mut self.nodes)?;
        let known = self.known(node);
        if let Some(value) = known.and_then(|e| e.answer(depth, window.alpha, window.beta)) {
            return Ok(value);
        }
        let mut moves = self.ranked_moves(node, ply, known.map(|entry| entry.best));
        let found = if moves.is_empty() {
            Ok(self.ends.value(&self.variant, node, ply))
        } else {
            self.best_of(node, depth, ply, window, &mut moves, budget)
        };
        self.moves[ply] = moves;
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
            let mv = self.next_move(moves, tried);
            let child = node.after(&self.variant, &self.values, mv);
            let reached = self.child_value(&child, depth - 1, ply + 1, open, tried == 0, budget)?;
            if reached > value {
                (best, value) = (mv, reached);
            }
            open.alpha = open.alpha.max(value);
            if open.alpha >= open.beta {
                self.order.cut(ply, node.position.to_move(), mv, depth);
                break;
            }
        }
        self.remember(node, depth, window, value, best);
        Ok(value)
    }

    /// The value of a child for the mover before it. All but the first are only asked whether they
    /// are better, and searched again if so.
    pub(super) fn child_value(
        &mut self,
        child: &Node,
        depth: u32,
        ply: usize,
        window: Window,
        first: bool,
        budget: &mut Budget<'_>,
    ) -> Result<i32, Stopped> {
        if !first && self.settings.empty_windows {
            let value =
                -self.value(child, depth, ply, Window::above(window.alpha).negated(), budget)?;
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
        }
        Ok(-self.value(child, depth, ply, window.negated(), budget)?)
    }

    /// The value once no jump is forced. `left` more jumps are followed.
    fn quiet_value(
        &mut self,
        node: &Node,
        ply: usize,
        left: usize,
        window: Window,
        budget: &mut Budget<'_>,
    ) -> Result<i32, Stopped> {
        budget.count(&mut self.nodes)?;
        let legal = self.variant.legal(&node.position);
        if legal.is_empty() {
            return Ok(self.ends.value(&self.variant, node, ply));
        }
        if left == 0 || !must_jump(&self.variant, &node.position, &legal) {
            return Ok(evaluate(&self.variant, &self.settings.weights, node));
        }
        let mut moves = self.ranked_moves(node, ply, None);
        let (mut value, mut open) = (-INFINITE, window);
        for tried in 0..moves.len() {
            let mv = self.next_move(&mut moves, tried);
            let child = node.after(&self.variant, &self.values, mv);
            let reached = -self.quiet_value(&child, ply + 1, left - 1, open.negated(), budget)?;
            value = value.max(reached);
            open.alpha = open.alpha.max(value);
            if open.alpha >= open.beta {
                break;
            }
        }
        self.moves[ply] = moves;
        Ok(value)
    }

    /// The legal turns with their ranks, in the buffer of the ply, which the caller puts back.
    fn ranked_moves(&mut self, node: &Node, ply: usize, first: Option<Move>) -> Vec<Ranked> {
        let mut moves = std::mem::take(&mut self.moves[ply]);
        let rank = |side, mv, gain| self.order.rank(ply, side, mv, gain);
        rank_moves(&self.variant, &node.position, first, &mut moves, rank);
        moves
    }

    pub(super) fn next_move(&self, moves: &mut [Ranked], tried: usize) -> Move {
        if self.settings.ordering { pick(moves, tried) } else { moves[tried].1 }
    }

    pub(super) fn known(&self, node: &Node) -> Option<Entry> {
        self.settings.table_bits.and_then(|_| self.table.get(node.key()))
    }

    fn remember(&mut self, node: &Node, depth: u32, window: Window, value: i32, best: Move) {
        if self.settings.table_bits.is_none() {
            return;
        }
        let entry = Entry { value, bound: window.bound(value), depth, best };
        self.table.put(node.key(), entry);
    }
}

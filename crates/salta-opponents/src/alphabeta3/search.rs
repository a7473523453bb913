//! Principal variation search (Marsland and Campbell 1982) with a transposition table and selective
//! depth, and quiescence over forced jumps.

use std::sync::Arc;

use salta_core::rules::Jumping;
use salta_core::{Move, NodeBudget, Variant};
use salta_nnue::{Evaluator, Network};

use super::order::Order;
use super::selective::{FUTILITY_DEPTH, LATE_DEPTH, futility_margin, late_count, reduction};
use super::settings::{Settings, Technique};
use crate::alphabeta2::Weights;
use crate::alphabeta2::ends::Ends;
use crate::alphabeta2::node::Node;
use crate::alphabeta2::table::{Entry, MAX_DEPTH, TranspositionTable};
use crate::alphabeta2::weights::SquareValues;
use crate::pvs::{
    Budget, INFINITE, MAX_FORCED, Ranked, Stopped, Window, must_jump, pick, rank_moves,
};

/// Arrangements of a side whose exact counts are remembered: 2 to this power.
const ENDS_BITS: u32 = 14;
/// Node budget of an exact count, and plies from the root up to which ends are counted so.
const EXACT_NODES: NodeBudget = NodeBudget(500);
const EXACT_PLIES: usize = 2;
/// Turns from the root that a line may reach.
const MAX_PLY: usize = MAX_DEPTH as usize;

/// Searches positions of one variant. What it finds depends on its arguments alone: from one search
/// to the next nothing is kept but memory and exact counts.
#[derive(Clone, Debug)]
pub struct Searcher {
    pub(super) variant: Variant,
    pub(super) settings: Settings,
    pub(super) values: SquareValues,
    pub(super) evaluator: Evaluator,
    pub(super) table: TranspositionTable,
    pub(super) order: Order,
    pub(super) nodes: u64,
    /// Evaluations by the network.
    pub(super) evaluations: u64,
    ends: Ends,
    /// Turns of the nodes on the way, by ply from the root.
    moves: Vec<Vec<Ranked>>,
}

/// Where in the tree a node is.
#[derive(Clone, Copy)]
pub(super) struct At {
    /// Turns from the root.
    pub(super) ply: usize,
    /// Turns to look ahead.
    pub(super) depth: i32,
}

impl Searcher {
    /// A searcher of positions of `variant`.
    pub fn new(variant: Variant, network: Arc<Network>, settings: Settings) -> Searcher {
        let plies = MAX_PLY + MAX_FORCED + 1;
        Searcher {
            values: SquareValues::new(&variant, &Weights::DISTANCE),
            evaluator: Evaluator::new(network, &variant, plies),
            table: TranspositionTable::new(settings.table_bits),
            order: Order::new(plies),
            ends: Ends::new(ENDS_BITS, EXACT_NODES, EXACT_PLIES),
            moves: vec![Vec::new(); plies],
            nodes: 0,
            evaluations: 0,
            variant,
            settings,
        }
    }

    /// The variant that it searches.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Positions that the network evaluated in the last search.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The value of a node for its mover: it itself within the window, a bound outside.
    fn value(
        &mut self,
        node: &Node,
        at: At,
        window: Window,
        budget: &mut Budget<'_>,
    ) -> Result<i32, Stopped> {
        if at.depth <= 0 || at.ply >= MAX_PLY {
            return self.quiet_value(node, at.ply, MAX_FORCED, window, budget);
        }
        budget.count(&mut self.nodes)?;
        let known = self.table.get(node.key());
        let answer = known.and_then(|e| e.answer(at.depth as u32, window.alpha, window.beta));
        if let Some(value) = answer.filter(|_| window.is_empty()) {
            return Ok(value);
        }
        let mut moves = self.ranked_moves(node, at.ply, known.map(|entry| entry.best));
        let found = match moves.len() {
            0 => Ok(self.end_value(node, at.ply)),
            _ => self.searched(node, at, window, &mut moves, budget),
        };
        self.moves[at.ply] = moves;
        found
    }

    /// The value of a node that has turns.
    fn searched(
        &mut self,
        node: &Node,
        at: At,
        window: Window,
        moves: &mut [Ranked],
        budget: &mut Budget<'_>,
    ) -> Result<i32, Stopped> {
        let only = moves.len() == 1 && self.settings.uses(Technique::Extensions);
        let at = At { depth: at.depth + i32::from(only), ..at };
        let quiet = window.is_empty() && !self.all_jump(moves);
        let futile = at.depth <= FUTILITY_DEPTH && self.settings.uses(Technique::Futility);
        if quiet && futile {
            let value = self.evaluate(node, at.ply);
            if value - futility_margin(at.depth) >= window.beta {
                return Ok(value);
            }
        }
        self.best_of(node, at, window, moves, budget)
    }

    fn best_of(
        &mut self,
        node: &Node,
        at: At,
        window: Window,
        moves: &mut [Ranked],
        budget: &mut Budget<'_>,
    ) -> Result<i32, Stopped> {
        let (mut best, mut value, mut open) = (moves[0].1, -INFINITE, window);
        let late = self.settings.uses(Technique::LatePruning)
            && window.is_empty()
            && at.depth <= LATE_DEPTH;
        for tried in 0..moves.len() {
            if late && tried >= late_count(at.depth) {
                break;
            }
            let mv = pick(moves, tried);
            let child = self.child(node, mv, at.ply + 1);
            let reached = self.child_value(&child, at, tried, open, budget)?;
            if reached > value {
                (best, value) = (mv, reached);
            }
            open.alpha = open.alpha.max(value);
            if open.alpha >= open.beta {
                self.learn(node, at, &moves[..tried], mv);
                break;
            }
        }
        self.remember(node, at.depth, window, value, best);
        Ok(value)
    }

    fn learn(&mut self, node: &Node, at: At, before: &[Ranked], mv: Move) {
        if self.settings.uses(Technique::Killers) {
            self.order.kill(at.ply, mv);
        }
        if self.settings.uses(Technique::History) {
            self.order.learn(node.position.to_move(), mv, before, at.depth);
        }
    }

    /// The node after a turn, `ply` turns from the root.
    pub(super) fn child(&mut self, node: &Node, mv: Move, ply: usize) -> Node {
        let (side, piece) = node.position.piece_at(mv.from).expect("a turn starts on a piece");
        self.evaluator.push(ply, side, piece, mv);
        node.after(&self.variant, &self.values, mv)
    }

    /// The value of a child for the mover before it, who is at `at`. All but the first are only asked
    /// whether they are better, late ones less deep, and searched again if so.
    pub(super) fn child_value(
        &mut self,
        child: &Node,
        at: At,
        tried: usize,
        window: Window,
        budget: &mut Budget<'_>,
    ) -> Result<i32, Stopped> {
        let next = At { ply: at.ply + 1, depth: at.depth - 1 };
        if tried > 0 {
            let ask = Window::above(window.alpha).negated();
            let reduced = if self.settings.uses(Technique::Reductions) {
                reduction(at.depth, tried) - i32::from(!window.is_empty())
            } else {
                0
            };
            let mut value = window.alpha + 1;
            if reduced > 0 {
                let shallow = At { depth: next.depth - reduced, ..next };
                value = -self.value(child, shallow, ask, budget)?;
            }
            if value > window.alpha {
                value = -self.value(child, next, ask, budget)?;
            }
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
        }
        Ok(-self.value(child, next, window.negated(), budget)?)
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
            return Ok(self.end_value(node, ply));
        }
        if left == 0 || !must_jump(&self.variant, &node.position, &legal) {
            return Ok(self.evaluate(node, ply));
        }
        let mut moves = self.ranked_moves(node, ply, None);
        let (mut value, mut open) = (-INFINITE, window);
        for tried in 0..moves.len() {
            let mv = pick(&mut moves, tried);
            let child = self.child(node, mv, ply + 1);
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

    fn evaluate(&mut self, node: &Node, ply: usize) -> i32 {
        self.evaluations += 1;
        let found = self.evaluator.evaluate(ply, &node.position);
        found.margin + self.settings.win_bonus * found.outcome / 1024
    }

    fn end_value(&mut self, node: &Node, ply: usize) -> i32 {
        let margin = self.ends.value(&self.variant, node, ply);
        margin + self.settings.win_bonus * margin.signum()
    }

    fn all_jump(&self, moves: &[Ranked]) -> bool {
        self.variant.rules().jumping == Jumping::Compulsory
            && moves.iter().all(|(_, mv)| mv.is_jump())
    }

    /// The legal turns with their ranks, in the buffer of the ply, which the caller puts back.
    fn ranked_moves(&mut self, node: &Node, ply: usize, first: Option<Move>) -> Vec<Ranked> {
        let mut moves = std::mem::take(&mut self.moves[ply]);
        let rank = |side, mv, gain| self.order.rank(ply, side, mv, gain);
        rank_moves(&self.variant, &node.position, first, &mut moves, rank);
        moves
    }

    fn remember(&mut self, node: &Node, depth: i32, window: Window, value: i32, best: Move) {
        let depth = (depth as u32).min(MAX_DEPTH);
        let entry = Entry { value, bound: window.bound(value), depth, best };
        self.table.put(node.key(), entry);
    }
}

//! Principal variation search (Marsland and Campbell 1982) with a transposition table, and
//! quiescence over forced jumps.

use salta_core::rules::Jumping;
use salta_core::{ActionMask, Direction, Move, Position, Variant};

use super::ends::Ends;
use super::evaluate::evaluate;
use super::node::Node;
use super::order::{Order, Ranked, pick, put_first};
use super::settings::Settings;
use super::table::{Bound, Entry, MAX_DEPTH, TranspositionTable};
use super::weights::SquareValues;

/// Above every value.
pub(crate) const INFINITE: i32 = i32::MAX / 2;
/// Nodes between two questions whether to stop.
const POLL: u64 = 1024;
/// Forced jumps in a row that are followed beyond the depth; where jumps go back as well as forward
/// they need not end by themselves.
pub(crate) const MAX_FORCED: usize = 6;
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

/// The limit is reached or the search was told to stop.
#[derive(Debug)]
pub(super) struct Stopped;

/// What a running search may still spend.
pub(super) struct Budget<'a> {
    pub(super) nodes: u64,
    pub(super) stop: &'a mut dyn FnMut() -> bool,
}

/// The values that still matter, for the mover.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// The same window as the opponent sees it.
    const fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// A window that only tells whether a value is above `alpha`.
    const fn empty(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }
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
        self.count(budget)?;
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
            let value = -self.value(child, depth, ply, window.empty().negated(), budget)?;
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
        self.count(budget)?;
        let legal = self.variant.legal(&node.position);
        if legal.is_empty() {
            return Ok(self.ends.value(&self.variant, node, ply));
        }
        if left == 0 || !self.must_jump(&node.position, &legal) {
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

    fn must_jump(&self, position: &Position, legal: &ActionMask) -> bool {
        let is_step = |direction: Direction| {
            let next = legal.origins[direction.index()].shift(direction);
            !(next - position.all_occupied()).is_empty()
        };
        self.variant.rules().jumping == Jumping::Compulsory
            && !Direction::ALL.into_iter().any(is_step)
    }

    fn count(&mut self, budget: &mut Budget<'_>) -> Result<(), Stopped> {
        if self.nodes >= budget.nodes || self.nodes % POLL == POLL - 1 && (budget.stop)() {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// The legal turns with their ranks, in the buffer of the ply, which the caller puts back.
    fn ranked_moves(&mut self, node: &Node, ply: usize, first: Option<Move>) -> Vec<Ranked> {
        let mut moves = std::mem::take(&mut self.moves[ply]);
        moves.clear();
        let position = &node.position;
        let side = position.to_move();
        self.variant.each_move(position, |mv| {
            let (_, piece) = position.piece_at(mv.from).expect("a turn starts on a piece");
            let distance = |square| i32::from(self.variant.distance(side, piece, square));
            let gain = distance(mv.from) - distance(mv.to);
            moves.push((self.order.rank(ply, side, mv, gain), mv));
        });
        if let Some(first) = first {
            put_first(&mut moves, first);
        }
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
        let bound = match value {
            _ if value <= window.alpha => Bound::Upper,
            _ if value >= window.beta => Bound::Lower,
            _ => Bound::Exact,
        };
        self.table.put(node.key(), Entry { value, bound, depth, best });
    }
}

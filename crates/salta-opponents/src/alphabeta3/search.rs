//! Principal variation search with a transposition table and selective depth.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use rand::{Rng, SeedableRng, rngs::SmallRng};
use salta_core::rules::Jumping;
use salta_core::{Move, NodeBudget, Position, Side, Variant};
use salta_nnue::{Evaluation, Evaluator, Network};

use super::order::{learn, rank};
use super::selective::{
    ASPIRATION, FUTILITY_DEPTH, LATE_DEPTH, futility_margin, late_count, reduction,
};
use super::settings::{Settings, Technique};
use crate::alphabeta2::ends::Ends;
use crate::alphabeta2::node::Node;
use crate::alphabeta2::table::TranspositionTable;
use crate::alphabeta2::{Found, Limit, Weights};
use crate::order::Order;
use crate::pvs::{
    Budget, Frame, INFINITE, MAX_FORCED, MAX_PLY, PrincipalVariationSearch, Ranked, Stopped,
    Window, pick,
};

/// Base-2 logarithm of the number of arrangements of a side whose exact counts are cached.
const ENDS_BITS: u32 = 14;
/// Node budget of an exact count, and plies from the root up to which ends are counted exactly.
const EXACT_NODES: NodeBudget = NodeBudget(500);
const EXACT_PLIES: usize = 2;
/// The first depth that begins with a narrow (aspiration) window.
const ASPIRATION_DEPTH: u32 = 4;

/// Searches positions of one variant. On one thread, the results depend only on the arguments:
/// between searches it keeps nothing but allocated memory and exact counts.
#[derive(Debug)]
pub struct Searcher {
    pub(super) frame: Frame,
    pub(super) settings: Settings,
    evaluator: Evaluator,
    /// Evaluations by the network.
    evaluations: u64,
    /// The searchers of the other threads.
    pub(super) helpers: Vec<Searcher>,
}

/// Stops the other threads when the first one ends, even by a panic.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The place of a node in the tree.
#[derive(Clone, Copy)]
struct At {
    /// Turns from the root.
    ply: usize,
    /// Remaining depth in turns.
    depth: i32,
}

impl Searcher {
    /// Creates a searcher of positions of `variant`.
    pub fn new(variant: Variant, network: Arc<Network>, settings: Settings) -> Searcher {
        Searcher::counting(variant.clone(), &variant, network, settings)
    }

    /// Like [`Searcher::new`], but counts the results of `variant`, while the network sees the
    /// rules of `seen`, which may differ in nothing but these.
    pub(crate) fn counting(
        variant: Variant,
        seen: &Variant,
        network: Arc<Network>,
        settings: Settings,
    ) -> Searcher {
        let table = TranspositionTable::new(settings.table_bits);
        let on_thread = |table| Searcher {
            evaluator: Evaluator::new(Arc::clone(&network), seen, Frame::PLIES),
            frame: Frame::new(
                variant.clone(),
                &Weights::DISTANCE,
                table,
                Ends::new(ENDS_BITS, EXACT_NODES, EXACT_PLIES),
            ),
            evaluations: 0,
            settings,
            helpers: Vec::new(),
        };
        let helpers = (1..settings.threads).map(|_| on_thread(table.share())).collect();
        Searcher { helpers, ..on_thread(table) }
    }

    /// The variant that it searches.
    pub fn variant(&self) -> &Variant {
        &self.frame.variant
    }

    /// Positions that the network evaluated in the last search, on its first thread.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The network's evaluation of a position, without a search.
    pub fn evaluation(&mut self, position: &Position) -> Evaluation {
        self.evaluator.reset(position);
        self.evaluator.evaluate(0, position)
    }

    /// Returns the best move within the limit, which is that of the first thread. The generator
    /// breaks ties. `stop` is called every 1,024 nodes; once it returns `true`, the search returns
    /// the best move so far.
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
        if self.helpers.is_empty() {
            return self.find(position, limit, rng, stop);
        }
        self.frame.table.clear();
        let (ended, mut helpers) = (AtomicBool::new(false), mem::take(&mut self.helpers));
        let found = thread::scope(|scope| {
            // Before any thread is started: if one cannot be, the others must end.
            let _end = SetOnDrop(&ended);
            for helper in &mut helpers {
                helper.frame.table = self.frame.table.share();
                // Each thread orders the root's turns differently, so that their searches diverge.
                let mut order = SmallRng::seed_from_u64(rng.next_u64());
                let (depth, ended) = (Limit::depth(limit.depth), &ended);
                let mut stop = || ended.load(Relaxed);
                scope.spawn(move || helper.find_with_table(position, depth, &mut order, &mut stop));
            }
            self.find_with_table(position, limit, rng, stop)
        });
        self.helpers = helpers;
        found
    }

    /// Returns the value of a node for its mover: exact within the window, a bound outside.
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
        budget.count(&mut self.frame.nodes)?;
        let known = self.frame.table.get(node.key());
        let answer = known.and_then(|e| e.answer(at.depth as u32, window.alpha, window.beta));
        if let Some(value) = answer.filter(|_| window.is_empty()) {
            return Ok(value);
        }
        let mut moves = self.ranked_moves(node, at.ply, known.map(|entry| entry.best));
        let found = match moves.len() {
            0 => Ok(self.frame.ends.value(&self.frame.variant, node, at.ply)),
            _ => self.searched(node, at, window, &mut moves, budget),
        };
        self.frame.moves[at.ply] = moves;
        found
    }

    /// Returns the value of a node that has legal turns.
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
        self.frame.remember(node, at.depth as u32, window, value, best);
        Ok(value)
    }

    fn learn(&mut self, node: &Node, at: At, before: &[Ranked], mv: Move) {
        if self.settings.uses(Technique::Killers) {
            self.frame.order.kill(at.ply, mv);
        }
        if self.settings.uses(Technique::History) {
            learn(&mut self.frame.order, node.position.to_move(), mv, before, at.depth);
        }
    }

    /// Returns the value of a child for the mover of its parent, which is at `at`. All children but
    /// the first are searched with an empty window, late ones first to a reduced depth; one that
    /// turns out better is searched again, to the full depth and then with the whole window.
    fn child_value(
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

    fn all_jump(&self, moves: &[Ranked]) -> bool {
        self.frame.variant.rules().jumping == Jumping::Compulsory
            && moves.iter().all(|(_, mv)| mv.is_jump())
    }

    /// Searches every turn to `depth`, the best so far first, and returns the best value. A better
    /// turn found before the budget runs out is kept.
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

impl PrincipalVariationSearch for Searcher {
    #[inline(always)]
    fn frame(&self) -> &Frame {
        &self.frame
    }

    #[inline(always)]
    fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn begin(&mut self, position: &Position) {
        self.evaluator.reset(position);
        self.evaluations = 0;
    }

    fn child(&mut self, node: &Node, mv: Move, ply: usize) -> Node {
        let (side, piece) = node.position.piece_at(mv.from).expect("a turn starts on a piece");
        self.evaluator.push(ply, side, piece, mv);
        self.frame.after(node, mv)
    }

    fn evaluate(&mut self, node: &Node, ply: usize) -> i32 {
        self.evaluations += 1;
        self.evaluator.evaluate(ply, &node.position).margin
    }

    #[inline]
    fn rank(order: &Order, ply: usize, side: Side, mv: Move, gain: i32) -> i32 {
        rank(order, ply, side, mv, gain)
    }

    /// Runs one iteration: a window around the last value, widened on the side where it fails.
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
}

//! The searcher of `alphabeta@3`: a principal variation search (`pvs.rs`) of selective depth.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use rand::{Rng, SeedableRng, rngs::SmallRng};
use salta_core::rules::Jumping;
use salta_core::{Move, Position, Side, Variant};
use salta_nnue::{Evaluation, Evaluator, Network};

use super::selective::{
    ASPIRATION, FUTILITY_DEPTH, LATE_DEPTH, futility_margin, late_count, reduction,
};
use super::settings::{Settings, Technique};
use crate::alphabeta2::node::Node;
use crate::alphabeta2::table::TranspositionTable;
use crate::alphabeta2::weights::Weights;
use crate::alphabeta2::{Found, Limit};
use crate::order::Order;
use crate::pvs::{At, Budget, Frame, INFINITE, PrincipalVariationSearch, Ranked, Stopped, Window};

/// The first depth that begins with a narrow (aspiration) window.
const ASPIRATION_DEPTH: u32 = 4;
const KILLER: i32 = 1 << 20;
/// The rank of a step nearer to the goal, in units of history.
const GAIN: i32 = 4096;
const MAX_HISTORY: i32 = 16384;

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
            frame: Frame::new(variant.clone(), &Weights::DISTANCE, table),
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

    /// Moves the history of a turn towards ±[`MAX_HISTORY`], by less the nearer it is.
    fn push_history(&mut self, node: &Node, mv: Move, weight: i32) {
        let history = self.frame.order.history_mut(node.position.to_move(), mv);
        *history += weight - *history * weight.abs() / MAX_HISTORY;
    }

    fn all_jump(&self, moves: &[Ranked]) -> bool {
        self.frame.variant.rules().jumping == Jumping::Compulsory
            && moves.iter().all(|(_, mv)| mv.is_jump())
    }
}

impl PrincipalVariationSearch for Searcher {
    const ANSWERS_IN_OPEN_WINDOWS: bool = false;

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
        let killer = if order.is_killer(ply, mv) { KILLER } else { 0 };
        killer + GAIN * gain + order.history(side, mv)
    }

    /// Raises the history of `mv`; lowers that of the turns tried `before` without a cut-off.
    fn learn(&mut self, node: &Node, at: At, before: &[Ranked], mv: Move) {
        if self.settings.uses(Technique::Killers) {
            self.frame.order.kill(at.ply, mv);
        }
        if self.settings.uses(Technique::History) {
            let weight = (16 * at.depth * at.depth).min(2048);
            self.push_history(node, mv, weight);
            before.iter().for_each(|(_, mv)| self.push_history(node, *mv, -weight));
        }
    }

    #[inline]
    fn extension(&self, moves: &[Ranked]) -> i32 {
        i32::from(moves.len() == 1 && self.settings.uses(Technique::Extensions))
    }

    #[inline]
    fn prunes(&mut self, node: &Node, at: At, window: Window, moves: &[Ranked]) -> Option<i32> {
        let futile = at.depth <= FUTILITY_DEPTH && self.settings.uses(Technique::Futility);
        if !futile || !window.is_empty() || self.all_jump(moves) {
            return None;
        }
        let value = self.evaluate(node, at.ply);
        (value - futility_margin(at.depth) >= window.beta).then_some(value)
    }

    #[inline]
    fn late_count(&self, depth: i32, window: Window) -> usize {
        let late = depth <= LATE_DEPTH && self.settings.uses(Technique::LatePruning);
        if late && window.is_empty() { late_count(depth) } else { usize::MAX }
    }

    #[inline]
    fn reduction(&self, depth: i32, tried: usize, window: Window) -> i32 {
        if !self.settings.uses(Technique::Reductions) {
            return 0;
        }
        reduction(depth, tried) - i32::from(!window.is_empty())
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
                window = Window::WHOLE;
            }
        }
    }
}

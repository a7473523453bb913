//! What principal variation searches (Marsland and Campbell 1982) have in common: iterative
//! deepening, the search of a node, quiescence over forced jumps, windows, budgets and lists of
//! turns.

use rand::Rng;
use rand::seq::SliceRandom;
use salta_core::rules::Jumping;
use salta_core::{ActionMask, Direction, Move, Position, Side, Variant};

use crate::alphabeta2::ends::Ends;
use crate::alphabeta2::node::Node;
use crate::alphabeta2::table::{Bound, Entry, MAX_DEPTH, TranspositionTable};
use crate::alphabeta2::weights::{SquareValues, Weights};
use crate::alphabeta2::{Found, Limit};
use crate::order::Order;

/// A bound above every value.
pub(crate) const INFINITE: i32 = i32::MAX / 2;
/// Largest number of consecutive forced jumps that are searched beyond the depth; where jumps may
/// go backwards, they need not end by themselves.
pub(crate) const MAX_FORCED: usize = 6;
/// Largest distance from the root in turns, without the forced jumps beyond the depth.
pub(crate) const MAX_PLY: usize = MAX_DEPTH as usize;
/// Nodes between two calls of `stop`.
const POLL: u64 = 1024;

/// The limit is reached or the search was stopped.
#[derive(Debug)]
pub(crate) struct Stopped;

/// The node limit and stop signal of a running search.
pub(crate) struct Budget<'a> {
    pub(crate) nodes: u64,
    pub(crate) stop: &'a mut dyn FnMut() -> bool,
}

impl Budget<'_> {
    /// Counts one more node in `nodes`, unless the search must stop.
    #[inline]
    pub(crate) fn count(&mut self, nodes: &mut u64) -> Result<(), Stopped> {
        if *nodes >= self.nodes || *nodes % POLL == POLL - 1 && (self.stop)() {
            return Err(Stopped);
        }
        *nodes += 1;
        Ok(())
    }
}

/// The alpha-beta window, in the mover's view.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// The window that holds every value.
    pub(crate) const WHOLE: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The same window as the opponent sees it.
    pub(crate) const fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// An empty window, which only tests whether a value is above `alpha`.
    pub(crate) const fn above(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// How a value found with this window bounds the true one.
    pub(crate) const fn bound(self, value: i32) -> Bound {
        if value <= self.alpha {
            Bound::Upper
        } else if value >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

/// The place of a node in the tree.
#[derive(Clone, Copy)]
pub(crate) struct At {
    /// Turns from the root.
    pub(crate) ply: usize,
    /// Remaining depth in turns.
    pub(crate) depth: i32,
}

/// A turn and its rank; the highest is tried first.
pub(crate) type Ranked = (i32, Move);

/// Moves the highest of `moves[from..]` to `from` and returns it. Ties go to the one on the highest
/// squares, so that the order in which turns are listed does not matter.
#[inline]
pub(crate) fn pick(moves: &mut [Ranked], from: usize) -> Move {
    let mut best = from;
    for at in from + 1..moves.len() {
        if moves[at] > moves[best] {
            best = at;
        }
    }
    moves.swap(from, best);
    moves[from].1
}

/// Whether every legal turn begins with a jump.
#[inline]
fn must_jump(variant: &Variant, position: &Position, legal: &ActionMask) -> bool {
    let is_step = |direction: Direction| {
        let next = legal.origins[direction.index()].shift(direction);
        !(next - position.all_occupied()).is_empty()
    };
    variant.rules().jumping == Jumping::Compulsory && !Direction::ALL.into_iter().any(is_step)
}

/// Returns the best turn without a search: the one that leaves its side the least distance.
///
/// # Panics
/// If there are no turns.
fn furthest(variant: &Variant, position: &Position, moves: &[Move]) -> Move {
    let left = |mv: &&Move| variant.after(position, **mv).distance(position.to_move());
    *moves.iter().min_by_key(left).expect("the game is not over")
}

/// The state of a search. Between searches only allocated memory and exact counts are kept.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) variant: Variant,
    pub(crate) values: SquareValues,
    pub(crate) table: TranspositionTable,
    pub(crate) order: Order,
    pub(crate) ends: Ends,
    pub(crate) nodes: u64,
    /// Turns of the nodes on the current line, by ply from the root.
    pub(crate) moves: Vec<Vec<Ranked>>,
}

impl Frame {
    pub(crate) fn new(variant: Variant, weights: &Weights, table: TranspositionTable) -> Frame {
        let plies = Frame::PLIES;
        Frame {
            values: SquareValues::new(&variant, weights),
            table,
            order: Order::new(plies),
            ends: Ends::new(),
            nodes: 0,
            moves: vec![Vec::new(); plies],
            variant,
        }
    }

    /// Number of distances from the root at which a node can be, forced jumps included.
    pub(crate) const PLIES: usize = MAX_PLY + MAX_FORCED + 1;

    pub(crate) fn after(&self, node: &Node, mv: Move) -> Node {
        node.after(&self.variant, &self.values, mv)
    }
}

/// A principal variation search of one variant: of full width and fixed depth, unless it says
/// otherwise.
pub(crate) trait PrincipalVariationSearch {
    /// Whether a stored value also answers where the window is not empty, which may end the
    /// principal variation early.
    const ANSWERS_IN_OPEN_WINDOWS: bool = true;

    fn frame(&self) -> &Frame;
    fn frame_mut(&mut self) -> &mut Frame;

    /// Prepares for a search from this position.
    fn begin(&mut self, _position: &Position) {}

    /// The node after a turn, `ply` turns from the root.
    fn child(&mut self, node: &Node, mv: Move, _ply: usize) -> Node {
        self.frame().after(node, mv)
    }

    /// The value of an unfinished node for its mover.
    fn evaluate(&mut self, node: &Node, ply: usize) -> i32;

    /// The rank of a turn that brings its piece `gain` steps nearer to its goal.
    fn rank(order: &Order, ply: usize, side: Side, mv: Move, gain: i32) -> i32;

    /// Learns from a turn that caused a cut-off, after those tried `before`.
    fn learn(&mut self, node: &Node, at: At, before: &[Ranked], mv: Move);

    /// Turns by which a node with these turns is searched deeper.
    #[inline(always)]
    fn extension(&self, _moves: &[Ranked]) -> i32 {
        0
    }

    /// The value of a node that need not be searched.
    #[inline(always)]
    fn prunes(&mut self, _: &Node, _: At, _: Window, _moves: &[Ranked]) -> Option<i32> {
        None
    }

    /// Number of turns that are tried at this depth before the rest is pruned.
    #[inline(always)]
    fn late_count(&self, _depth: i32, _: Window) -> usize {
        usize::MAX
    }

    /// Plies by which the turn with index `tried`, not the first, is reduced at this depth.
    #[inline(always)]
    fn reduction(&self, _depth: i32, _tried: usize, _: Window) -> i32 {
        0
    }

    /// Runs one iteration, to `depth`. A better turn found before the budget runs out is kept.
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

    /// Deepens iteratively at the root, with an empty table.
    fn find<R: Rng + ?Sized>(
        &mut self,
        position: &Position,
        limit: Limit,
        rng: &mut R,
        stop: &mut dyn FnMut() -> bool,
    ) -> Found {
        self.frame_mut().table.clear();
        self.find_with_table(position, limit, rng, stop)
    }

    /// Like `find`, but with the table as other threads of the same search have filled it.
    fn find_with_table<R: Rng + ?Sized>(
        &mut self,
        position: &Position,
        limit: Limit,
        rng: &mut R,
        stop: &mut dyn FnMut() -> bool,
    ) -> Found {
        assert!(limit.depth > 0, "a search looks at least one turn ahead");
        let frame = self.frame_mut();
        let mut moves = frame.variant.moves(position);
        assert!(!moves.is_empty(), "the game is over");
        moves.shuffle(rng);
        frame.order.clear();
        frame.nodes = 0;
        let root = Node::new(&frame.variant, &frame.values, position);
        let best = furthest(&frame.variant, position, &moves);
        self.begin(position);
        let mut found =
            Found { best, value: 0, depth: 0, nodes: 0, principal_variation: Vec::new() };
        let mut budget = Budget { nodes: limit.nodes, stop };
        for depth in 1..=limit.depth.min(MAX_DEPTH) {
            let whole = self.deepen(&root, depth, &mut moves, &mut found, &mut budget).is_ok();
            found.nodes = self.frame().nodes;
            if !whole {
                break;
            }
            found.depth = depth;
        }
        found.principal_variation = self.principal_variation(root, found.best, found.depth);
        found
    }

    /// Returns at most `depth` turns from `root`: `best`, then those in the table.
    fn principal_variation(&self, root: Node, best: Move, depth: u32) -> Vec<Move> {
        let frame = self.frame();
        let mut line = vec![best];
        let mut node = frame.after(&root, best);
        while line.len() < depth as usize {
            let legal = |mv: &Move| frame.variant.moves(&node.position).contains(mv);
            let known = frame.table.get(node.key()).map(|entry| entry.best);
            let Some(mv) = known.filter(legal) else { break };
            line.push(mv);
            node = frame.after(&node, mv);
        }
        line
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
        let frame = self.frame_mut();
        budget.count(&mut frame.nodes)?;
        let known = frame.table.get(node.key());
        let answer = known.and_then(|e| e.answer(at.depth as u32, window.alpha, window.beta));
        if let Some(value) = answer.filter(|_| Self::ANSWERS_IN_OPEN_WINDOWS || window.is_empty()) {
            return Ok(value);
        }
        let mut moves = self.ranked_moves(node, at.ply, known.map(|entry| entry.best));
        let found = if moves.is_empty() {
            let frame = self.frame_mut();
            Ok(frame.ends.value(&frame.variant, node, at.ply))
        } else {
            self.best_of(node, at, window, &mut moves, budget)
        };
        self.frame_mut().moves[at.ply] = moves;
        found
    }

    /// Returns the value of a node that has legal turns.
    fn best_of(
        &mut self,
        node: &Node,
        at: At,
        window: Window,
        moves: &mut [Ranked],
        budget: &mut Budget<'_>,
    ) -> Result<i32, Stopped> {
        let at = At { depth: at.depth + self.extension(moves), ..at };
        if let Some(value) = self.prunes(node, at, window, moves) {
            return Ok(value);
        }
        let (mut best, mut value, mut open) = (moves[0].1, -INFINITE, window);
        for tried in 0..moves.len().min(self.late_count(at.depth, window)) {
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
        let depth = (at.depth as u32).min(MAX_DEPTH);
        let entry = Entry { value, bound: window.bound(value), depth, best };
        self.frame().table.put(node.key(), entry);
        Ok(value)
    }

    /// Returns the value of a child for the mover of its parent, which is at `at`. All children but
    /// the first are searched with an empty window, reduced ones first to a smaller depth; one that
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
            let reduced = self.reduction(at.depth, tried, window);
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

    /// Returns the value once no jump is forced, after at most `left` more jumps.
    fn quiet_value(
        &mut self,
        node: &Node,
        ply: usize,
        left: usize,
        window: Window,
        budget: &mut Budget<'_>,
    ) -> Result<i32, Stopped> {
        let frame = self.frame_mut();
        budget.count(&mut frame.nodes)?;
        let legal = frame.variant.legal(&node.position);
        if legal.is_empty() {
            return Ok(frame.ends.value(&frame.variant, node, ply));
        }
        if left == 0 || !must_jump(&frame.variant, &node.position, &legal) {
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
        self.frame_mut().moves[ply] = moves;
        Ok(value)
    }

    /// Returns the legal turns with their ranks, `first` before all others, in the buffer of the
    /// ply, which the caller puts back.
    fn ranked_moves(&mut self, node: &Node, ply: usize, first: Option<Move>) -> Vec<Ranked> {
        let frame = self.frame_mut();
        let mut moves = std::mem::take(&mut frame.moves[ply]);
        moves.clear();
        let (variant, side) = (&frame.variant, node.position.to_move());
        variant.each_move(&node.position, |mv| {
            let (_, piece) = node.position.piece_at(mv.from).expect("a turn starts on a piece");
            let distance = |square| i32::from(variant.distance(side, piece, square));
            let gain = distance(mv.from) - distance(mv.to);
            moves.push((Self::rank(&frame.order, ply, side, mv, gain), mv));
        });
        if let Some(ranked) = moves.iter_mut().find(|(_, mv)| Some(*mv) == first) {
            ranked.0 = i32::MAX;
        }
        moves
    }
}

#[cfg(test)]
pub(crate) mod tests;

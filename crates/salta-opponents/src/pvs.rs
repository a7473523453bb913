//! What principal variation searches have in common: windows, budgets, lists of turns, and the line
//! that their tables hold.

use salta_core::rules::Jumping;
use salta_core::{ActionMask, Direction, Move, Position, Side, Variant};

use crate::alphabeta2::node::Node;
use crate::alphabeta2::table::Bound;
use crate::alphabeta2::weights::SquareValues;

/// Above every value.
pub(crate) const INFINITE: i32 = i32::MAX / 2;
/// Forced jumps in a row that are followed beyond the depth; where jumps go back as well as forward
/// they need not end by themselves.
pub(crate) const MAX_FORCED: usize = 6;
/// Nodes between two questions whether to stop.
const POLL: u64 = 1024;

/// The limit is reached or the search was stopped.
#[derive(Debug)]
pub(crate) struct Stopped;

/// What a running search may still spend.
pub(crate) struct Budget<'a> {
    pub(crate) nodes: u64,
    pub(crate) stop: &'a mut dyn FnMut() -> bool,
}

impl Budget<'_> {
    /// Counts one more of the `nodes` searched so far.
    #[inline]
    pub(crate) fn count(&mut self, nodes: &mut u64) -> Result<(), Stopped> {
        if *nodes >= self.nodes || *nodes % POLL == POLL - 1 && (self.stop)() {
            return Err(Stopped);
        }
        *nodes += 1;
        Ok(())
    }
}

/// The values that still matter, for the mover.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// The same window as the opponent sees it.
    pub(crate) const fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// A window that only tells whether a value is above `alpha`.
    pub(crate) const fn above(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// What a value that was found within this window says.
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

/// A turn and its rank; the highest is tried first.
pub(crate) type Ranked = (i32, Move);

/// Above every other rank.
const FIRST: i32 = i32::MAX;

/// Replaces `moves` by the legal turns, each with the rank for its side and for what it shortens
/// that side's way by; `first` comes before all others.
#[inline]
pub(crate) fn rank_moves(
    variant: &Variant,
    position: &Position,
    first: Option<Move>,
    moves: &mut Vec<Ranked>,
    rank: impl Fn(Side, Move, i32) -> i32,
) {
    moves.clear();
    let side = position.to_move();
    variant.each_move(position, |mv| {
        let (_, piece) = position.piece_at(mv.from).expect("a turn starts on a piece");
        let distance = |square| i32::from(variant.distance(side, piece, square));
        moves.push((rank(side, mv, distance(mv.from) - distance(mv.to)), mv));
    });
    if let Some(first) = first {
        put_first(moves, first);
    }
}

/// Puts `first` before all others, if it is among them.
pub(crate) fn put_first(moves: &mut [Ranked], first: Move) {
    if let Some(ranked) = moves.iter_mut().find(|(_, mv)| *mv == first) {
        ranked.0 = FIRST;
    }
}

/// Moves the highest of `moves[from..]` to `from` and returns it; of equals, the one on the
/// highest squares, so that the order in which turns are listed does not matter.
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
pub(crate) fn must_jump(variant: &Variant, position: &Position, legal: &ActionMask) -> bool {
    let is_step = |direction: Direction| {
        let next = legal.origins[direction.index()].shift(direction);
        !(next - position.all_occupied()).is_empty()
    };
    variant.rules().jumping == Jumping::Compulsory && !Direction::ALL.into_iter().any(is_step)
}

/// The best turn without a search: the one that leads furthest.
///
/// # Panics
/// If there is none.
pub(crate) fn furthest(variant: &Variant, position: &Position, moves: &[Move]) -> Move {
    let left = |mv: &&Move| {
        let mut next = *position;
        variant.apply_move(&mut next, **mv);
        next.distance(position.to_move())
    };
    *moves.iter().min_by_key(left).expect("the game is not over")
}

/// At most `depth` turns from `root`: `best`, then those that `known` has.
pub(crate) fn principal_variation(
    variant: &Variant,
    values: &SquareValues,
    root: Node,
    best: Move,
    depth: u32,
    known: impl Fn(&Node) -> Option<Move>,
) -> Vec<Move> {
    let mut line = vec![best];
    let mut node = root.after(variant, values, best);
    while line.len() < depth as usize {
        let legal = |mv: &Move| variant.moves(&node.position).contains(mv);
        let Some(mv) = known(&node).filter(legal) else { break };
        line.push(mv);
        node = node.after(variant, values, mv);
    }
    line
}

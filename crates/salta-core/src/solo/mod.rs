//! How many steps a side needs, alone on the board, to bring its pieces home: exact, with its own
//! pieces in the way (rule 4.2).
//!
//! Every step changes one piece's distance to its goal by one, so the count is the sum of the
//! distances plus twice the number of steps *away* from a goal. `cores` decides how often each
//! piece may step away, the least total first; `search` finds whether the pieces can come home
//! within that slack, or which of them cannot, and `cores` learns from it. Bounds in the search:
//! `lanes` (squares a piece may still use), `pairs` and `triples` (two or three pieces alone on the
//! board, solved exactly), `nogoods` (what was refuted before). For the upper bound, `beam` finds a
//! way home and `descent` removes steps away from it. `prove` alternates between the bounds until
//! they meet.

mod beam;
mod conflicts;
mod cores;
mod descent;
mod geometry;
mod lanes;
mod nogoods;
mod pairs;
mod prove;
mod search;
mod sets;
mod state;
mod triples;

pub use state::Journey;

use prove::Proof;
use state::Problem;

use crate::board::Board;
use crate::moves::Move;
use crate::node_budget::NodeBudget;
use crate::square::Square;

/// The least number of steps that bring all pieces home: `lo <= steps <= hi`, and `lo < hi` only if
/// the node budget ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Solo {
    /// No way home is shorter.
    pub lo: u32,
    /// A way home of this length was found.
    pub hi: u32,
}

impl Solo {
    /// The count, if it is proven.
    pub const fn proven(self) -> Option<u32> {
        if self.lo == self.hi { Some(self.lo) } else { None }
    }
}

/// The result of a search for the least number of steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The count, or bounds on it.
    pub solo: Solo,
    /// A way home, as long as the count or the upper bound.
    pub path: Vec<Move>,
    /// Nodes searched.
    pub nodes: u64,
}

/// The least number of steps that bring all pieces home on `board`, or proven bounds once
/// `exact_nodes` nodes have been searched, with a way home. The same arguments always give the same
/// solution. [`Variant::solve`](crate::Variant::solve) solves a side of a position.
///
/// # Panics
/// With more than 15 pieces, or a square outside the board. The squares of the pieces must differ,
/// and so must their goals.
///
/// # Examples
/// Two pieces swap places in the corner: a1 has one neighbour, so the other must step aside.
/// ```
/// use salta_core::solo::{Journey, solve};
/// use salta_core::{Board, Square};
///
/// let (a1, b2): (Square, Square) = ("a1".parse()?, "b2".parse()?);
/// let pieces = [Journey { at: a1, goal: b2 }, Journey { at: b2, goal: a1 }];
/// let solution = solve(Board::FULL, &pieces, 1_000);
/// assert_eq!(solution.solo.proven(), Some(6));
/// assert_eq!(solution.path.len(), 6);
/// # Ok::<(), salta_core::SquareError>(())
/// ```
pub fn solve(board: Board, pieces: &[Journey], exact_nodes: impl Into<NodeBudget>) -> Solution {
    let (problem, state) = Problem::new(board, pieces);
    let mut proof = Proof::new(&problem, &state, exact_nodes.into());
    let proven = proof.run().is_ok();
    let path = proof.best.path.expect("a way home is known after a proof has run");
    let hi = path.len() as u32;
    let solo = Solo { lo: if proven { hi } else { state.left + 2 * proof.cores.least }, hi };
    let step = |(from, to)| Move { from: Square::new(from), to: Square::new(to) };
    Solution { solo, path: path.into_iter().map(step).collect(), nodes: proof.search.nodes() }
}

//! How many steps a side needs, alone on the board, to bring its men home: exact, its own men in
//! the way (rule 4.2).
//!
//! Every step changes one man's distance to its goal by one, so the answer is the sum of the
//! distances plus twice the number of steps *away* from a goal. `cores` decides how often each man
//! may step away, the least total first; `search` says whether the men can come home so, or which
//! of them cannot, and `cores` learns from that. Bounds within the search: `lanes` (squares a man
//! may still use), `pairs` and `triples` (two or three men alone on the board, solved exactly),
//! `nogoods` (what was refuted before). From above, `beam` finds some way home and `descent` takes
//! steps away out of it. `prove` takes turns between the two until they meet.

mod beam;
mod board;
mod conflicts;
mod cores;
mod descent;
mod lanes;
mod nogoods;
mod pairs;
mod prove;
mod search;
mod state;
mod triples;

use prove::Proof;
use state::Task;

/// A man on the board and the square it has to reach, as square indices (row × 5 + place, 0–49).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// The square it stands on.
    pub at: u8,
    /// The square it must come home to.
    pub goal: u8,
}

/// The least number of steps that bring all men home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Solo {
    /// A way of this length exists, and no shorter one.
    Proven(u32),
    /// The node budget ran out: `lo <= steps <= hi`, `lo < hi`.
    Bounds {
        /// No way home is shorter.
        lo: u32,
        /// A way home of this length was found.
        hi: u32,
    },
}

/// What is known of the least number of steps, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The count, or bounds on it.
    pub solo: Solo,
    /// A way home as steps (from, to), as long as the count or the upper bound.
    pub path: Vec<(u8, u8)>,
    /// Nodes searched.
    pub nodes: u64,
}

/// The least number of steps to bring `men` home, or proven bounds once `node_budget` nodes have
/// been searched. The same arguments always give the same answer.
///
/// # Panics
/// With more than 15 men. Their squares must differ, and so must their goals.
pub fn solo(men: &[Man], node_budget: u64) -> Solo {
    solve(men, node_budget).solo
}

/// [`solo`], with a way home and the number of nodes searched.
///
/// # Panics
/// As [`solo`].
pub fn solve(men: &[Man], node_budget: u64) -> Solution {
    let (task, state) = Task::new(men);
    let mut proof = Proof::new(&task, &state, node_budget);
    let proven = proof.run().is_ok();
    let path = proof.best.path.expect("a way home is known after a proof has run");
    let (lo, hi) = (state.left + 2 * proof.cores.least, path.len() as u32);
    let solo = if proven { Solo::Proven(hi) } else { Solo::Bounds { lo, hi } };
    Solution { solo, path, nodes: proof.search.nodes() }
}

/// A shortest way home as steps (from, to), if `node_budget` nodes suffice to prove one.
///
/// # Panics
/// As [`solo`].
pub fn solo_path(men: &[Man], node_budget: u64) -> Option<Vec<(u8, u8)>> {
    let found = solve(men, node_budget);
    matches!(found.solo, Solo::Proven(_)).then_some(found.path)
}

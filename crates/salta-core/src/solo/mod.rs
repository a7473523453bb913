//! How many steps a side needs, alone on the board, to bring its men home: exact, its own men in
//! the way (RULES.md, "End and points", `solo`).
//!
//! Every step changes one man's distance to its goal by one, so the answer is the sum of the
//! distances plus twice the number of steps *away* from a goal. `cores` decides how often each man
//! may step away, the least total first; `search` says whether the men can come home so, or which
//! of them cannot, and `cores` learns from that. Bounds within the search: `lanes` (squares a man
//! may still use), `pairs` and `triples` (two or three men alone on the board, solved exactly).
//! When the nodes run out, `beam` finds some way home.

mod beam;
mod board;
mod conflicts;
mod cores;
mod lanes;
mod pairs;
mod search;
mod state;
mod table;
mod triples;

use cores::Cores;
use search::Search;
use state::{State, Task};

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

/// The least number of steps to bring `men` home, or proven bounds once `node_budget` nodes have
/// been searched. The same arguments always give the same answer.
///
/// # Panics
/// With more than 15 men. Their squares must differ, and so must their goals.
pub fn solo(men: &[Man], node_budget: u64) -> Solo {
    solo_counted(men, node_budget).0
}

/// [`solo`], and the number of nodes it searched.
///
/// # Panics
/// As [`solo`].
pub fn solo_counted(men: &[Man], node_budget: u64) -> (Solo, u64) {
    let (task, state) = Task::new(men);
    let mut search = Search::new(&task, node_budget);
    let (lo, proven) = prove(&task, &state, &mut search);
    if proven {
        return (Solo::Proven(lo), search.nodes());
    }
    let hi = beam::way(&task, &state, &search.conflicts, (node_budget / 64).min(1024) as usize, lo);
    let solo = if lo == hi { Solo::Proven(lo) } else { Solo::Bounds { lo, hi } };
    (solo, search.nodes())
}

/// A shortest way home as steps (from, to), if `node_budget` nodes suffice to prove one.
///
/// # Panics
/// As [`solo`].
pub fn solo_path(men: &[Man], node_budget: u64) -> Option<Vec<(u8, u8)>> {
    let (task, state) = Task::new(men);
    let mut search = Search::new(&task, node_budget);
    prove(&task, &state, &mut search).1.then_some(search.path)
}

/// The number of steps if proven, else the least number not refuted.
fn prove(task: &Task, state: &State, search: &mut Search<'_>) -> (u32, bool) {
    let mut cores = Cores::new();
    let proven = cores.solve(task, state, search).is_ok();
    (state.left + 2 * cores.least, proven)
}

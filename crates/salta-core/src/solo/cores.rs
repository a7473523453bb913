//! Which pieces must step away, and how often: the master problem over the refutations found.
//!
//! Each refutation is a *clause*: at least one of its pieces steps away more often than was
//! allowed. The least total that satisfies all clauses is a lower bound on the steps away of any
//! way home, and exact if the pieces can come home with such a slack. (The scheme is known as
//! implicit hitting sets: Moreno-Centeno and Karp 2013; Davies and Bacchus 2011 for MaxSAT.)

use super::search::{OutOfNodes, Outcome, Search};
use super::sets::PieceSet;
use super::state::{PIECES, Problem, Slack, State};

/// Nodes that an attempt to shrink a core may take, on top of those that the core itself took.
const SHRINK: u64 = 30;
/// The same for all attempts on one core together.
const SHRINK_ALL: u64 = 100;
/// Gain of a piece's activity when it is in a new core; each core also decays all activity by 1/8.
const GAIN: u32 = 1 << 16;

/// Some piece of `pieces` steps away more than `over[piece]` times.
struct Clause {
    pieces: PieceSet,
    over: Slack,
}

impl Clause {
    fn is_satisfied(&self, slack: &Slack) -> bool {
        self.pieces.iter().any(|i| slack[i] > self.over[i])
    }
}

/// The known clauses, and the lower bound that follows from them.
pub(super) struct Cores {
    clauses: Vec<Clause>,
    /// Lower bound on the steps away of any way home.
    pub(super) least: u32,
    /// How often each piece was in a core recently.
    activity: [u32; PIECES],
    /// The pieces in the order in which they are given slack.
    order: [usize; PIECES],
}

impl Cores {
    /// The clauses of all pairs of pieces.
    pub(super) fn new(problem: &Problem, state: &State, search: &Search<'_>) -> Cores {
        let order = std::array::from_fn(|i| i);
        let mut cores = Cores { clauses: Vec::new(), least: 0, activity: [0; PIECES], order };
        for (i, j) in (0..problem.pieces).flat_map(|j| (0..j).map(move |i| (i, j))) {
            let need = search.conflicts.need(i, state.at[i], j, state.at[j]);
            for first in 0..need {
                let mut over = [0; PIECES];
                (over[i], over[j]) = (first, need - 1 - first);
                cores.clauses.push(Clause { pieces: PieceSet::of(i) | PieceSet::of(j), over });
            }
        }
        cores
    }

    /// Learns that `core` cannot come home within `slack`, which took `cost` nodes to refute.
    pub(super) fn learn(
        &mut self,
        state: &State,
        search: &mut Search<'_>,
        core: PieceSet,
        slack: &Slack,
        cost: u64,
    ) -> Result<(), OutOfNodes> {
        let pieces = shrink(state, search, core, slack, cost)?;
        for (piece, activity) in self.activity.iter_mut().enumerate() {
            *activity += u32::from(pieces.contains(piece)) * GAIN;
            *activity -= *activity / 8;
        }
        self.clauses.push(Clause { pieces, over: *slack });
        Ok(())
    }

    /// A slack of least total that satisfies all clauses. Pieces that step away on the best known
    /// way home (`away`) get slack first, so that this way is improved sooner.
    pub(super) fn cheapest(
        &mut self,
        away: &Slack,
        search: &mut Search<'_>,
    ) -> Result<Slack, OutOfNodes> {
        let activity = self.activity;
        self.order.sort_by_key(|&i| std::cmp::Reverse((away[i], activity[i])));
        loop {
            let mut slack = [0; PIECES];
            if self.satisfy(&mut slack, &[u8::MAX; PIECES], self.least, search)? {
                return Ok(slack);
            }
            self.least += 1;
        }
    }

    /// Raises `slack`, by at most `spare` in total and no piece above its `limit`, until all
    /// clauses are satisfied; returns whether this is possible.
    fn satisfy(
        &self,
        slack: &mut Slack,
        limit: &Slack,
        spare: u32,
        search: &mut Search<'_>,
    ) -> Result<bool, OutOfNodes> {
        let (next, disjoint) = self.unsatisfied(slack);
        let Some(clause) = next else { return Ok(true) };
        if disjoint > spare {
            return Ok(false);
        }
        search.count_node()?;
        let mut limit = *limit;
        for piece in self.order.into_iter().filter(|&piece| clause.pieces.contains(piece)) {
            let raise = u32::from(clause.over[piece] + 1 - slack[piece]);
            if raise <= spare && clause.over[piece] < limit[piece] {
                let old = std::mem::replace(&mut slack[piece], clause.over[piece] + 1);
                if self.satisfy(slack, &limit, spare - raise, search)? {
                    return Ok(true);
                }
                slack[piece] = old;
                // All cases with this piece higher have been tried.
                limit[piece] = clause.over[piece];
            }
        }
        Ok(false)
    }

    /// The smallest unsatisfied clause, and the size of a set of unsatisfied clauses no two of
    /// which share a piece: each of them needs at least one more step away.
    fn unsatisfied(&self, slack: &Slack) -> (Option<&Clause>, u32) {
        let mut packed = PieceSet::EMPTY;
        let mut disjoint = 0;
        let mut next: Option<&Clause> = None;
        for clause in self.clauses.iter().filter(|clause| !clause.is_satisfied(slack)) {
            if !packed.intersects(clause.pieces) {
                packed |= clause.pieces;
                disjoint += 1;
            }
            if next.is_none_or(|next| clause.pieces.len() < next.pieces.len()) {
                next = Some(clause);
            }
        }
        (next, disjoint)
    }
}

/// Removes pieces from a core, which took `cost` nodes to find, as long as the rest remains a core.
fn shrink(
    state: &State,
    search: &mut Search<'_>,
    mut core: PieceSet,
    slack: &Slack,
    cost: u64,
) -> Result<PieceSet, OutOfNodes> {
    let begun = search.nodes();
    for piece in core.iter() {
        // Pairs are clauses already, so three pieces are few enough.
        if core.len() <= 3 || search.nodes() - begun > SHRINK_ALL + cost {
            break;
        }
        if core.contains(piece) {
            let outcome =
                search.attempt(state, core - PieceSet::of(piece), slack, SHRINK + cost)?;
            if let Some(Outcome::Core(smaller)) = outcome {
                core = smaller;
            }
        }
    }
    Ok(core)
}

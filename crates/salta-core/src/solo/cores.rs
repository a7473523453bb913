//! Which men must step away, and how often: the master problem over the refutations found.
//!
//! Each refutation is a *clause*: at least one of its men steps away more often than was allowed.
//! The least total that meets all clauses is a lower bound on the steps away of any way home, and
//! if the men can come home with a slack that reaches it, it is the answer. (The scheme is known
//! as implicit hitting sets: Moreno-Centeno and Karp 2013; Davies and Bacchus 2011 for MaxSAT.)

use super::board::squares;
use super::lanes::Men;
use super::search::{Outcome, Search, Slack, Spent};
use super::state::{MEN, State, Task};

/// Nodes a try to make a core smaller may take, beside as many as the core itself took.
const SHRINK: u64 = 30;
/// The same for all tries with one core together.
const SHRINK_ALL: u64 = 100;

/// Some man of `men` steps away more than `over[man]` times.
struct Clause {
    men: Men,
    over: Slack,
}

impl Clause {
    fn met(&self, slack: &Slack) -> bool {
        squares(u64::from(self.men)).any(|i| slack[i] > self.over[i])
    }
}

/// The clauses known, and the least total they leave possible.
pub(super) struct Cores {
    clauses: Vec<Clause>,
    /// No way home has fewer steps away.
    pub(super) least: u32,
}

impl Cores {
    /// No clauses yet.
    pub(super) fn new() -> Cores {
        Cores { clauses: Vec::new(), least: 0 }
    }

    /// Searches until a way home with `least` steps away is found; it is then the search's path.
    pub(super) fn solve(
        &mut self,
        task: &Task,
        state: &State,
        search: &mut Search<'_>,
    ) -> Result<(), Spent> {
        self.pairs(task, state, search);
        loop {
            let slack = self.cheapest(search)?;
            let before = search.nodes();
            let core = match search.solve(state, state.men, &slack)? {
                Outcome::Home => return Ok(()),
                Outcome::Core(core) => core,
            };
            let cost = search.nodes() - before;
            let men = shrink(state, search, core, &slack, cost)?;
            self.clauses.push(Clause { men, over: slack });
        }
    }

    /// The clauses of men two by two.
    fn pairs(&mut self, task: &Task, state: &State, search: &Search<'_>) {
        for (i, j) in (0..task.men).flat_map(|j| (0..j).map(move |i| (i, j))) {
            let need = search.conflicts.need(i, state.at[i], j, state.at[j]);
            for first in 0..need {
                let mut over = [0; MEN];
                (over[i], over[j]) = (first, need - 1 - first);
                self.clauses.push(Clause { men: 1 << i | 1 << j, over });
            }
        }
    }

    /// A slack of the least total that meets all clauses.
    fn cheapest(&mut self, search: &mut Search<'_>) -> Result<Slack, Spent> {
        loop {
            let mut slack = [0; MEN];
            if self.meet(&mut slack, &[u8::MAX; MEN], self.least, search)? {
                return Ok(slack);
            }
            self.least += 1;
        }
    }

    /// Raises `slack`, by `spare` in all and no man above its `limit`, until all clauses are met.
    fn meet(
        &self,
        slack: &mut Slack,
        limit: &Slack,
        spare: u32,
        search: &mut Search<'_>,
    ) -> Result<bool, Spent> {
        let (next, disjoint) = self.unmet(slack);
        let Some(clause) = next else { return Ok(true) };
        if disjoint > spare {
            return Ok(false);
        }
        search.spend()?;
        let mut limit = *limit;
        for man in squares(u64::from(clause.men)) {
            let raise = u32::from(clause.over[man] + 1 - slack[man]);
            if raise <= spare && clause.over[man] < limit[man] {
                let old = std::mem::replace(&mut slack[man], clause.over[man] + 1);
                if self.meet(slack, &limit, spare - raise, search)? {
                    return Ok(true);
                }
                slack[man] = old;
                // The ways with this man higher are done with.
                limit[man] = clause.over[man];
            }
        }
        Ok(false)
    }

    /// The smallest clause not met, and how many of those not met share no man: each of them takes
    /// at least one step away of its own.
    fn unmet(&self, slack: &Slack) -> (Option<&Clause>, u32) {
        let mut packed: Men = 0;
        let mut disjoint = 0;
        let mut next: Option<&Clause> = None;
        for clause in self.clauses.iter().filter(|clause| !clause.met(slack)) {
            if packed & clause.men == 0 {
                packed |= clause.men;
                disjoint += 1;
            }
            if next.is_none_or(|next| clause.men.count_ones() < next.men.count_ones()) {
                next = Some(clause);
            }
        }
        (next, disjoint)
    }
}

/// Leaves out men of a core, which took `cost` nodes to find, as long as it stays one.
fn shrink(
    state: &State,
    search: &mut Search<'_>,
    mut core: Men,
    slack: &Slack,
    cost: u64,
) -> Result<Men, Spent> {
    let begun = search.nodes();
    for man in squares(u64::from(core)) {
        // Pairs are clauses already, so three men are few enough.
        if core.count_ones() <= 3 || search.nodes() - begun > SHRINK_ALL + cost {
            break;
        }
        if core & 1 << man != 0 {
            core = refute(state, search, core & !(1 << man), slack, SHRINK + cost)?.unwrap_or(core);
        }
    }
    Ok(core)
}

/// A core within `men`, if `limit` nodes suffice to find one.
fn refute(
    state: &State,
    search: &mut Search<'_>,
    men: Men,
    slack: &Slack,
    limit: u64,
) -> Result<Option<Men>, Spent> {
    let budget = search.budget;
    search.budget = budget.min(search.nodes() + limit);
    let outcome = search.solve(state, men, slack);
    search.budget = budget;
    match outcome {
        Ok(Outcome::Core(core)) => Ok(Some(core)),
        Err(Spent) if search.nodes() > budget => Err(Spent),
        _ => Ok(None),
    }
}

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
/// What a man's activity gains with each core it is in; all activity fades by an eighth.
const GAIN: u32 = 1 << 16;

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
    /// How often each man was in a core of late.
    activity: [u32; MEN],
    /// The men, those first to whom slack is given first.
    order: [usize; MEN],
}

impl Cores {
    /// The clauses of men two by two.
    pub(super) fn new(task: &Task, state: &State, search: &Search<'_>) -> Cores {
        let order = std::array::from_fn(|i| i);
        let mut cores = Cores { clauses: Vec::new(), least: 0, activity: [0; MEN], order };
        for (i, j) in (0..task.men).flat_map(|j| (0..j).map(move |i| (i, j))) {
            let need = search.conflicts.need(i, state.at[i], j, state.at[j]);
            for first in 0..need {
                let mut over = [0; MEN];
                (over[i], over[j]) = (first, need - 1 - first);
                cores.clauses.push(Clause { men: 1 << i | 1 << j, over });
            }
        }
        cores
    }

    /// Notes that `core` cannot come home within `slack`, which took `cost` nodes to find out.
    pub(super) fn learn(
        &mut self,
        state: &State,
        search: &mut Search<'_>,
        core: Men,
        slack: &Slack,
        cost: u64,
    ) -> Result<(), Spent> {
        let men = shrink(state, search, core, slack, cost)?;
        for (man, activity) in self.activity.iter_mut().enumerate() {
            *activity += u32::from(men >> man & 1) * GAIN;
            *activity -= *activity / 8;
        }
        self.clauses.push(Clause { men, over: *slack });
        Ok(())
    }

    /// A slack of the least total that meets all clauses. Men that step away in the best way home
    /// known, `away`, get it first: then that way is the sooner bettered.
    pub(super) fn cheapest(
        &mut self,
        away: &Slack,
        search: &mut Search<'_>,
    ) -> Result<Slack, Spent> {
        let activity = self.activity;
        self.order.sort_by_key(|&i| std::cmp::Reverse((away[i], activity[i])));
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
        for man in self.order.into_iter().filter(|&man| clause.men & 1 << man != 0) {
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
            let outcome = search.attempt(state, core & !(1 << man), slack, SHRINK + cost)?;
            if let Some(Outcome::Core(smaller)) = outcome {
                core = smaller;
            }
        }
    }
    Ok(core)
}

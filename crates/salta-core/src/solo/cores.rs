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
        let all = ((1u32 << task.men) - 1) as Men;
        let r0 = search.solve(state, all, &[0; MEN]);
            if std::env::var("DBG").is_ok() { eprintln!("first nodes {} {:?}", search.nodes, r0.as_ref().ok()); }
        if let Outcome::Home = r0? {
            return Ok(());
        }
        self.pairs(task, state, search);
        loop {
            let slack = self.cheapest(search)?;
            let n0 = search.nodes;
            let r = search.solve(state, all, &slack);
            if std::env::var("DBG").is_ok() { eprintln!("  least {} slack {:?} clauses {} nodes {} -> {} {:?} masters {} triples {}", self.least, slack, self.clauses.len(), n0, search.nodes, r.as_ref().ok(), search.masters, search.triples.searched); }
            match r? {
                Outcome::Home => return Ok(()),
                Outcome::Core(core) => self.learn(state, search, core, slack, search.nodes - n0)?,
            }
        }
    }

    /// The clauses of men two by two.
    fn pairs(&mut self, task: &Task, state: &State, search: &Search<'_>) {
        for (i, j) in task.both() {
            let need = search.need(state, i, j);
            for first in 0..need {
                let mut over = [0; MEN];
                (over[i], over[j]) = (first, need - 1 - first);
                self.clauses.push(Clause { men: 1 << i | 1 << j, over });
            }
        }
    }

    /// Makes the core small and its slack large, then notes the clause.
    fn learn(
        &mut self,
        state: &State,
        search: &mut Search<'_>,
        mut core: Men,
        mut slack: Slack,
        cost: u64,
    ) -> Result<(), Spent> {
        let e = |k: &str, d: u64| std::env::var(k).map_or(d, |s| s.parse().unwrap());
        let del = e("DA", 30) + e("DB", 1) * cost;
        let rai = e("RA", 0) + e("RB", 0) * cost;
        let mut order: Vec<usize> = squares(u64::from(core)).collect();
        order.sort_by_key(|&man| search.blame[man]);
        if e("ORD",0)==0 { order.sort(); }
        for man in order {
            if core.count_ones() > 3 && core & 1 << man != 0 {
                if let Some(smaller) = refutes(state, search, core & !(1 << man), &slack, del)? {
                    core = smaller;
                }
            }
        }
        let men = core;
        for man in squares(u64::from(core)) {
            let old = slack[man];
            while slack[man] < 4 {
                slack[man] += 1;
                if refutes(state, search, core, &slack, rai)?.is_none() {
                    slack[man] -= 1;
                    break;
                }
            }
            // More is not tried: a man that seems no help whatever it does is left out below.
            let _ = old;
        }
        self.clauses.push(Clause { men, over: slack });
        Ok(())
    }

    /// A slack of the least total that meets all clauses.
    fn cheapest(&mut self, search: &mut Search<'_>) -> Result<Slack, Spent> {
        loop {
            let mut slack = [0; MEN];
            if self.meet(&mut slack, &mut [u8::MAX; MEN], self.least, search)? {
                return Ok(slack);
            }
            self.least += 1;
        }
    }

    fn meet(
        &self,
        slack: &mut Slack,
        limit: &mut Slack,
        spare: u32,
        search: &mut Search<'_>,
    ) -> Result<bool, Spent> {
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
        let Some(clause) = next else { return Ok(true) };
        if disjoint > spare {
            return Ok(false);
        }
        search.masters += 1;
        let mut limit = *limit;
        for man in squares(u64::from(clause.men)) {
            let raise = u32::from(clause.over[man] + 1 - slack[man]);
            if raise <= spare && clause.over[man] < limit[man] {
                let old = std::mem::replace(&mut slack[man], clause.over[man] + 1);
                if self.meet(slack, &mut limit, spare - raise, search)? {
                    return Ok(true);
                }
                slack[man] = old;
                // The ways with this man higher are done with.
                limit[man] = clause.over[man];
            }
        }
        Ok(false)
    }
}

/// A core within `men`, if they cannot come home within `slack` and a short search sees it.
fn refutes(
    state: &State,
    search: &mut Search<'_>,
    men: Men,
    slack: &Slack,
    limit: u64,
) -> Result<Option<Men>, Spent> {
    let budget = search.budget;
    search.budget = budget.min(search.nodes + limit);
    let outcome = search.solve(state, men, slack);
    let spent = search.nodes > budget;
    search.nodes = search.nodes.min(search.budget);
    search.budget = budget;
    match outcome {
        Ok(Outcome::Core(core)) => Ok(Some(core)),
        Err(Spent) if spent => Err(Spent),
        _ => Ok(None),
    }
}

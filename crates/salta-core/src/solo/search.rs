//! Depth-first search for a way home in which each man steps away at most so many times.
//!
//! A step towards the goal lowers the distance sum by one, a step away raises it and uses up one
//! of the man's *slack*; so the distance sum plus twice all slack falls with every step, and no
//! arrangement comes twice on a branch.
//!
//! A refutation is a *core*: men that cannot come home within their slack even if all others are
//! taken off. It lets the search jump back over steps of men that had no part in it.

use super::board::{SQUARES, squares};
use super::conflicts::Conflicts;
use super::lanes::{Lanes, Men};
use super::nogoods::Nogoods;
use super::state::{MEN, State, Task};

/// How often each man may step away.
pub(super) type Slack = [u8; MEN];

/// Arrangements of three men that cost as much as one node.
const TRIPLES_A_NODE: u64 = 16;

/// The node budget is spent.
pub(super) struct Spent;

/// What a search says.
#[derive(Clone, Copy)]
pub(super) enum Outcome {
    /// There is a way home.
    Home,
    /// These men alone cannot come home.
    Core(Men),
}

/// A search over one task.
pub(super) struct Search<'a> {
    task: &'a Task,
    pub(super) conflicts: Conflicts,
    nogoods: Nogoods,
    /// How often a man was in a conflict.
    blame: [u32; MEN],
    budget: u64,
    nodes: u64,
    /// After success: the steps of the way home.
    pub(super) path: Vec<(u8, u8)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(task: &'a Task, budget: u64) -> Search<'a> {
        Search {
            task,
            conflicts: Conflicts::new(task),
            nogoods: Nogoods::new(),
            blame: [0; MEN],
            budget,
            nodes: 0,
            path: Vec::new(),
        }
    }

    /// Nodes searched so far, work on triples included.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.conflicts.triples.searched / TRIPLES_A_NODE
    }

    /// Counts a node.
    pub(super) fn spend(&mut self) -> Result<(), Spent> {
        self.nodes += 1;
        if self.nodes() > self.budget { Err(Spent) } else { Ok(()) }
    }

    /// Can `men`, alone on the board, come home within `slack`?
    fn solve(&mut self, state: &State, men: Men, slack: &Slack) -> Result<Outcome, Spent> {
        self.blame = [0; MEN];
        self.path.clear();
        let state = self.task.only(state, men);
        for man in squares(u64::from(men)) {
            let three = |search: &mut Self| search.conflicts.three(self.task, &state, slack, man);
            if let Some(core) = self.conflict(&state, slack, man).or_else(|| three(self)) {
                return Ok(Outcome::Core(core));
            }
        }
        self.run(&state, slack, None)
    }

    /// [`Search::solve`], if `limit` nodes suffice.
    pub(super) fn attempt(
        &mut self,
        state: &State,
        men: Men,
        slack: &Slack,
        limit: u64,
    ) -> Result<Option<Outcome>, Spent> {
        let budget = self.budget;
        self.budget = budget.min(self.nodes().saturating_add(limit));
        let outcome = self.solve(state, men, slack);
        self.budget = budget;
        match outcome {
            Ok(outcome) => Ok(Some(outcome)),
            Err(Spent) if self.nodes() > budget => Err(Spent),
            Err(Spent) => Ok(None),
        }
    }

    fn run(
        &mut self,
        state: &State,
        slack: &Slack,
        moved: Option<usize>,
    ) -> Result<Outcome, Spent> {
        if state.left == 0 {
            return Ok(Outcome::Home);
        }
        if let Some(core) = self.nogoods.get(state, slack) {
            return Ok(Outcome::Core(core));
        }
        self.spend()?;
        let three = moved.and_then(|man| self.conflicts.three(self.task, state, slack, man));
        let outcome = match three {
            Some(core) => self.accuse(core),
            None => self.search(state, slack)?,
        };
        if let Outcome::Core(core) = outcome {
            self.nogoods.put(state, slack, core);
        }
        Ok(outcome)
    }

    fn search(&mut self, state: &State, slack: &Slack) -> Result<Outcome, Spent> {
        let lanes = match Lanes::new(self.task, state, slack) {
            Ok(lanes) => lanes,
            Err(core) => return Ok(self.accuse(core)),
        };
        if let Some(man) = self.free(state, &lanes) {
            return self.walk(state, slack, man, &lanes);
        }
        if let Some(man) = self.last(state, &lanes) {
            return self.wait(state, slack, man);
        }
        let chosen = self.persistent(state, slack, &lanes);
        self.expand(state, slack, chosen, &lanes)
    }

    fn accuse(&mut self, core: Men) -> Outcome {
        for man in squares(u64::from(core)) {
            self.blame[man] += 1;
        }
        Outcome::Core(core)
    }

    fn conflict(&mut self, state: &State, slack: &Slack, man: usize) -> Option<Men> {
        let core = self.conflicts.with(state, slack, man)?;
        self.accuse(core);
        Some(core)
    }

    /// A man that can walk home at once to a goal no other man may ever stand on. Taking that walk
    /// first loses nothing: put before any way home, with the man's own steps left out of the
    /// rest, it gives a way home that is no longer, and it stands in nobody's way.
    fn free(&self, state: &State, lanes: &Lanes) -> Option<usize> {
        let shared = lanes.shared();
        squares(u64::from(state.men)).find(|&i| {
            shared & 1 << self.task.goals[i] == 0
                && !self.task.is_home(state, i)
                && self.task.open(i, state.at[i], state.occupied)
        })
    }

    /// Walks `man` home, which must be free to go, and searches on.
    fn walk(
        &mut self,
        state: &State,
        slack: &Slack,
        man: usize,
        lanes: &Lanes,
    ) -> Result<Outcome, Spent> {
        let mark = self.path.len();
        self.path.extend(self.task.way(man, state.at[man], state.occupied));
        let next = self.task.step(state, man, self.task.goals[man]);
        let outcome = match self.conflict(&next, slack, man) {
            Some(core) => Outcome::Core(core),
            None => self.run(&next, slack, Some(man))?,
        };
        if let Outcome::Core(core) = outcome {
            self.path.truncate(mark);
            if core & 1 << man != 0 {
                // The walk is free among these men only as far as their lanes are no wider.
                return Ok(Outcome::Core(lanes.with_walls(core)));
            }
        }
        Ok(outcome)
    }

    /// A man that can walk home when all others are home, from a square no other man may ever
    /// stand on. It can wait there until the end, so the others decide alone: the mirror of
    /// [`Search::free`], with time reversed.
    fn last(&self, state: &State, lanes: &Lanes) -> Option<usize> {
        let shared = lanes.shared();
        squares(u64::from(state.men)).find(|&i| {
            let at = state.at[i];
            shared & 1 << at == 0
                && !self.task.is_home(state, i)
                && self.task.open(i, at, self.task.goals(state.men & !(1 << i)))
        })
    }

    /// Lets all others come home first.
    fn wait(&mut self, state: &State, slack: &Slack, man: usize) -> Result<Outcome, Spent> {
        let outcome = self.run(&self.task.without(state, man), slack, None)?;
        if let Outcome::Home = outcome {
            let goals = self.task.goals(state.men & !(1 << man));
            self.path.extend(self.task.way(man, state.at[man], goals));
        }
        Ok(outcome)
    }

    /// A man that is not home, and a set of men with it of whom one can be taken to step first in
    /// a way home, if there is one.
    ///
    /// The set holds with each man every other that may ever stand on one of the squares it could
    /// step to. Some man of the set steps in every way home. The first such step goes to a square
    /// that no man outside the set ever stands on, and that no man of the set can have left before:
    /// so it is possible now, and making it now hinders nobody.
    /// (A persistent set: Godefroid, Partial-Order Methods, 1996.)
    fn persistent(&self, state: &State, slack: &Slack, lanes: &Lanes) -> (usize, Men) {
        let mut visitors = [0 as Men; SQUARES];
        for i in squares(u64::from(state.men)) {
            squares(lanes.of[i]).for_each(|s| visitors[s] |= 1 << i);
        }
        let mut sets = [0 as Men; MEN];
        let mut steps = [0u32; MEN];
        for i in squares(u64::from(state.men)) {
            let near = self.task.board.near[state.at[i] as usize];
            let targets = if slack[i] > 0 { near } else { self.task.closer(i, state.at[i]) };
            sets[i] = 1 << i;
            for s in squares(targets & lanes.of[i]) {
                sets[i] |= visitors[s];
                steps[i] += u32::from(state.occupied & 1 << s == 0);
            }
        }
        close(&mut sets);
        let cost = |i: usize| squares(u64::from(sets[i])).map(|j| steps[j]).sum::<u32>();
        let away = squares(u64::from(state.men)).filter(|&i| !self.task.is_home(state, i));
        let first = away.min_by_key(|&i| (cost(i), steps[i], u32::MAX - self.blame[i]));
        first.map_or((0, 0), |first| (first, sets[first]))
    }

    /// Tries the steps of `first`, and of those of the `chosen` men that are needed to refute
    /// them: steps towards a goal before steps away.
    ///
    /// The core holds the men in the way of a step and the core of each refuted step. Once all
    /// chosen men in it have been tried, they are a persistent set among its men alone, if their
    /// lanes are no wider; so these men alone cannot come home.
    fn expand(
        &mut self,
        state: &State,
        slack: &Slack,
        (first, chosen): (usize, Men),
        lanes: &Lanes,
    ) -> Result<Outcome, Spent> {
        let mut core = lanes.with_walls(1 << first);
        let mut tried: [Men; 2] = [0; 2];
        loop {
            let open = tried.map(|tried| core & chosen & !tried);
            let Some(away) = open.iter().position(|men| *men != 0) else {
                return Ok(Outcome::Core(core));
            };
            let man = open[away].trailing_zeros() as usize;
            tried[away] |= 1 << man;
            let Some((targets, left)) = self.targets(state, slack, man, away == 1) else {
                continue;
            };
            let targets = targets & lanes.of[man];
            for to in squares(targets & !state.occupied) {
                match self.child(state, &left, man, to as u8)? {
                    Outcome::Core(part) if part & 1 << man != 0 => core |= part,
                    // Home, or men this step leaves where they were: they are stuck here too.
                    outcome => return Ok(outcome),
                }
            }
            core = lanes.with_walls(core | state.on(targets));
        }
    }

    /// The squares one step nearer to the goal of `man`, or away from it, and the slack left after
    /// such a step; nothing if there is none to spend.
    fn targets(
        &self,
        state: &State,
        slack: &Slack,
        man: usize,
        away: bool,
    ) -> Option<(u64, Slack)> {
        let closer = self.task.closer(man, state.at[man]);
        if !away {
            return Some((closer, *slack));
        }
        let mut left = *slack;
        left[man] = left[man].checked_sub(1)?;
        Some((self.task.board.near[state.at[man] as usize] & !closer, left))
    }

    fn child(
        &mut self,
        state: &State,
        slack: &Slack,
        man: usize,
        to: u8,
    ) -> Result<Outcome, Spent> {
        let next = self.task.step(state, man, to);
        if let Some(core) = self.conflict(&next, slack, man) {
            return Ok(Outcome::Core(core));
        }
        self.path.push((state.at[man], to));
        let outcome = self.run(&next, slack, Some(man))?;
        if let Outcome::Core(_) = outcome {
            self.path.pop();
        }
        Ok(outcome)
    }
}

/// All men reached from each along `touches` (Warshall 1962).
fn close(touches: &mut [Men; MEN]) {
    for over in 0..MEN {
        let reached = touches[over];
        for set in touches.iter_mut() {
            *set |= reached & (*set >> over & 1).wrapping_neg();
        }
    }
}

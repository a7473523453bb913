//! Depth-first search for a way home in which each man steps away at most so many times.
//!
//! A step towards the goal lowers the distance sum by one, a step away raises it and uses up one
//! of the man's *slack*; so the distance sum plus twice all slack falls with every step, and no
//! arrangement comes twice on a branch.
//!
//! A refutation is a *core*: men that cannot come home within their slack even if all others are
//! taken off. It lets the search jump back over steps of men that had no part in it.

use super::board::squares;
use super::conflicts::Conflicts;
use super::lanes::{Lanes, Men};
use super::state::{MEN, State, Task};
use super::table::Table;

/// How often each man may step away.
pub(super) type Slack = [u8; MEN];

/// Arrangements of three men that cost as much as one node.
const TRIPLES_A_NODE: u64 = 16;

/// Slack in a key is below this: fifteen such digits fit in the 38 bits beside an arrangement.
const SLACKS: u64 = 5;

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
    table: Table,
    /// How often a man was in a conflict.
    blame: [u32; MEN],
    pub(super) budget: u64,
    nodes: u64,
    /// After success: the steps of the way home.
    pub(super) path: Vec<(u8, u8)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(task: &'a Task, budget: u64) -> Search<'a> {
        Search {
            task,
            conflicts: Conflicts::new(task),
            table: Table::new(),
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
    pub(super) fn solve(
        &mut self,
        state: &State,
        men: Men,
        slack: &Slack,
    ) -> Result<Outcome, Spent> {
        self.blame = [0; MEN];
        self.path.clear();
        let state = self.task.only(state, men);
        for man in squares(u64::from(men)) {
            if let Some(core) = self.conflict(&state, slack, man) {
                return Ok(Outcome::Core(core));
            }
        }
        self.run(&state, slack)
    }

    fn run(&mut self, state: &State, slack: &Slack) -> Result<Outcome, Spent> {
        if state.left == 0 {
            return Ok(Outcome::Home);
        }
        let key = key(state, slack);
        if let Some(core) = key.and_then(|key| self.table.get(key)) {
            return Ok(Outcome::Core(core));
        }
        self.spend()?;
        let outcome = self.search(state, slack)?;
        if let (Outcome::Core(core), Some(key)) = (outcome, key) {
            self.table.put(key, core);
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
        let core = self.conflicts.with(self.task, state, slack, man)?;
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
            None => self.run(&next, slack)?,
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
        let outcome = self.run(&self.task.without(state, man), slack)?;
        if let Outcome::Home = outcome {
            let goals = self.task.goals(state.men & !(1 << man));
            self.path.extend(self.task.way(man, state.at[man], goals));
        }
        Ok(outcome)
    }

    /// A set of men of whom one can be taken to step first in a way home, if there is one.
    ///
    /// It holds a man that is not home, and with each man every other that may ever stand on one
    /// of the squares it could step to. Some man of the set steps in every way home. The first
    /// such step goes to a square that no man outside the set ever stands on, and that no man of
    /// the set can have left before: so it is possible now, and making it now hinders nobody.
    /// (A persistent set: Godefroid, Partial-Order Methods, 1996.)
    fn persistent(&self, state: &State, slack: &Slack, lanes: &Lanes) -> Men {
        let mut touches = [0 as Men; MEN];
        let mut targets = [0u64; MEN];
        for i in squares(u64::from(state.men)) {
            let near = self.task.board.near[state.at[i] as usize];
            let steps = if slack[i] > 0 { near } else { self.task.closer(i, state.at[i]) };
            targets[i] = steps & lanes.of[i];
            for j in squares(u64::from(state.men)) {
                touches[i] |= Men::from(lanes.of[j] & targets[i] != 0) << j;
            }
        }
        let mut best = (u32::MAX, 0, 0);
        for i in squares(u64::from(state.men)).filter(|&i| !self.task.is_home(state, i)) {
            let set = closure(i, &touches);
            let steps = |j: usize| (targets[j] & !state.occupied).count_ones();
            let cost = squares(u64::from(set)).map(steps).sum();
            if cost < best.0 || cost == best.0 && self.blame[i] > best.1 {
                best = (cost, self.blame[i], set);
            }
        }
        best.2
    }

    /// Tries the steps of the `chosen` men, those towards a goal first.
    fn expand(
        &mut self,
        state: &State,
        slack: &Slack,
        chosen: Men,
        lanes: &Lanes,
    ) -> Result<Outcome, Spent> {
        let mut core = chosen;
        for away in [false, true] {
            for man in squares(u64::from(chosen)) {
                let closer = self.task.closer(man, state.at[man]);
                let mut left = *slack;
                let targets = if !away {
                    closer
                } else if slack[man] > 0 {
                    left[man] -= 1;
                    self.task.board.near[state.at[man] as usize] & !closer
                } else {
                    continue;
                };
                for to in squares(targets & !state.occupied) {
                    match self.child(state, &left, man, to as u8)? {
                        Outcome::Core(part) if part & 1 << man != 0 => core |= part,
                        // Home, or men this step leaves where they were: they are stuck here too.
                        outcome => return Ok(outcome),
                    }
                }
            }
        }
        // Among these men alone the set is still persistent, if their lanes are no wider.
        Ok(Outcome::Core(lanes.with_walls(core)))
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
        let outcome = self.run(&next, slack)?;
        if let Outcome::Core(_) = outcome {
            self.path.pop();
        }
        Ok(outcome)
    }
}

/// An arrangement with the slack of the men on the board, exact; none for a slack too large.
fn key(state: &State, slack: &Slack) -> Option<u128> {
    let mut spare: u64 = 0;
    for man in squares(u64::from(state.men)) {
        if u64::from(slack[man]) >= SLACKS {
            return None;
        }
        spare += u64::from(slack[man]) * SLACKS.pow(man as u32);
    }
    Some(state.key() << 38 | u128::from(spare))
}

/// All men reached from `man` along `touches`.
fn closure(man: usize, touches: &[Men; MEN]) -> Men {
    let mut set: Men = 1 << man;
    let mut new = set;
    while new != 0 {
        let next = squares(u64::from(new)).fold(set, |next, i| next | touches[i]);
        new = next & !set;
        set = next;
    }
    set
}

//! Depth-first search for a way home in which each man steps away at most so many times.
//!
//! A step towards the goal lowers the distance sum by one, a step away raises it and uses up one
//! of the man's *slack*; so the distance sum plus twice all slack falls with every step, and no
//! arrangement comes twice on a branch.
//!
//! A refutation is a *core*: men that cannot come home within their slack even if all others are
//! taken off. It lets the search jump back over steps of men that had no part in it.

use super::board::squares;
use super::lanes::{Lanes, Men};
use super::pairs::{Pair, pair};
use super::state::{MEN, State, Task};
use super::table::Table;
use super::triples::Triples;

/// How often each man may step away.
pub(super) type Slack = [u8; MEN];

/// The node budget is spent.
pub(super) struct Spent;

/// What a search says.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outcome {
    /// There is a way home.
    Home,
    /// These men alone cannot come home.
    Core(Men),
}

/// A search over one task.
pub(super) struct Search<'a> {
    task: &'a Task,
    pairs: Vec<&'static Pair>,
    table: Table,
    pub(super) triples: Triples,
    /// Weights that make one number of the slack left.
    weights: [u32; MEN],
    /// How often a man was in a core.
    pub(super) blame: [u32; MEN],
    pub(super) budget: u64,
    /// Nodes searched so far.
    pub(super) nodes: u64,
    pub(super) masters: u64,
    /// After success: the steps of the way home.
    pub(super) path: Vec<(u8, u8)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(task: &'a Task, budget: u64) -> Search<'a> {
        let mut pairs = Vec::with_capacity(MEN * MEN);
        for (i, j) in (0..task.men * MEN).map(|k| (k / MEN, (k % MEN).min(task.men - 1))) {
            pairs.push(pair(task.goals[i.min(j)], task.goals[i.max(j)]));
        }
        Search {
            task,
            pairs,
            table: Table::new(),
            triples: Triples::default(),
            weights: [0; MEN],
            blame: [0; MEN],
            budget,
            nodes: 0,
            masters: 0,
            path: Vec::new(),
        }
    }

    /// Steps away two men need, if they were alone.
    pub(super) fn need(&self, state: &State, i: usize, j: usize) -> u8 {
        let (i, j) = (i.min(j), i.max(j));
        self.pairs[i * MEN + j][state.at[i] as usize * 50 + state.at[j] as usize]
    }

    /// Can `men`, alone on the board, come home within `slack`?
    pub(super) fn solve(
        &mut self,
        state: &State,
        men: Men,
        slack: &Slack,
    ) -> Result<Outcome, Spent> {
        let mut weight = 1;
        for (i, &slack) in slack.iter().enumerate() {
            self.weights[i] = weight;
            weight *= u32::from(slack) + 1;
            if weight > 1 << 16 {
                return Err(Spent);
            }
        }
        if std::env::var("KB").is_err() {self.blame = [0; MEN];}
        self.table.clear();
        self.path.clear();
        for (i, j) in self.task.both() {
            if men & 1 << i != 0
                && men & 1 << j != 0
                && self.need(state, i, j) > slack[i] + slack[j]
            {
                return Ok(Outcome::Core(1 << i | 1 << j));
            }
        }
        let state = self.task.only(state, men);
        for man in squares(u64::from(men)) {
            if let Some(core) = self.conflict3(&state, slack, man) {
                return Ok(Outcome::Core(core));
            }
        }
        self.run(&state, slack)
    }

    fn key(&self, state: &State, slack: &Slack) -> u128 {
        let spare: u32 = slack.iter().zip(&self.weights).map(|(&s, w)| u32::from(s) * w).sum();
        state.key() << 16 | u128::from(spare)
    }

    fn run(&mut self, state: &State, slack: &Slack) -> Result<Outcome, Spent> {
        if state.left == 0 {
            return Ok(Outcome::Home);
        }
        let key = self.key(state, slack);
        if let Some(core) = self.table.get(key) {
            return Ok(Outcome::Core(core));
        }
        self.nodes += 1;
        if self.nodes > self.budget {
            return Err(Spent);
        }
        let outcome = self.search(state, slack)?;
        if let Outcome::Core(core) = outcome {
            self.table.put(key, core);
        }
        Ok(outcome)
    }

    fn search(&mut self, state: &State, slack: &Slack) -> Result<Outcome, Spent> {
        let lanes = match Lanes::new(self.task, state, slack) {
            Ok(lanes) => lanes,
            Err(core) => {
                self.accuse(core);
                return Ok(Outcome::Core(core));
            }
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

    fn accuse(&mut self, core: Men) {
        for man in squares(u64::from(core)) {
            self.blame[man] += 1;
        }
    }

    /// A man that can walk home at once to a goal no other man may ever stand on. Taking that walk
    /// first loses nothing: put before any way home, with the man's own steps left out of the
    /// rest, it gives a way home that is no longer, and it stands in nobody's way.
    fn free(&self, state: &State, lanes: &Lanes) -> Option<usize> {
        let shared = lanes.shared();
        squares(u64::from(state.men)).find(|&i| {
            let wanted = shared & 1 << self.task.goals[i] != 0;
            !wanted && !self.task.is_home(state, i) && self.task.open(i, state.at[i], state.occupied)
        })
    }

    /// A man that can walk home when all others are home, from a square no other man may ever
    /// stand on. It can wait there until the end, so the others decide alone: the mirror of
    /// [`Search::free`], with time reversed.
    fn last(&self, state: &State, lanes: &Lanes) -> Option<usize> {
        let shared = lanes.shared();
        let goals = squares(u64::from(state.men)).fold(0, |g: u64, i| g | 1 << self.task.goals[i]);
        squares(u64::from(state.men)).find(|&i| {
            let at = state.at[i];
            let goals = goals & !(1 << self.task.goals[i]);
            shared & 1 << at == 0
                && !self.task.is_home(state, i)
                && self.task.open(i, at, goals)
        })
    }

    /// Lets all others come home first.
    fn wait(&mut self, state: &State, slack: &Slack, man: usize) -> Result<Outcome, Spent> {
        let outcome = self.run(&self.task.without(state, man), slack)?;
        if let Outcome::Home = outcome {
            let others = squares(u64::from(state.men & !(1 << man)));
            let goals = others.fold(0, |goals: u64, i| goals | 1 << self.task.goals[i]);
            let way = self.task.way(man, state.at[man], goals).expect("the way is open");
            self.path.extend(way.windows(2).map(|step| (step[0], step[1])));
        }
        Ok(outcome)
    }

    /// Walks `man` home, which must be open to it, and searches on.
    fn walk(
        &mut self,
        state: &State,
        slack: &Slack,
        man: usize,
        lanes: &Lanes,
    ) -> Result<Outcome, Spent> {
        let mark = self.path.len();
        let way = self.task.way(man, state.at[man], state.occupied).expect("the way is open");
        self.path.extend(way.windows(2).map(|step| (step[0], step[1])));
        let next = self.task.step(state, man, self.task.goals[man]);
        let outcome = match self.conflict(&next, slack, man) {
            Some(core) => Outcome::Core(core),
            None => self.run(&next, slack)?,
        };
        if let Outcome::Core(core) = outcome {
            self.path.truncate(mark);
            if core & 1 << man != 0 {
                return Ok(Outcome::Core(lanes.with_walls(core)));
            }
        }
        Ok(outcome)
    }

    fn conflict3(&mut self, state: &State, slack: &Slack, man: usize) -> Option<Men> {
        let mut lanes = [0; MEN];
        for i in squares(u64::from(state.men)) {
            lanes[i] =
                self.task.board.lane(state.at[i], self.task.goals[i], u32::from(slack[i]));
        }
        let near = |i: usize| {
            squares(u64::from(state.men) & !(1 << i))
                .fold(0u64, |mask, j| mask | u64::from(lanes[j] & lanes[i] != 0) << j)
        };
        let around = near(man);
        let pairs = &self.pairs;
        let need = |i: usize, a: u8, j: usize, b: u8| {
            let (i, a, j, b) = if i < j { (i, a, j, b) } else { (j, b, i, a) };
            pairs[i * MEN + j][a as usize * 50 + b as usize]
        };
        for j in squares(around) {
            let thirds = (around & !((2 << j) - 1) | near(j) & !around) & !(1 << man | 1 << j);
            for k in squares(thirds) {
                if !self.triples.can(self.task, &need, state, slack, [man, j, k]) {
                    let core = 1 << man | 1 << j | 1 << k;
                    self.accuse(core);
                    return Some(core);
                }
            }
        }
        None
    }

    /// A pair that needs more slack than it has, after a step of `man`.
    fn conflict(&mut self, state: &State, slack: &Slack, man: usize) -> Option<Men> {
        let short = |&i: &usize| i != man && self.need(state, i, man) > slack[i] + slack[man];
        let Some(other) = squares(u64::from(state.men)).find(short) else {
            return self.conflict3(state, slack, man);
        };
        let core = 1 << other | 1 << man;
        self.accuse(core);
        Some(core)
    }

    /// A set of men of whom one can be taken to step first in a way home, if there is one.
    ///
    /// It holds a man that is not home, and with each man every other that may ever stand on one
    /// of the squares it could step to. Some man of the set steps in every way home. The first
    /// such step goes to a square that no man outside the set ever stands on, and that no man of
    /// the set can have left before: so it is possible now, and making it now hinders nobody.
    fn persistent(&self, state: &State, slack: &Slack, lanes: &Lanes) -> Men {
        let mut touches = [0 as Men; MEN];
        let mut targets = [0u64; MEN];
        for i in squares(u64::from(state.men)) {
            targets[i] = lanes.of[i]
                & if slack[i] > 0 {
                    self.task.board.near[state.at[i] as usize]
                } else {
                    self.task.closer(i, state.at[i])
                };
            for j in squares(u64::from(state.men)) {
                touches[i] |= Men::from(lanes.of[j] & targets[i] != 0) << j;
            }
        }
        let mut best = (u32::MAX, 0, 0);
        for i in squares(u64::from(state.men)).filter(|&i| !self.task.is_home(state, i)) {
            let set = closure(i, &touches);
            let steps = |j: usize| (targets[j] & !state.occupied).count_ones();
            let cost: u32 = squares(u64::from(set)).map(steps).sum();
            let blame = self.blame[i];
            if cost < best.0 || cost == best.0 && blame > best.1 {
                best = (cost, blame, set);
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
                let at = state.at[man];
                let closer = self.task.closer(man, at);
                let mut left = *slack;
                let targets = if !away {
                    closer
                } else if slack[man] > 0 {
                    left[man] -= 1;
                    self.task.board.near[at as usize] & !closer
                } else {
                    continue;
                };
                for to in squares(targets & !state.occupied) {
                    match self.child(state, &left, man, to as u8)? {
                        Outcome::Core(part) if part & 1 << man != 0 => core |= part,
                        // Home, or men that this step leaves where they were.
                        outcome => return Ok(outcome),
                    }
                }
            }
        }
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

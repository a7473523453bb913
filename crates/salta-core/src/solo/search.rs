//! Depth-first search for a way home with a given number of steps away.
//!
//! A step towards the goal lowers the distance sum by one, a step away raises it and uses up one
//! of the allowed `away`; so `left + 2 * away` falls with every step, the search ends, and a way
//! found has exactly that length.

use super::board::squares;
use super::bounds::{Bounds, Men, lanes};
use super::state::{MEN, State, Task};
use super::table::Table;

/// The node budget is spent.
pub(super) struct Spent;

/// A search over one task; what it refutes with few steps away helps with more.
pub(super) struct Search<'a> {
    task: &'a Task,
    bounds: Bounds,
    table: Table,
    budget: u64,
    /// Nodes searched so far.
    pub(super) nodes: u64,
    /// After success: the steps of the way home.
    pub(super) path: Vec<(u8, u8)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(task: &'a Task, budget: u64) -> Search<'a> {
        let bounds = Bounds::new(task);
        Search { task, bounds, table: Table::new(), budget, nodes: 0, path: Vec::new() }
    }

    /// Is there a way home with at most `away` steps away?
    ///
    /// An arrangement is searched once with as many steps away. Skipping it the second time is
    /// sound even while the first is under way: of all arrangements given up wrongly, the one with
    /// the shortest way home would have a successor with a shorter one, given up wrongly too.
    pub(super) fn run(&mut self, state: &State, away: u32) -> Result<bool, Spent> {
        if state.left == 0 {
            return Ok(true);
        }
        if !self.table.enter(state.key(), away) {
            return Ok(false);
        }
        self.nodes += 1;
        if self.nodes > self.budget {
            return Err(Spent);
        }
        let Some(movers) = self.bounds.movers(self.task, state, away) else { return Ok(false) };
        let Some(lanes) = lanes(self.task, state, movers, away) else { return Ok(false) };
        if let Some(man) = self.free(state, &lanes) {
            return self.walk(state, man, away);
        }
        let chosen = self.persistent(state, &lanes, movers);
        self.expand(state, chosen, movers, away)
    }

    /// A man that can walk home at once to a goal no other man may ever stand on. Taking that walk
    /// first loses nothing: put before any way home, with the man's own steps left out of the
    /// rest, it gives a way home that is no longer, and it stands in nobody's way.
    fn free(&self, state: &State, lanes: &[u64; MEN]) -> Option<usize> {
        let (mut once, mut twice) = (0, 0);
        for lane in &lanes[..self.task.men] {
            twice |= once & lane;
            once |= lane;
        }
        (0..self.task.men).find(|&i| {
            let wanted = twice & 1 << self.task.goals[i] != 0;
            !wanted && !self.task.is_home(state, i) && self.open(state, i, state.at[i])
        })
    }

    /// Is there a shortest way home for `man` over empty squares?
    fn open(&self, state: &State, man: usize, at: u8) -> bool {
        at == self.task.goals[man]
            || squares(self.task.closer(man, at) & !state.occupied)
                .any(|to| self.open(state, man, to as u8))
    }

    /// Walks `man` home, which must be open to it, and searches on.
    fn walk(&mut self, state: &State, man: usize, away: u32) -> Result<bool, Spent> {
        let mark = self.path.len();
        let mut next = *state;
        while !self.task.is_home(&next, man) {
            let from = next.at[man];
            let empty = self.task.closer(man, from) & !next.occupied;
            let to = squares(empty).find(|&to| self.open(&next, man, to as u8));
            let to = to.expect("the way is open") as u8;
            self.path.push((from, to));
            next = self.task.step(&next, man, to);
        }
        let found = self.run(&next, away)?;
        if !found {
            self.path.truncate(mark);
        }
        Ok(found)
    }

    /// A set of men of whom one can be taken to step first in a shortest way home.
    ///
    /// It holds a man that is not home, and with each man every other that may ever stand on one
    /// of the squares it could step to. Some man of the set steps in every way home. The first
    /// such step goes to a square that no man outside the set ever stands on, and that no man of
    /// the set can have left before: so it is possible now, and making it now hinders nobody.
    fn persistent(&self, state: &State, lanes: &[u64; MEN], movers: Men) -> Men {
        let men = self.task.men;
        let mut touches = [0 as Men; MEN];
        let mut targets = [0u64; MEN];
        for i in 0..men {
            let steps = if movers & 1 << i != 0 {
                self.task.board.near[state.at[i] as usize]
            } else {
                self.task.closer(i, state.at[i])
            };
            targets[i] = steps & lanes[i];
            for (j, lane) in lanes[..men].iter().enumerate() {
                touches[i] |= Men::from(lane & targets[i] != 0) << j;
            }
        }
        let mut best = (u32::MAX, 0);
        for i in (0..men).filter(|&i| !self.task.is_home(state, i)) {
            let set = closure(i, &touches);
            let steps = |j: usize| (targets[j] & !state.occupied).count_ones();
            let cost = squares(u64::from(set)).map(steps).sum();
            if cost < best.0 {
                best = (cost, set);
            }
        }
        best.1
    }

    /// Tries the steps of the `chosen` men, those towards a goal first.
    fn expand(
        &mut self,
        state: &State,
        chosen: Men,
        movers: Men,
        away: u32,
    ) -> Result<bool, Spent> {
        for man in squares(u64::from(chosen)) {
            let closer = self.task.closer(man, state.at[man]);
            if self.try_all(state, man, closer, away)? {
                return Ok(true);
            }
        }
        for man in squares(u64::from(chosen & movers)) {
            let at = state.at[man];
            let farther = self.task.board.near[at as usize] & !self.task.closer(man, at);
            if self.try_all(state, man, farther, away - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn try_all(
        &mut self,
        state: &State,
        man: usize,
        targets: u64,
        away: u32,
    ) -> Result<bool, Spent> {
        for to in squares(targets & !state.occupied) {
            self.path.push((state.at[man], to as u8));
            if self.run(&self.task.step(state, man, to as u8), away)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }
}

/// All men reached from `man` along `touches`.
fn closure(man: usize, touches: &[Men; MEN]) -> Men {
    let mut set: Men = 1 << man;
    loop {
        let next = squares(u64::from(set)).fold(set, |next, i| next | touches[i]);
        if next == set {
            return set;
        }
        set = next;
    }
}

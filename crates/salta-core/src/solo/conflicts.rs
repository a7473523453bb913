//! Two or three men that cannot come home within their slack, even alone on the board.

use super::board::squares;
use super::lanes::Men;
use super::pairs::{Pair, pair};
use super::search::Slack;
use super::state::{MEN, State, Task};
use super::triples::Triples;

/// What is known of the men of one task two by two and three by three.
pub(super) struct Conflicts {
    pairs: Vec<&'static Pair>,
    pub(super) triples: Triples,
}

impl Conflicts {
    pub(super) fn new(task: &Task) -> Conflicts {
        let mut pairs = Vec::with_capacity(task.men * (task.men + 1) / 2);
        for j in 0..task.men {
            pairs.extend((0..=j).map(|i| pair(task.goals[i], task.goals[j])));
        }
        Conflicts { pairs, triples: Triples::default() }
    }

    /// Steps away that men `i` on `a` and `j` on `b` need together.
    pub(super) fn need(&self, i: usize, a: u8, j: usize, b: u8) -> u8 {
        need(&self.pairs, i, a, j, b)
    }

    /// The men that `man` is in conflict with, and itself.
    pub(super) fn with(&self, state: &State, slack: &Slack, man: usize) -> Option<Men> {
        let short = |&i: &usize| {
            self.need(i, state.at[i], man, state.at[man]) > slack[i].saturating_add(slack[man])
        };
        let other = squares(u64::from(state.men & !(1 << man))).find(short)?;
        Some(1 << other | 1 << man)
    }

    /// Only men whose lanes touch are tried: the others do not meet.
    pub(super) fn three(
        &mut self,
        task: &Task,
        state: &State,
        slack: &Slack,
        man: usize,
    ) -> Option<Men> {
        let mut lanes = [0; MEN];
        for i in squares(u64::from(state.men)) {
            lanes[i] = task.board.lane(state.at[i], task.goals[i], u32::from(slack[i]));
        }
        let near = |i: usize| {
            let others = squares(u64::from(state.men & !(1 << i)));
            others.fold(0u64, |near, j| near | u64::from(lanes[j] & lanes[i] != 0) << j)
        };
        let around = near(man);
        let need = |i: usize, a: u8, j: usize, b: u8| need(&self.pairs, i, a, j, b);
        for j in squares(around) {
            let later = around & !((2 << j) - 1);
            let thirds = (later | near(j) & !around) & !(1 << man);
            for k in squares(thirds) {
                if !self.triples.can(task, &need, state, slack, [man, j, k]) {
                    return Some(1 << man | 1 << j | 1 << k);
                }
            }
        }
        None
    }
}

fn need(pairs: &[&Pair], i: usize, a: u8, j: usize, b: u8) -> u8 {
    let (i, a, j, b) = if i < j { (i, a, j, b) } else { (j, b, i, a) };
    pairs[j * (j + 1) / 2 + i][a as usize * 50 + b as usize]
}

//! The best way home known, and how it is bettered: by leaving out its steps away one by one.

use super::cores::Cores;
use super::search::{Outcome, Search, Slack, Spent};
use super::state::{MEN, State, Task};

/// Nodes that one try may take.
const TRY: u64 = 200;

/// A way home; none is known at first.
pub(super) struct Best {
    /// Its steps (from, to).
    pub(super) path: Option<Vec<(u8, u8)>>,
    /// How often each man steps away on it.
    pub(super) away: Slack,
    /// How often all men together do.
    pub(super) total: u32,
}

impl Best {
    pub(super) fn none() -> Best {
        Best { path: None, away: [0; MEN], total: u32::MAX }
    }

    /// Takes `path` if it is shorter.
    pub(super) fn offer(&mut self, task: &Task, state: &State, path: &[(u8, u8)]) {
        let away = steps_away(task, state, path);
        let total = total(&away);
        if total < self.total {
            *self = Best { path: Some(path.to_vec()), away, total };
        }
    }

    /// Leaves out steps away as long as the men come home without them. What is refuted on the
    /// way goes to `cores`: with so much slack to the others, these clauses say a lot.
    pub(super) fn descend(
        &mut self,
        task: &Task,
        state: &State,
        search: &mut Search<'_>,
        cores: &mut Cores,
    ) -> Result<(), Spent> {
        let mut away = self.away;
        let mut tried = [false; MEN];
        while let Some(man) =
            (0..MEN).filter(|&i| !tried[i] && away[i] > 0).max_by_key(|&i| away[i])
        {
            let mut slack = away;
            slack[man] -= 1;
            let before = search.nodes();
            match search.attempt(state, state.men, &slack, TRY)? {
                Some(Outcome::Home) => {
                    away = steps_away(task, state, &search.path);
                    self.offer(task, state, &search.path);
                }
                refuted => {
                    tried[man] = true;
                    if let Some(Outcome::Core(core)) = refuted {
                        cores.learn(state, search, core, &slack, search.nodes() - before)?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn total(away: &Slack) -> u32 {
    away.iter().map(|&steps| u32::from(steps)).sum()
}

/// How often each man steps away from its goal on `path`.
fn steps_away(task: &Task, state: &State, path: &[(u8, u8)]) -> Slack {
    let mut away = [0; MEN];
    let mut at = state.at;
    for &(from, to) in path {
        let man = (0..task.men).find(|&i| at[i] == from).expect("a man to move");
        away[man] += u8::from(task.distance(man, to) > task.distance(man, from));
        at[man] = to;
    }
    away
}

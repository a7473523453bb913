//! The best known way home, improved by removing its steps away one by one.

use super::cores::Cores;
use super::search::{OutOfNodes, Outcome, Search};
use super::state::{PIECES, Problem, Slack, State};

/// Nodes that one attempt may take.
const TRY: u64 = 200;

/// The best known way home; none is known at first.
pub(super) struct Best {
    /// Its steps (from, to).
    pub(super) path: Option<Vec<(u8, u8)>>,
    /// How often each piece steps away on it.
    pub(super) away: Slack,
    /// The sum over all pieces.
    pub(super) total: u32,
}

impl Best {
    pub(super) fn none() -> Best {
        Best { path: None, away: [0; PIECES], total: u32::MAX }
    }

    /// Replaces the best way if `path` is shorter.
    pub(super) fn offer(&mut self, problem: &Problem, state: &State, path: &[(u8, u8)]) {
        let away = steps_away(problem, state, path);
        let total: u32 = away.iter().map(|&steps| u32::from(steps)).sum();
        if total < self.total {
            *self = Best { path: Some(path.to_vec()), away, total };
        }
    }

    /// Removes steps away as long as the pieces still come home. Refutations go to `cores`: these
    /// clauses are strong, since the other pieces have much slack.
    pub(super) fn descend(
        &mut self,
        problem: &Problem,
        state: &State,
        search: &mut Search<'_>,
        cores: &mut Cores,
    ) -> Result<(), OutOfNodes> {
        let mut away = self.away;
        let mut tried = [false; PIECES];
        while let Some(piece) =
            (0..PIECES).filter(|&i| !tried[i] && away[i] > 0).max_by_key(|&i| away[i])
        {
            let mut slack = away;
            slack[piece] -= 1;
            let before = search.nodes();
            match search.attempt(state, state.pieces, &slack, TRY)? {
                Some(Outcome::Home) => {
                    away = steps_away(problem, state, &search.path);
                    self.offer(problem, state, &search.path);
                }
                refuted => {
                    tried[piece] = true;
                    if let Some(Outcome::Core(core)) = refuted {
                        cores.learn(state, search, core, &slack, search.nodes() - before)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// How often each piece steps away from its goal on `path`.
fn steps_away(problem: &Problem, state: &State, path: &[(u8, u8)]) -> Slack {
    let mut away = [0; PIECES];
    let mut at = state.at;
    for &(from, to) in path {
        let piece = (0..problem.pieces).find(|&i| at[i] == from).expect("a piece to move");
        away[piece] += u8::from(problem.distance(piece, to) > problem.distance(piece, from));
        at[piece] = to;
    }
    away
}

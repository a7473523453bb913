//! Depth-first search for a way home in which each piece makes a limited number of steps away.
//!
//! A step towards the goal lowers the distance sum by one, a step away raises it and uses up one
//! of the piece's *slack*; so the distance sum plus twice all slack falls with every step, and no
//! arrangement repeats on a branch.
//!
//! A refutation is a *core*: pieces that cannot come home within their slack even with all others
//! removed. It lets the search backjump over steps of pieces that are not in it.

use super::conflicts::Conflicts;
use super::geometry::SQUARES;
use super::lanes::Lanes;
use super::nogoods::Nogoods;
use super::sets::{PieceSet, SquareSet};
use super::state::{PIECES, Problem, Slack, State};
use crate::node_budget::NodeBudget;

/// Arrangements of three pieces that cost as much as one node.
const TRIPLES_A_NODE: u64 = 16;

/// The node budget is spent.
pub(super) struct OutOfNodes;

/// The result of a search.
#[derive(Clone, Copy)]
pub(super) enum Outcome {
    /// There is a way home.
    Home,
    /// These pieces alone cannot come home.
    Core(PieceSet),
}

/// A search over one problem.
pub(super) struct Search<'a> {
    problem: &'a Problem,
    pub(super) conflicts: Conflicts,
    nogoods: Nogoods,
    /// How often each piece was in a conflict.
    blame: [u32; PIECES],
    exact_nodes: NodeBudget,
    nodes: u64,
    /// After success: the steps of the way home.
    pub(super) path: Vec<(u8, u8)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(problem: &'a Problem, exact_nodes: NodeBudget) -> Search<'a> {
        Search {
            problem,
            conflicts: Conflicts::new(problem),
            nogoods: Nogoods::new(),
            blame: [0; PIECES],
            exact_nodes,
            nodes: 0,
            path: Vec::new(),
        }
    }

    /// Nodes searched so far, work on triples included.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.conflicts.triples.searched / TRIPLES_A_NODE
    }

    pub(super) fn count_node(&mut self) -> Result<(), OutOfNodes> {
        self.nodes += 1;
        if self.nodes() > self.exact_nodes.0 { Err(OutOfNodes) } else { Ok(()) }
    }

    /// Whether `pieces`, alone on the board, can come home within `slack`.
    fn solve(
        &mut self,
        state: &State,
        pieces: PieceSet,
        slack: &Slack,
    ) -> Result<Outcome, OutOfNodes> {
        self.blame = [0; PIECES];
        self.path.clear();
        let state = self.problem.only(state, pieces);
        for piece in pieces.iter() {
            let three =
                |search: &mut Self| search.conflicts.three(self.problem, &state, slack, piece);
            if let Some(core) = self.conflict(&state, slack, piece).or_else(|| three(self)) {
                return Ok(Outcome::Core(core));
            }
        }
        self.run(&state, slack, None)
    }

    /// Runs [`Search::solve`] for up to `limit` nodes; `None` if they do not suffice.
    pub(super) fn attempt(
        &mut self,
        state: &State,
        pieces: PieceSet,
        slack: &Slack,
        limit: u64,
    ) -> Result<Option<Outcome>, OutOfNodes> {
        let exact_nodes = self.exact_nodes;
        self.exact_nodes = exact_nodes.min(self.nodes().saturating_add(limit).into());
        let outcome = self.solve(state, pieces, slack);
        self.exact_nodes = exact_nodes;
        match outcome {
            Ok(outcome) => Ok(Some(outcome)),
            Err(OutOfNodes) if self.nodes() > exact_nodes.0 => Err(OutOfNodes),
            Err(OutOfNodes) => Ok(None),
        }
    }

    fn run(
        &mut self,
        state: &State,
        slack: &Slack,
        moved: Option<usize>,
    ) -> Result<Outcome, OutOfNodes> {
        if state.left == 0 {
            return Ok(Outcome::Home);
        }
        if let Some(core) = self.nogoods.get(state, slack) {
            return Ok(Outcome::Core(core));
        }
        self.count_node()?;
        let three = moved.and_then(|piece| self.conflicts.three(self.problem, state, slack, piece));
        let outcome = match three {
            Some(core) => self.add_blame(core),
            None => self.search(state, slack)?,
        };
        if let Outcome::Core(core) = outcome {
            self.nogoods.put(state, slack, core);
        }
        Ok(outcome)
    }

    fn search(&mut self, state: &State, slack: &Slack) -> Result<Outcome, OutOfNodes> {
        let lanes = match Lanes::new(self.problem, state, slack) {
            Ok(lanes) => lanes,
            Err(core) => return Ok(self.add_blame(core)),
        };
        if let Some(piece) = self.free(state, &lanes) {
            return self.walk(state, slack, piece, &lanes);
        }
        if let Some(piece) = self.last(state, &lanes) {
            return self.wait(state, slack, piece);
        }
        let chosen = self.persistent(state, slack, &lanes);
        self.expand(state, slack, chosen, &lanes)
    }

    fn add_blame(&mut self, core: PieceSet) -> Outcome {
        for piece in core.iter() {
            self.blame[piece] += 1;
        }
        Outcome::Core(core)
    }

    fn conflict(&mut self, state: &State, slack: &Slack, piece: usize) -> Option<PieceSet> {
        let core = self.conflicts.with(state, slack, piece)?;
        self.add_blame(core);
        Some(core)
    }

    /// A piece that can walk home at once to a goal that no other piece may ever visit. Walking
    /// first loses nothing: remove the piece's steps from any way home and put the walk before it;
    /// the result is a way home that is no longer, since the piece on its goal blocks no other.
    fn free(&self, state: &State, lanes: &Lanes) -> Option<usize> {
        let shared = lanes.shared();
        state.pieces.iter().find(|&i| {
            !shared.contains(self.problem.goals[i])
                && !self.problem.is_home(state, i)
                && self.problem.open(i, state.at[i], state.occupied)
        })
    }

    /// Walks `piece`, which must be free, home and continues the search.
    fn walk(
        &mut self,
        state: &State,
        slack: &Slack,
        piece: usize,
        lanes: &Lanes,
    ) -> Result<Outcome, OutOfNodes> {
        let mark = self.path.len();
        self.path.extend(self.problem.path(piece, state.at[piece], state.occupied));
        let next = self.problem.step(state, piece, self.problem.goals[piece]);
        let outcome = match self.conflict(&next, slack, piece) {
            Some(core) => Outcome::Core(core),
            None => self.run(&next, slack, Some(piece))?,
        };
        if let Outcome::Core(core) = outcome {
            self.path.truncate(mark);
            if core.contains(piece) {
                // The walk is free among these pieces only if their lanes are no wider.
                return Ok(Outcome::Core(lanes.with_walls(core)));
            }
        }
        Ok(outcome)
    }

    /// A piece that can walk home when all others are home, from a square that no other piece may
    /// ever visit. It can wait there until the end, so the others decide alone: the mirror of
    /// [`Search::free`], with time reversed.
    fn last(&self, state: &State, lanes: &Lanes) -> Option<usize> {
        let shared = lanes.shared();
        state.pieces.iter().find(|&i| {
            let at = state.at[i];
            !shared.contains(at)
                && !self.problem.is_home(state, i)
                && self.problem.open(i, at, self.problem.goals(state.pieces - PieceSet::of(i)))
        })
    }

    /// Lets all others come home first.
    fn wait(&mut self, state: &State, slack: &Slack, piece: usize) -> Result<Outcome, OutOfNodes> {
        let outcome = self.run(&self.problem.without(state, piece), slack, None)?;
        if let Outcome::Home = outcome {
            let goals = self.problem.goals(state.pieces - PieceSet::of(piece));
            self.path.extend(self.problem.path(piece, state.at[piece], goals));
        }
        Ok(outcome)
    }

    /// A piece that is not home, and a set of pieces that contains it; if there is a way home,
    /// there is one in which a piece of the set steps first.
    ///
    /// For each of its pieces, the set contains every other piece that may ever visit a square that
    /// this piece could step to. Every way home has a step of a piece of the set. The first one
    /// goes to a square that no piece outside the set ever visits, and that no piece of the set can
    /// have left before: so it is possible now, and making it now blocks no other piece. (A
    /// persistent set: Godefroid, Partial-Order Methods, 1996.)
    fn persistent(&self, state: &State, slack: &Slack, lanes: &Lanes) -> (usize, PieceSet) {
        let mut visitors = [PieceSet::EMPTY; SQUARES];
        for i in state.pieces.iter() {
            lanes.of[i].iter().for_each(|s| visitors[s as usize] |= PieceSet::of(i));
        }
        let mut sets = [PieceSet::EMPTY; PIECES];
        let mut steps = [0u32; PIECES];
        for i in state.pieces.iter() {
            let near = self.problem.geometry.near[state.at[i] as usize];
            let targets = if slack[i] > 0 { near } else { self.problem.closer(i, state.at[i]) };
            sets[i] = PieceSet::of(i);
            for s in (targets & lanes.of[i]).iter() {
                sets[i] |= visitors[s as usize];
                steps[i] += u32::from(!state.occupied.contains(s));
            }
        }
        close(&mut sets);
        let cost = |i: usize| sets[i].iter().map(|j| steps[j]).sum::<u32>();
        let away = state.pieces.iter().filter(|&i| !self.problem.is_home(state, i));
        let first = away.min_by_key(|&i| (cost(i), steps[i], u32::MAX - self.blame[i]));
        first.map_or((0, PieceSet::EMPTY), |first| (first, sets[first]))
    }

    /// Tries the steps of `first`, and of those of the `chosen` pieces that are needed to refute
    /// them: steps towards a goal before steps away.
    ///
    /// The core holds the pieces in the way of a step and the core of each refuted step. Once all
    /// chosen pieces in it have been tried, they are a persistent set among its pieces alone, if
    /// their lanes are no wider; so these pieces alone cannot come home.
    fn expand(
        &mut self,
        state: &State,
        slack: &Slack,
        (first, chosen): (usize, PieceSet),
        lanes: &Lanes,
    ) -> Result<Outcome, OutOfNodes> {
        let mut core = lanes.with_walls(PieceSet::of(first));
        let mut tried = [PieceSet::EMPTY; 2];
        loop {
            let open = |tried: PieceSet| ((core & chosen) - tried).first();
            let (piece, away) = match (open(tried[0]), open(tried[1])) {
                (Some(piece), _) => (piece, false),
                (None, Some(piece)) => (piece, true),
                (None, None) => return Ok(Outcome::Core(core)),
            };
            tried[usize::from(away)] |= PieceSet::of(piece);
            let Some((targets, left)) = self.targets(state, slack, piece, away) else {
                continue;
            };
            let targets = targets & lanes.of[piece];
            for to in (targets - state.occupied).iter() {
                match self.child(state, &left, piece, to)? {
                    Outcome::Core(part) if part.contains(piece) => core |= part,
                    // Home, or a core without this piece, which is a core of this state too.
                    outcome => return Ok(outcome),
                }
            }
            core = lanes.with_walls(core | state.on(targets));
        }
    }

    /// The squares one step nearer to the goal of `piece`, or away from it, and the slack left
    /// after such a step; `None` if there is no slack for it.
    fn targets(
        &self,
        state: &State,
        slack: &Slack,
        piece: usize,
        away: bool,
    ) -> Option<(SquareSet, Slack)> {
        let closer = self.problem.closer(piece, state.at[piece]);
        if !away {
            return Some((closer, *slack));
        }
        let mut left = *slack;
        left[piece] = left[piece].checked_sub(1)?;
        Some((self.problem.geometry.near[state.at[piece] as usize] - closer, left))
    }

    fn child(
        &mut self,
        state: &State,
        slack: &Slack,
        piece: usize,
        to: u8,
    ) -> Result<Outcome, OutOfNodes> {
        let next = self.problem.step(state, piece, to);
        if let Some(core) = self.conflict(&next, slack, piece) {
            return Ok(Outcome::Core(core));
        }
        self.path.push((state.at[piece], to));
        let outcome = self.run(&next, slack, Some(piece))?;
        if let Outcome::Core(_) = outcome {
            self.path.pop();
        }
        Ok(outcome)
    }
}

/// The transitive closure of `touches` (Warshall 1962).
fn close(touches: &mut [PieceSet; PIECES]) {
    for over in 0..PIECES {
        let reached = touches[over];
        for set in touches.iter_mut() {
            *set = if set.contains(over) { *set | reached } else { *set };
        }
    }
}

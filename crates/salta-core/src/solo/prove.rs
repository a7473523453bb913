//! Improves the upper and the lower bound in turn, cheap methods first, until they meet.

use super::beam::{beam, greedy};
use super::cores::Cores;
use super::descent::Best;
use super::search::{OutOfNodes, Outcome, Search};
use super::state::{Problem, State};
use crate::node_budget::NodeBudget;

/// Nodes spent before the first search for a way home: most positions are proven by then.
const ALONE: u64 = 100;
/// Widths of the beams that search for a better way, and the nodes after which each is tried.
const BEAMS: [(usize, u64); 4] = [(16, 1_000), (64, 8_000), (256, 50_000), (1024, 200_000)];

/// The state of a proof.
pub(super) struct Proof<'a> {
    problem: &'a Problem,
    state: &'a State,
    pub(super) search: Search<'a>,
    pub(super) cores: Cores,
    pub(super) best: Best,
}

impl<'a> Proof<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        state: &'a State,
        exact_nodes: NodeBudget,
    ) -> Proof<'a> {
        let search = Search::new(problem, exact_nodes);
        let cores = Cores::new(problem, state, &search);
        Proof { problem, state, search, cores, best: Best::none() }
    }

    /// Runs until the bounds meet or the budget is spent. A way home is known afterwards.
    pub(super) fn run(&mut self) -> Result<(), OutOfNodes> {
        let proven = self.stages();
        if self.best.path.is_none() {
            self.greedy();
        }
        match proven {
            Err(OutOfNodes) if self.cores.least < self.best.total => Err(OutOfNodes),
            _ => Ok(()),
        }
    }

    fn stages(&mut self) -> Result<(), OutOfNodes> {
        if self.tighten(ALONE)? {
            return Ok(());
        }
        self.greedy();
        self.descend()?;
        for (width, nodes) in BEAMS {
            if self.tighten(nodes)? {
                return Ok(());
            }
            self.beam(width)?;
        }
        self.tighten(u64::MAX).map(|_| ())
    }

    fn greedy(&mut self) {
        let path = greedy(self.problem, self.state, &self.search.conflicts);
        self.best.offer(self.problem, self.state, &path);
    }

    fn beam(&mut self, width: usize) -> Result<(), OutOfNodes> {
        let limit = self.state.left + 2 * (self.best.total - 1);
        match beam(self.problem, self.state, &self.search.conflicts, width, limit) {
            Some(path) => {
                self.best.offer(self.problem, self.state, &path);
                self.descend()
            }
            None => Ok(()),
        }
    }

    fn descend(&mut self) -> Result<(), OutOfNodes> {
        self.best.descend(self.problem, self.state, &mut self.search, &mut self.cores)
    }

    /// Raises the lower bound until it meets the upper one, within `nodes` nodes in total; returns
    /// whether they met.
    fn tighten(&mut self, nodes: u64) -> Result<bool, OutOfNodes> {
        loop {
            let slack = self.cores.cheapest(&self.best.away, &mut self.search)?;
            if self.cores.least >= self.best.total {
                return Ok(true);
            }
            let before = self.search.nodes();
            let limit = nodes.saturating_sub(before);
            match self.search.attempt(self.state, self.state.pieces, &slack, limit)? {
                None => return Ok(false),
                Some(Outcome::Home) => {
                    self.best.offer(self.problem, self.state, &self.search.path);
                    return Ok(true);
                }
                Some(Outcome::Core(core)) => {
                    let cost = self.search.nodes() - before;
                    self.cores.learn(self.state, &mut self.search, core, &slack, cost)?;
                }
            }
        }
    }
}

//! Upper and lower bound in turn, cheap means first, until they meet.

use super::beam::{beam, hasty};
use super::cores::Cores;
use super::descent::Best;
use super::search::{Outcome, Search, Spent};
use super::state::{State, Task};

/// Nodes until a way home is first looked for: most positions are settled before.
const ALONE: u64 = 100;
/// Widths of the beams that look for a better way, and the nodes after which each is tried.
const BEAMS: [(usize, u64); 4] = [(16, 1_000), (64, 8_000), (256, 50_000), (1024, 200_000)];

/// The state of a proof.
pub(super) struct Proof<'a> {
    task: &'a Task,
    state: &'a State,
    pub(super) search: Search<'a>,
    pub(super) cores: Cores,
    pub(super) best: Best,
}

impl<'a> Proof<'a> {
    pub(super) fn new(task: &'a Task, state: &'a State, budget: u64) -> Proof<'a> {
        let search = Search::new(task, budget);
        let cores = Cores::new(task, state, &search);
        Proof { task, state, search, cores, best: Best::none() }
    }

    /// Runs until the bounds meet or the budget is spent. A way home is known afterwards.
    pub(super) fn run(&mut self) -> Result<(), Spent> {
        let proven = self.stages();
        if self.best.path.is_none() {
            self.hasty();
        }
        match proven {
            Err(Spent) if self.cores.least < self.best.total => Err(Spent),
            _ => Ok(()),
        }
    }

    fn stages(&mut self) -> Result<(), Spent> {
        if self.settle(ALONE)? {
            return Ok(());
        }
        self.hasty();
        self.descend()?;
        for (width, nodes) in BEAMS {
            if self.settle(nodes)? {
                return Ok(());
            }
            self.beam(width)?;
        }
        self.settle(u64::MAX).map(|_| ())
    }

    fn hasty(&mut self) {
        let path = hasty(self.task, self.state, &self.search.conflicts);
        self.best.offer(self.task, self.state, &path);
    }

    fn beam(&mut self, width: usize) -> Result<(), Spent> {
        let limit = self.state.left + 2 * (self.best.total - 1);
        match beam(self.task, self.state, &self.search.conflicts, width, limit) {
            Some(path) => {
                self.best.offer(self.task, self.state, &path);
                self.descend()
            }
            None => Ok(()),
        }
    }

    fn descend(&mut self) -> Result<(), Spent> {
        self.best.descend(self.task, self.state, &mut self.search, &mut self.cores)
    }

    /// Raises the lower bound until it meets the upper one, up to so many nodes in all; whether
    /// they met.
    fn settle(&mut self, nodes: u64) -> Result<bool, Spent> {
        loop {
            let slack = self.cores.cheapest(&self.best.away, &mut self.search)?;
            if self.cores.least >= self.best.total {
                return Ok(true);
            }
            let before = self.search.nodes();
            let limit = nodes.saturating_sub(before);
            match self.search.attempt(self.state, self.state.men, &slack, limit)? {
                None => return Ok(false),
                Some(Outcome::Home) => {
                    self.best.offer(self.task, self.state, &self.search.path);
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

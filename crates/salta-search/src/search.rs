//! One search: leaves out, evaluations in.

use crate::{
    backup::backup,
    config::{ConfigError, SearchConfig},
    game::Game,
    report::{self, Report, ReportError},
    root_gumbel, select,
    sequential_halving::fill_schedule,
    tree::{BadLogit, ROOT, Tree, UNOPENED},
    value::P0Value,
};
use rand::Rng;
use thiserror::Error;

/// A search from one position: a plain value without threads, network or clock.
///
/// [`gather`](Self::gather) hands out the position to evaluate, [`absorb`](Self::absorb) takes the
/// evaluation back, until the budget is spent and [`report`](Self::report) has the result. A search
/// waits for one leaf at a time; many searches side by side fill a batch. For the next move
/// [`reset`](Self::reset) starts over in the memory that is already there.
pub struct Search<G: Game> {
    tree: Tree<G::State>,
    config: SearchConfig,
    /// Gumbel noise of the root's actions, shape `[legal]`.
    noise: Vec<f32>,
    /// Visit count to select from, shape `[simulations]`.
    schedule: Vec<u32>,
    simulations_done: u32,
    /// Edges from the root to the leaf of the simulation under way.
    path: Vec<usize>,
    waiting: Option<u32>,
    root_evaluated: bool,
    scratch: Vec<f32>,
}

/// Why an evaluation was not taken. The search still waits for the same leaf.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum AbsorbError {
    /// No leaf was handed out.
    #[error("no leaf is waiting for an evaluation")]
    NotWaiting,
    /// The policy vector ends before a legal action.
    #[error("the policy has no logit for the legal action {action}")]
    ShortPolicy {
        /// The action.
        action: u16,
    },
    /// The logit of a legal action is infinite or not a number.
    #[error("the logit of the legal action {action} is {logit}")]
    BadLogit {
        /// The action.
        action: u16,
        /// Its logit.
        logit: f32,
    },
    /// The value is infinite or not a number.
    #[error("the value is {value}")]
    BadValue {
        /// The value.
        value: f32,
    },
}

impl From<BadLogit> for AbsorbError {
    fn from(bad: BadLogit) -> Self {
        match bad {
            BadLogit::Missing(action) => Self::ShortPolicy { action },
            BadLogit::NotFinite(action, logit) => Self::BadLogit { action, logit },
        }
    }
}

impl<G: Game> Search<G> {
    /// A search from `root`. The generator is used here only: one draw per legal action for the
    /// root's Gumbel noise, none if the noise is scaled to zero.
    ///
    /// # Errors
    /// A knob of `config` outside its range.
    pub fn new<R: Rng + ?Sized>(
        game: &G,
        root: G::State,
        config: SearchConfig,
        rng: &mut R,
    ) -> Result<Self, ConfigError> {
        let mut search = Self {
            tree: Tree::new(),
            config,
            noise: Vec::new(),
            schedule: Vec::new(),
            simulations_done: 0,
            path: Vec::new(),
            waiting: None,
            root_evaluated: false,
            scratch: Vec::new(),
        };
        search.reset(game, root, config, rng)?;
        Ok(search)
    }

    /// Starts over from `root`, as [`new`](Self::new) would, in the memory already allocated.
    ///
    /// # Errors
    /// A knob of `config` outside its range; the search is then left as it was.
    pub fn reset<R: Rng + ?Sized>(
        &mut self,
        game: &G,
        root: G::State,
        config: SearchConfig,
        rng: &mut R,
    ) -> Result<(), ConfigError> {
        config.validate()?;
        self.config = config;
        self.tree.clear();
        self.path.clear();
        self.tree.push(game, root);
        self.simulations_done = 0;
        self.root_evaluated = false;
        self.waiting = (!self.tree.node(ROOT).terminal).then_some(ROOT);
        let legal = self.tree.edges_of(ROOT).len();
        root_gumbel::fill_noise(legal, config.gumbel_scale, rng, &mut self.noise);
        let considered = config.max_considered_actions.min(legal as u32);
        fill_schedule(considered, config.simulations, &mut self.schedule);
        Ok(())
    }

    /// The position to evaluate next, first of all the root; the same one until it is absorbed.
    /// Simulations that end in a finished game run their course in here. `None`: the budget is
    /// spent, or the game is over at the root.
    pub fn gather(&mut self, game: &G) -> Option<&G::State> {
        while self.waiting.is_none() && self.may_simulate() {
            self.simulate(game);
        }
        self.waiting.map(|leaf| &self.tree.states[leaf as usize])
    }

    /// Takes the evaluation of the position last gathered: policy logits of any action, legal or
    /// not (shape `[actions]`, longer than the largest legal action; only the legal ones are read),
    /// and the value in `[-1, 1]` as player 0 sees it.
    ///
    /// # Errors
    /// What is wrong with the evaluation, or that none was asked for; nothing is changed then.
    pub fn absorb(&mut self, logits: &[f32], value: P0Value) -> Result<(), AbsorbError> {
        let leaf = self.waiting.ok_or(AbsorbError::NotWaiting)?;
        if !value.0.is_finite() {
            return Err(AbsorbError::BadValue { value: value.0 });
        }
        self.tree.set_priors(leaf, logits)?;
        self.tree.nodes[leaf as usize].value = value;
        backup(&mut self.tree.edges, &self.path, value);
        self.waiting = None;
        self.root_evaluated = true;
        Ok(())
    }

    /// What the search has found so far; usually asked once [`gather`](Self::gather) gives `None`.
    ///
    /// # Errors
    /// If the game is over at the root, or the root has not been evaluated.
    pub fn report(&self) -> Result<Report, ReportError> {
        if self.tree.node(ROOT).terminal {
            return Err(ReportError::TerminalRoot);
        }
        if !self.root_evaluated {
            return Err(ReportError::NotEvaluated);
        }
        Ok(report::report(&self.tree, &self.noise, &self.config))
    }

    /// The position the search starts from.
    #[must_use]
    pub fn root(&self) -> &G::State {
        &self.tree.states[ROOT as usize]
    }

    /// Simulations under way or done.
    #[must_use]
    pub fn simulations(&self) -> u32 {
        self.simulations_done
    }

    fn may_simulate(&self) -> bool {
        self.root_evaluated && self.simulations_done < self.config.simulations
    }

    /// Walks to a leaf; backs a finished game up at once, else waits for the evaluation.
    fn simulate(&mut self, game: &G) {
        let leaf = self.descend(game);
        self.simulations_done += 1;
        let node = *self.tree.node(leaf);
        if node.terminal {
            backup(&mut self.tree.edges, &self.path, node.value);
        } else {
            self.waiting = Some(leaf);
        }
    }

    /// Follows the selected edges, noting them in `path`, to a new node or a finished game.
    fn descend(&mut self, game: &G) -> u32 {
        self.path.clear();
        let mut node = ROOT;
        while !self.tree.node(node).terminal {
            let edge = self.select(node);
            self.path.push(edge);
            match self.tree.edges[edge].child {
                UNOPENED => return self.tree.open(game, node, edge),
                child => node = child,
            }
        }
        node
    }

    /// The edge to take at `node`, as an index into all edges.
    fn select(&mut self, node: u32) -> usize {
        let (scale, at) = (self.config.q_scale(), self.tree.node(node));
        let (range, edges) = (at.edge_range(), self.tree.edges_of(node));
        let chosen = if node == ROOT {
            let visits = self.schedule[self.simulations_done as usize];
            root_gumbel::best_with_visits(edges, &self.noise, visits, at.player, scale)
        } else {
            select::interior(at, edges, scale, &mut self.scratch)
        };
        range.start + chosen
    }
}

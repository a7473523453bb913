//! One search: leaves out, evaluations in.

use crate::{
    absorb_error::AbsorbError,
    backup::backup,
    config::{ConfigError, SearchConfig},
    game::Game,
    method::MethodPolicy,
    policy::Policy,
    report::{self, Report, ReportError},
    tree::{ROOT, Tree, UNOPENED},
    value::{MoverValue, P0Value},
};
use rand::Rng;

/// A search from one position: a plain value without threads, network or clock.
///
/// [`gather`](Self::gather) hands out the position to evaluate, [`absorb`](Self::absorb) takes the
/// evaluation back, until the budget is spent and [`report`](Self::report) has the result. A search
/// waits for one leaf at a time; many searches side by side fill a batch. For the next move
/// [`reset`](Self::reset) starts over in the memory that is already there, and
/// [`advance`](Self::advance) starts with what is known of the new position.
///
/// What a simulation chooses and what is reported is up to the [`Policy`], by default the one that
/// [`SearchConfig::method`] names.
pub struct Search<G: Game, P: Policy = MethodPolicy> {
    tree: Tree<G::State>,
    config: SearchConfig,
    policy: P,
    simulations_done: u32,
    /// Edges from the root to the leaf of the simulation under way.
    path: Vec<usize>,
    /// Positions with one legal action that it has passed for the first time.
    passed: Vec<u32>,
    waiting: Option<u32>,
    root_evaluated: bool,
}

/// A node just made.
enum Opened {
    /// The end of a simulation.
    Leaf(u32),
    /// One legal action leads on.
    Passed(u32),
}

impl<G: Game> Search<G> {
    /// A search from `root` by the method of `config`. The generator is used here only, for the
    /// root's noise: one draw per legal action, none if the noise is scaled to zero.
    ///
    /// # Errors
    /// A setting of `config` outside its range.
    pub fn new<R: Rng + ?Sized>(
        game: &G,
        root: G::State,
        config: SearchConfig,
        rng: &mut R,
    ) -> Result<Self, ConfigError> {
        Search::with_policy(game, root, MethodPolicy::default(), config, rng)
    }
}

impl<G: Game, P: Policy> Search<G, P> {
    /// A search from `root` by a policy of your own; [`SearchConfig::method`] is not read.
    ///
    /// # Errors
    /// A setting of `config` outside its range.
    pub fn with_policy<R: Rng + ?Sized>(
        game: &G,
        root: G::State,
        policy: P,
        config: SearchConfig,
        rng: &mut R,
    ) -> Result<Self, ConfigError> {
        let mut search = Self {
            tree: Tree::new(),
            config,
            policy,
            simulations_done: 0,
            path: Vec::new(),
            passed: Vec::new(),
            waiting: None,
            root_evaluated: false,
        };
        search.reset(game, root, config, rng)?;
        Ok(search)
    }

    /// Starts over from `root`, as [`new`](Self::new) would, in the memory already allocated.
    ///
    /// # Errors
    /// A setting of `config` outside its range; the search is then left as it was.
    pub fn reset<R: Rng + ?Sized>(
        &mut self,
        game: &G,
        root: G::State,
        config: SearchConfig,
        rng: &mut R,
    ) -> Result<(), ConfigError> {
        config.validate()?;
        self.start_anew(game, root);
        self.prepare(config, rng);
        Ok(())
    }

    /// Goes on from `root`, a later position of the same game: what the last search knows of it is
    /// kept, as far as [`SearchConfig::reuse_nodes`] of `config` allows; without that, or if the
    /// last search did not come by, this is [`reset`](Self::reset). The evaluator must be the same.
    ///
    /// # Errors
    /// A setting of `config` outside its range; the search is then left as it was.
    pub fn advance<R: Rng + ?Sized>(
        &mut self,
        game: &G,
        root: G::State,
        config: SearchConfig,
        rng: &mut R,
    ) -> Result<(), ConfigError> {
        config.validate()?;
        let reusable = config.reuse_nodes > 0 && self.waiting.is_none();
        match reusable.then(|| self.tree.find(&root)).flatten() {
            Some(node) => {
                self.tree.reroot(node, config.reuse_nodes);
                self.waiting = None;
                self.root_evaluated = true;
            }
            None => self.start_anew(game, root),
        }
        self.prepare(config, rng);
        Ok(())
    }

    fn start_anew(&mut self, game: &G, root: G::State) {
        self.tree.clear();
        self.tree.push(game, root);
        self.root_evaluated = false;
        self.waiting = (!self.tree.node(ROOT).terminal).then_some(ROOT);
    }

    /// Sets everything up for a search of the tree as it is.
    fn prepare<R: Rng + ?Sized>(&mut self, config: SearchConfig, rng: &mut R) {
        self.config = config;
        self.path.clear();
        self.passed.clear();
        self.simulations_done = 0;
        self.policy.prepare(&config, self.tree.view(ROOT), rng);
        if config.share_evaluations {
            self.tree.remember_all();
        }
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
        if self.config.share_evaluations {
            self.tree.remember(leaf);
        }
        self.back_up(value);
        self.waiting = None;
        self.root_evaluated = true;
        Ok(())
    }

    /// [`absorb`](Self::absorb) with the value as the player to move at the leaf sees it, which is
    /// what most networks predict.
    ///
    /// # Errors
    /// As [`absorb`](Self::absorb).
    pub fn absorb_for_mover(
        &mut self,
        logits: &[f32],
        value: MoverValue,
    ) -> Result<(), AbsorbError> {
        let leaf = self.waiting.ok_or(AbsorbError::NotWaiting)?;
        self.absorb(logits, value.for_p0(self.tree.node(leaf).player))
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
        Ok(report::report(&self.tree, &self.policy))
    }

    /// An action of the root, then the most visited action of each position that follows, as
    /// [`Report::principal_variation`] has it for the chosen one; empty if there is no such action.
    #[must_use]
    pub fn variation(&self, action: u16) -> Vec<u16> {
        let first = self.tree.edges_of(ROOT).iter().position(|edge| edge.action == action);
        first.map_or_else(Vec::new, |first| report::principal_variation(&self.tree, first))
    }

    /// Puts other noise in the place of what the generator drew for the root: shape `[legal]`, in
    /// the order of the actions. To repeat a search of another program.
    ///
    /// # Panics
    /// If there is not one number for each legal action of the root.
    pub fn set_root_noise(&mut self, noise: &[f32]) {
        let drawn = self.policy.root_noise();
        assert_eq!(noise.len(), drawn.len(), "one number for each legal action");
        drawn.copy_from_slice(noise);
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

    /// Positions in the tree: at most [`SearchConfig::reuse_nodes`] (or 1) and the simulations, and
    /// those passed by [`SearchConfig::skip_forced`].
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.tree.nodes.len()
    }

    fn may_simulate(&self) -> bool {
        self.root_evaluated && self.simulations_done < self.config.simulations
    }

    /// Walks to a leaf; backs a finished game up at once, else waits for the evaluation.
    fn simulate(&mut self, game: &G) {
        let leaf = self.descend(game);
        self.simulations_done += 1;
        let known = self.tree.node(leaf).terminal
            || self.config.share_evaluations && self.tree.copy_evaluation(leaf);
        if known {
            let value = self.tree.node(leaf).value;
            self.back_up(value);
        } else {
            self.waiting = Some(leaf);
        }
    }

    /// Adds a visit along the path; what was passed on it is worth what came after.
    fn back_up(&mut self, value: P0Value) {
        backup(&mut self.tree.edges, &self.path, value);
        for node in self.passed.drain(..) {
            self.tree.nodes[node as usize].value = value;
        }
    }

    /// Follows the selected edges, noting them in `path`, to a new node or a finished game.
    fn descend(&mut self, game: &G) -> u32 {
        self.path.clear();
        let mut node = ROOT;
        while !self.tree.node(node).terminal {
            let edge = self.select(node);
            self.path.push(edge);
            node = match self.tree.edges[edge].child {
                UNOPENED => match self.open(game, node, edge) {
                    Opened::Leaf(leaf) => return leaf,
                    Opened::Passed(forced) => forced,
                },
                child => child,
            };
        }
        node
    }

    /// Makes the child behind an edge of `node`, to be passed if it is forced.
    fn open(&mut self, game: &G, node: u32, edge: usize) -> Opened {
        let child = self.tree.open(game, node, edge);
        let may_pass = self.passed.len() < self.config.skip_forced as usize;
        if !may_pass || !self.tree.force(child) {
            return Opened::Leaf(child);
        }
        self.passed.push(child);
        Opened::Passed(child)
    }

    /// The edge to take at `node`, as an index into all edges.
    fn select(&mut self, node: u32) -> usize {
        let view = self.tree.view(node);
        let chosen = match node {
            ROOT => self.policy.select_root(view, self.simulations_done),
            _ => self.policy.select_interior(view),
        };
        view.node.edge_range().start + chosen
    }
}

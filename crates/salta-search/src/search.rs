//! One search: it hands out leaves and takes their evaluations.

use crate::{
    config::SearchConfig,
    error::{AbsorbError, ConfigError, ReportError},
    game::Game,
    method::MethodPolicy,
    node::UNEXPANDED,
    policy::Policy,
    report::{self, Report},
    tree::{ROOT, Tree},
    value::{MoverValue, P0Value},
    value_shares::value_shares,
};
use rand::Rng;
use std::collections::VecDeque;
use std::mem;

/// The largest accepted value: 1 plus a tolerance for probabilities that add up to at most 1.01.
const LARGEST_VALUE: f32 = 1.02;

/// A search from one position. It owns no threads, network or clock.
///
/// [`gather`](Self::gather) hands out the leaf to evaluate, [`absorb`](Self::absorb) takes its
/// evaluation, until the budget is spent and [`report`](Self::report) has the result. A search
/// waits for one leaf at a time; many searches side by side fill a batch. For the next move
/// [`reset`](Self::reset) starts over in the memory already allocated, and
/// [`advance`](Self::advance) keeps the part of the tree below the move that was played.
///
/// Which action a simulation takes and what is reported is up to the [`Policy`], by default the one
/// that [`SearchConfig::method`] names.
///
/// # Examples
///
/// A complete game in which each search starts from the tree of the previous one:
///
/// ```
/// # mod matches { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/matches.rs")); }
/// use matches::Matches; // the game of this crate's first page
/// use rand::{SeedableRng, rngs::SmallRng};
/// use salta_search::{Game, P0Value, Player, Search, SearchConfig};
///
/// let config = SearchConfig { simulations: 2000, reuse_nodes: 2000, ..SearchConfig::default() };
/// let config = config.without_noise();
/// let (mut rng, mut state) = (SmallRng::seed_from_u64(1), (11, Player::P0));
/// let mut search = Search::new(&Matches, state, config, &mut rng)?;
/// while Matches.terminal(&state).is_none() {
///     while let Some(_leaf) = search.gather(&Matches) {
///         search.absorb(&[0.0; 4], P0Value(0.0))?; // the logits and value of a network
///     }
///     Matches.apply(&mut state, search.report()?.chosen);
///     search.advance(&Matches, state, config, &mut rng)?;
/// }
/// assert_eq!(Matches.terminal(&state), Some(P0Value(1.0)), "11 is no multiple of 4: P0 wins");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Search<G: Game, P: Policy = MethodPolicy> {
    tree: Tree<G::State>,
    config: SearchConfig,
    policy: P,
    simulations_done: u32,
    /// Edges from the root to the leaf of the current simulation.
    path: Vec<usize>,
    /// Positions with one legal action that the current simulation is the first to pass.
    passed: Vec<u32>,
    waiting: Option<u32>,
    /// Further leaves that wait for evaluation, in order: see [`Search::gather_batch`].
    pending: VecDeque<Pending>,
    root_evaluated: bool,
}

/// A leaf that waits while other simulations continue.
struct Pending {
    leaf: u32,
    path: Vec<usize>,
    passed: Vec<u32>,
    /// The value of the virtual visit to each edge of `path`, player 0's view.
    virtual_values: Vec<f32>,
}

impl<G: Game> Search<G> {
    /// Creates a search from `root` with the method of `config`. The generator makes the root's
    /// noise: Gumbel's takes one draw per legal action, Dirichlet's a varying number, and neither
    /// any if the noise is scaled to zero.
    ///
    /// # Errors
    /// A setting of `config` outside its range.
    pub fn new<R: Rng + ?Sized>(
        game: &G,
        root: G::State,
        config: SearchConfig,
        rng: &mut R,
    ) -> Result<Self, ConfigError> {
        let mut policy = MethodPolicy::default();
        policy.configure(&config);
        Search::with_policy(game, root, policy, config, rng)
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
        self.configure(config)?;
        self.restart(game, root, rng);
        Ok(())
    }

    /// Continues from `root`, a later position of the same game, and keeps its subtree, up to
    /// [`SearchConfig::reuse_nodes`] of `config`. If that is 0, if the tree does not hold `root`,
    /// or while a leaf waits for its evaluation, this is [`reset`](Self::reset). The evaluator must
    /// be the same.
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
        self.configure(config)?;
        self.follow(game, root, rng);
        Ok(())
    }

    fn configure(&mut self, config: SearchConfig) -> Result<(), ConfigError> {
        config.validate()?;
        self.policy.configure(&config);
        self.config = config;
        Ok(())
    }
}

impl<G: Game, P: Policy> Search<G, P> {
    /// Creates a search from `root` that follows `policy`, which may be a custom one;
    /// [`SearchConfig::method`] is ignored.
    ///
    /// # Errors
    /// A setting of `config` outside its range.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod matches { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/matches.rs")); }
    /// use matches::Matches; // the game of this crate's first page
    /// use rand::{SeedableRng, rngs::SmallRng};
    /// use salta_search::{P0Value, Player, Puct, Search, SearchConfig};
    ///
    /// let (config, mut rng) = (SearchConfig::default(), SmallRng::seed_from_u64(1));
    /// let root = (7, Player::P0);
    /// let mut search = Search::with_policy(&Matches, root, Puct::default(), config, &mut rng)?;
    /// while search.gather(&Matches).is_some() {
    ///     search.absorb(&[0.0; 4], P0Value(0.0))?;
    /// }
    /// assert_eq!(search.report()?.chosen, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_policy<R: Rng + ?Sized>(
        game: &G,
        root: G::State,
        policy: P,
        config: SearchConfig,
        rng: &mut R,
    ) -> Result<Self, ConfigError> {
        config.validate()?;
        policy.validate()?;
        let mut search = Self {
            tree: Tree::new(),
            config,
            policy,
            simulations_done: 0,
            path: Vec::new(),
            passed: Vec::new(),
            waiting: None,
            pending: VecDeque::new(),
            root_evaluated: false,
        };
        search.restart(game, root, rng);
        Ok(search)
    }

    /// Starts over from `root` with the same settings, in the memory already allocated.
    pub fn restart<R: Rng + ?Sized>(&mut self, game: &G, root: G::State, rng: &mut R) {
        self.start_anew(game, root);
        self.prepare(rng);
    }

    /// Continues from `root` with the same settings: [`advance`](Search::advance) for a search with
    /// a custom policy.
    pub fn follow<R: Rng + ?Sized>(&mut self, game: &G, root: G::State, rng: &mut R) {
        let idle = self.waiting.is_none() && self.pending.is_empty();
        let reusable = self.config.reuse_nodes > 0 && idle;
        match reusable.then(|| self.tree.find(&root)).flatten() {
            Some(node) => self.tree.reroot(node, self.config.reuse_nodes),
            None => self.start_anew(game, root),
        }
        self.prepare(rng);
    }

    fn start_anew(&mut self, game: &G, root: G::State) {
        self.tree.clear();
        self.tree.push(game, root);
        self.pending.clear();
        self.root_evaluated = false;
        self.waiting = (!self.tree.node(ROOT).terminal).then_some(ROOT);
    }

    /// Prepares a search that starts from the current tree.
    fn prepare<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        self.path.clear();
        self.passed.clear();
        self.simulations_done = 0;
        self.policy.prepare(self.config.simulations, self.tree.view(ROOT), rng);
        if self.config.share_evaluations {
            self.tree.remember_all(self.config.skip_forced > 0);
        }
    }

    /// Returns the leaf to evaluate next, first of all the root; repeated calls return the same
    /// leaf until it is absorbed. Simulations that end in a finished game are completed here.
    /// `None` means that the budget is spent or the game is over at the root.
    pub fn gather(&mut self, game: &G) -> Option<&G::State> {
        self.take_up();
        self.find_leaf(game);
        self.waiting.map(|leaf| &self.tree.states[leaf as usize])
    }

    /// Collects leaves until `most` of them wait for evaluation, or until no further leaf can be
    /// reached before these are evaluated. [`waiting`](Self::waiting) returns them, and
    /// [`absorb`](Self::absorb) takes their evaluations in that order. Use it for a single search,
    /// whose batches would otherwise hold one position each.
    ///
    /// While a leaf waits, its path has a *virtual visit*: one more visit at the edge's current
    /// value, which steers the next simulation elsewhere. It is removed when the evaluation
    /// arrives. With `most` at 1 this is [`gather`](Self::gather); the more leaves wait, the less
    /// information each simulation has.
    ///
    /// ```
    /// # mod matches { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/matches.rs")); }
    /// use matches::Matches; // the game of this crate's first page
    /// use rand::{SeedableRng, rngs::SmallRng};
    /// use salta_search::{P0Value, Player, Search, SearchConfig};
    ///
    /// let (config, mut rng) = (SearchConfig::default(), SmallRng::seed_from_u64(1));
    /// let mut search = Search::new(&Matches, (7, Player::P0), config, &mut rng)?;
    /// loop {
    ///     search.gather_batch(&Matches, 3);
    ///     let leaves = search.waiting().count(); // at most 3 for a network to evaluate
    ///     if leaves == 0 {
    ///         break;
    ///     }
    ///     for _ in 0..leaves {
    ///         search.absorb(&[0.0; 4], P0Value(0.0))?;
    ///     }
    /// }
    /// assert_eq!(search.report()?.visits.iter().sum::<u32>(), config.simulations);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gather_batch(&mut self, game: &G, most: usize) {
        loop {
            self.find_leaf(game);
            let Some(leaf) = self.waiting else { break };
            if self.pending.len() + 1 >= most || !self.root_evaluated {
                break;
            }
            self.waiting = None;
            let virtual_values = self.visit_virtually();
            let (path, passed) = (mem::take(&mut self.path), mem::take(&mut self.passed));
            self.pending.push_back(Pending { leaf, path, passed, virtual_values });
        }
    }

    /// The leaves that wait for evaluation, in the order in which [`absorb`](Self::absorb) takes
    /// them.
    pub fn waiting(&self) -> impl Iterator<Item = &G::State> {
        let leaves = self.waiting.into_iter().chain(self.pending.iter().map(|of| of.leaf));
        leaves.map(|leaf| &self.tree.states[leaf as usize])
    }

    /// Takes the evaluation of the first leaf that [waits](Self::waiting): policy logits, indexed
    /// by action (shape `[actions]`, longer than the largest legal action; only legal ones are
    /// read), and the value in `[-1, 1]` as player 0 sees it.
    ///
    /// # Errors
    /// If the evaluation is invalid or no leaf waits for one; the leaf then still waits.
    pub fn absorb(&mut self, logits: &[f32], value: P0Value) -> Result<(), AbsorbError> {
        self.take_up();
        let leaf = self.waiting.ok_or(AbsorbError::NotWaiting)?;
        if !(-LARGEST_VALUE..=LARGEST_VALUE).contains(&value.0) {
            return Err(AbsorbError::BadValue { value: value.0 });
        }
        self.tree.set_priors(leaf, logits)?;
        self.tree.nodes[leaf as usize].value = value;
        if self.config.share_evaluations {
            self.tree.remember(leaf);
        }
        self.backpropagate(value);
        self.waiting = None;
        self.root_evaluated = true;
        Ok(())
    }

    /// [`absorb`](Self::absorb) with the value as the player to move at the leaf sees it, which is
    /// what most networks predict.
    ///
    /// # Errors
    /// As [`absorb`](Self::absorb).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod matches { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/matches.rs")); }
    /// use matches::Matches; // the game of this crate's first page
    /// use rand::{SeedableRng, rngs::SmallRng};
    /// use salta_search::{MoverValue, P0Value, Player, Search, SearchConfig};
    ///
    /// let (config, mut rng) = (SearchConfig::default(), SmallRng::seed_from_u64(1));
    /// let mut search = Search::new(&Matches, (9, Player::P1), config, &mut rng)?;
    /// search.gather(&Matches);
    /// search.absorb_for_mover(&[0.0; 4], MoverValue(0.25))?; // good for P1
    /// assert_eq!(search.report()?.network_value, P0Value(-0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn absorb_for_mover(
        &mut self,
        logits: &[f32],
        value: MoverValue,
    ) -> Result<(), AbsorbError> {
        self.take_up();
        let leaf = self.waiting.ok_or(AbsorbError::NotWaiting)?;
        self.absorb(logits, value.for_p0(self.tree.node(leaf).player))
    }

    /// Returns the result so far; usually called once [`gather`](Self::gather) returns `None`.
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

    /// Calls `each` with positions of the tree and their shares of [`Report::search_value`] in
    /// `report`, the report of this search. The shares sum to 1, and the search value is the sum of
    /// the positions' values weighted by them. Any other quantity that is known for these positions
    /// can be averaged in the same way. (In a reused tree that was pruned, a position also gets the
    /// shares of its pruned children.)
    ///
    /// # Examples
    ///
    /// ```
    /// # mod matches { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/matches.rs")); }
    /// use matches::Matches; // the game of this crate's first page
    /// use rand::{SeedableRng, rngs::SmallRng};
    /// use salta_search::{Game, P0Value, Player, Search, SearchConfig};
    ///
    /// let (config, mut rng) = (SearchConfig::default(), SmallRng::seed_from_u64(1));
    /// let mut search = Search::new(&Matches, (6, Player::P0), config, &mut rng)?;
    /// while search.gather(&Matches).is_some() {
    ///     search.absorb(&[0.0; 4], P0Value(0.0))?;
    /// }
    /// let (report, mut finished) = (search.report()?, 0.0);
    /// search.value_shares(&report, |state, share| {
    ///     finished += share * Matches.terminal(state).map_or(0.0, |value| value.0);
    /// });
    /// assert!((finished - report.search_value.0).abs() < 1e-6); // all other positions have value 0
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value_shares(&self, report: &Report, each: impl FnMut(&G::State, f32)) {
        value_shares(&self.tree, &report.policy, each);
    }

    /// Returns the principal variation that starts with an action of the root: `action`, then the
    /// most visited action of each position that follows. Empty if `action` is not legal.
    pub fn variation(&self, action: u16) -> Vec<u16> {
        let first = self.tree.edges_of(ROOT).iter().position(|edge| edge.action == action);
        first.map_or_else(Vec::new, |first| report::principal_variation(&self.tree, first))
    }

    /// Replaces the noise that the generator drew for the root: shape `[legal]`, in the order of
    /// the actions. Useful to reproduce a search of another program.
    ///
    /// # Panics
    /// If `noise` does not have one number per legal action, or the policy has no noise.
    pub fn set_root_noise(&mut self, noise: &[f32]) {
        let drawn = self.policy.root_noise();
        assert_eq!(noise.len(), drawn.len(), "one number for each legal action");
        drawn.copy_from_slice(noise);
    }

    /// The position the search starts from.
    pub fn root(&self) -> &G::State {
        &self.tree.states[ROOT as usize]
    }

    /// Simulations finished or waiting for an evaluation.
    pub fn simulations(&self) -> u32 {
        self.simulations_done
    }

    /// Nodes in the tree: at most [`SearchConfig::reuse_nodes`] (or 1) plus the simulations, plus
    /// those passed by [`SearchConfig::skip_forced`].
    pub fn nodes(&self) -> usize {
        self.tree.nodes.len()
    }

    /// Simulates until a leaf waits, the budget is spent, or the path leads to a leaf already
    /// waiting.
    fn find_leaf(&mut self, game: &G) {
        while self.waiting.is_none() && self.may_simulate() && self.simulate(game) {}
    }

    /// Adds a virtual visit to each edge of the path and returns the values added.
    fn visit_virtually(&mut self) -> Vec<f32> {
        let mut node = ROOT;
        let mut values = Vec::with_capacity(self.path.len());
        for &edge in &self.path {
            let known = self.tree.node(node).value.0;
            let edge = &mut self.tree.edges[edge];
            let mean = if edge.visits > 0 { edge.value_sum / edge.visits as f32 } else { known };
            edge.visits += 1;
            edge.value_sum += mean;
            node = edge.child;
            values.push(mean);
        }
        values
    }

    /// If no leaf waits, takes the next one from `pending` and removes its virtual visit.
    fn take_up(&mut self) {
        if self.waiting.is_some() {
            return;
        }
        let Some(next) = self.pending.pop_front() else { return };
        for (edge, value) in next.path.iter().zip(next.virtual_values) {
            self.tree.edges[*edge].visits -= 1;
            self.tree.edges[*edge].value_sum -= value;
        }
        (self.waiting, self.path, self.passed) = (Some(next.leaf), next.path, next.passed);
    }

    fn may_simulate(&self) -> bool {
        self.root_evaluated && self.simulations_done < self.config.simulations
    }

    /// Descends to a leaf. A finished game is backpropagated at once; any other leaf waits for its
    /// evaluation. Returns `false`, and changes nothing, if the path ends at a leaf that already
    /// waits.
    fn simulate(&mut self, game: &G) -> bool {
        let Some(leaf) = self.descend(game) else { return false };
        self.simulations_done += 1;
        let known = self.tree.node(leaf).terminal
            || self.config.share_evaluations && self.tree.copy_evaluation(leaf);
        if known {
            let value = self.tree.node(leaf).value;
            self.backpropagate(value);
        } else {
            self.waiting = Some(leaf);
        }
        true
    }

    /// Adds a visit with `value` along the path. The positions in `passed` get the same value. All
    /// sums are in player 0's view, so no value changes its sign on the way.
    fn backpropagate(&mut self, value: P0Value) {
        for &edge in &self.path {
            let edge = &mut self.tree.edges[edge];
            edge.visits += 1;
            edge.value_sum += value.0;
        }
        for node in self.passed.drain(..) {
            self.tree.nodes[node as usize].value = value;
        }
    }

    /// Follows the selected edges, recording them in `path`, to a new node or a finished game;
    /// `None` if they lead to a leaf that already waits.
    fn descend(&mut self, game: &G) -> Option<u32> {
        self.path.clear();
        let mut node = ROOT;
        while !self.tree.node(node).terminal {
            if self.pending.iter().any(|of| of.leaf == node) {
                return None;
            }
            let edge = self.select(node);
            self.path.push(edge);
            node = match self.tree.edges[edge].child {
                UNEXPANDED => {
                    let child = self.tree.expand(game, node, edge);
                    let may_pass = self.passed.len() < self.config.skip_forced as usize;
                    if !may_pass || !self.tree.force(child) {
                        return Some(child);
                    }
                    // The simulation continues through a position with one legal action.
                    self.passed.push(child);
                    child
                }
                child => child,
            };
        }
        Some(node)
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

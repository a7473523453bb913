//! Tree search over any evaluator, in many games at once.

use std::sync::Arc;
use std::time::Instant;

use salta_core::{Action, Move, NodeBudget, Position, Variant};
use salta_env::{Evaluations, Evaluator};
use salta_game::{PastPositions, SaltaGame, Utility, turn_between};
use salta_search::{ConfigError, Search, SearchConfig};

use crate::info::Info;
use crate::limit::{Limit, MAX_SIMULATIONS};
use crate::pace::Pace;
use crate::player::{MakeError, Player, PlayerError, Turn};
use crate::search_options::SearchOptions;

/// Largest number of positions per call of the evaluator. A constant, so that batches never depend
/// on the machine.
pub const MAX_BATCH: usize = 64;

/// The settings of a [`SearchPlayer`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// The settings of the search; by default without noise at the root, as is usual in matches.
    pub search: SearchConfig,
    /// The utility of results.
    pub utility: Utility,
    /// Node budget, per side, of the exact count at finished leaves.
    pub leaf_exact_nodes: NodeBudget,
    /// Whether races in which the sides can no longer meet count as decided.
    pub exact_ends: bool,
    /// Whether positions that have occurred in the game count as draws in the search, in variants
    /// without a move limit. Each move is then searched anew, whatever `reuse_nodes` says, since
    /// more positions are drawn than before the move. Repetitions within a line of the search do
    /// not count.
    pub twofold_draws: bool,
}

impl SearchSettings {
    /// These settings, changed by the options of a player's name.
    #[must_use]
    pub fn with(self, options: &SearchOptions) -> SearchSettings {
        let (search, twofold_draws) = (options.applied_to(self.search), options.twofold_draws());
        SearchSettings { search, twofold_draws, ..self }
    }
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            search: SearchConfig::default().without_noise(),
            utility: Utility::default(),
            leaf_exact_nodes: NodeBudget(1000),
            exact_ends: false,
            twofold_draws: false,
        }
    }
}

/// Plays the action that a tree search chooses. One leaf from each game makes up a batch of at most
/// [`MAX_BATCH`]. A chain is searched hop by hop, each hop with the full number of simulations; a
/// forced action is played without a search.
pub struct SearchPlayer {
    name: String,
    evaluator: Box<dyn Evaluator>,
    settings: SearchSettings,
    game: Option<SaltaGame>,
    /// Present under a time limit.
    pace: Option<Pace>,
    /// Leaves evaluated so far.
    leaves: u64,
    /// The search of each game, by slot, kept for its allocated memory and, if the settings reuse
    /// it, for its tree.
    searches: Vec<Option<Search<SaltaGame>>>,
    info: Option<Info>,
}

impl SearchPlayer {
    /// Creates a player called `name` that uses `evaluator`.
    ///
    /// # Errors
    /// If a setting of the search is out of range.
    ///
    /// # Panics
    /// If the utility is not valid.
    pub fn new(
        name: impl Into<String>,
        evaluator: impl Evaluator + 'static,
        settings: SearchSettings,
    ) -> Result<SearchPlayer, ConfigError> {
        settings.search.validate()?;
        assert!(settings.utility.is_valid(), "a utility is a share and a positive scale");
        Ok(SearchPlayer {
            name: name.into(),
            evaluator: Box::new(evaluator),
            settings,
            game: None,
            pace: None,
            leaves: 0,
            searches: Vec::new(),
            info: None,
        })
    }

    fn prepare(&mut self, variant: &Variant) -> SaltaGame {
        match self.game.take() {
            Some(game) if **game.variant() == *variant => game,
            _ => {
                self.searches.clear();
                let variant = Arc::new(variant.clone());
                let settings = &self.settings;
                SaltaGame::new(variant, settings.utility, settings.leaf_exact_nodes)
                    .with_exact_ends(settings.exact_ends)
            }
        }
    }

    /// Chooses turns in at most [`MAX_BATCH`] games.
    fn choose_batch(
        &mut self,
        game: &mut SaltaGame,
        turns: &mut [Turn<'_>],
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Move>, PlayerError> {
        let mut walks = self.start_walks(game, turns)?;
        loop {
            if stopped() {
                return Err(PlayerError::Stopped);
            }
            let mut leaves = Vec::with_capacity(walks.len());
            let mut waiting = Vec::with_capacity(walks.len());
            for (i, (walk, turn)) in walks.iter_mut().zip(turns.iter_mut()).enumerate() {
                if let Some(leaf) = self.next_leaf(game, walk, turn)? {
                    leaves.push(leaf);
                    waiting.push(i);
                }
            }
            if leaves.is_empty() {
                return Ok(walks
                    .iter()
                    .zip(turns)
                    .map(|(walk, turn)| turn_between(turn.position, &walk.position))
                    .collect());
            }
            let answers = self.evaluate(game, &leaves, turns[waiting[0]].slot)?;
            for (row, &i) in waiting.iter().enumerate() {
                let slot = turns[i].slot;
                let search = running(&mut self.searches, slot);
                game.absorb(search, &answers, row).map_err(|error| {
                    PlayerError::failed(slot, format_args!("invalid evaluation: {error}"))
                })?;
            }
        }
    }

    fn start_walks(
        &mut self,
        game: &SaltaGame,
        turns: &mut [Turn<'_>],
    ) -> Result<Vec<Walk>, PlayerError> {
        let slots = turns.iter().map(|turn| turn.slot + 1).max().unwrap_or(0);
        self.searches.resize_with(slots.max(self.searches.len()), || None);
        let mut walks = Vec::with_capacity(turns.len());
        for turn in turns {
            if game.variant().is_over(turn.position) {
                return Err(PlayerError::game_over(turn.slot));
            }
            let drawn = self.drawn(game, turn);
            let (position, played) = (*turn.position, Vec::new());
            let mut walk = Walk { position, played, ended: false, drawn };
            self.start_search(game, &mut walk, turn);
            walks.push(walk);
        }
        Ok(walks)
    }

    /// The positions that count as draws in the searches of this turn, if any do.
    fn drawn(&self, game: &SaltaGame, turn: &Turn<'_>) -> Option<Arc<PastPositions>> {
        let applies = self.settings.twofold_draws && game.positions_can_recur();
        let past = turn.earlier.iter().chain([turn.position]);
        applies.then(|| Arc::new(PastPositions::new(past)))
    }

    /// Plays the forced actions, then starts a search if the turn is not complete.
    fn start_search(&mut self, game: &SaltaGame, walk: &mut Walk, turn: &mut Turn<'_>) {
        while let (false, Some(action)) = (walk.ended, walk.only_action(game.variant())) {
            walk.play(game.variant(), action, turn);
        }
        if walk.ended {
            return;
        }
        let mut config = self.settings.search;
        if walk.drawn.is_some() {
            config.reuse_nodes = 0;
        }
        let valid = "the settings were checked when the player was made";
        let (root, slot) = (walk.position, &mut self.searches[turn.slot]);
        match slot {
            Some(search) => search.advance(game, root, config, turn.generator).expect(valid),
            None => *slot = Some(Search::new(game, root, config, turn.generator).expect(valid)),
        }
    }

    /// Returns the position that this game's search waits for, or `None` once the turn is chosen.
    fn next_leaf(
        &mut self,
        game: &mut SaltaGame,
        walk: &mut Walk,
        turn: &mut Turn<'_>,
    ) -> Result<Option<Position>, PlayerError> {
        game.set_drawn(walk.drawn.clone());
        while !walk.ended {
            let search = running(&mut self.searches, turn.slot);
            if let Some(leaf) = search.gather(game) {
                return Ok(Some(*leaf));
            }
            let report = search.report();
            let failed = |error| format!("no result of the search: {error}");
            let report = report.map_err(|error| PlayerError::failed(turn.slot, failed(error)))?;
            self.info = Some(Info::of_report(game, turn.position, &walk.played, &report));
            let action = Action::new(report.chosen).expect("a search chooses a legal action");
            walk.play(game.variant(), action, turn);
            self.start_search(game, walk, turn);
        }
        Ok(None)
    }

    fn evaluate(
        &mut self,
        game: &SaltaGame,
        leaves: &[Position],
        slot: usize,
    ) -> Result<Evaluations, PlayerError> {
        self.leaves += leaves.len() as u64;
        let answers = self.evaluator.evaluate(game.variant(), leaves);
        let counts = [answers.policy_logits.nrows(), answers.wdl.nrows(), answers.margin.len()];
        let expected = leaves.len();
        match counts.into_iter().find(|count| *count != expected) {
            None => Ok(answers),
            Some(found) => Err(PlayerError::failed(
                slot,
                format_args!("the evaluator answered for {found} positions of {expected}"),
            )),
        }
    }
}

fn running(searches: &mut [Option<Search<SaltaGame>>], slot: usize) -> &mut Search<SaltaGame> {
    searches[slot].as_mut().expect("a turn under way has a search")
}

impl Player for SearchPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_games(&mut self, _: usize) {
        self.searches.clear();
    }

    fn supports(&self, variant: &Variant) -> Result<(), MakeError> {
        Ok(self.evaluator.supports(variant)?)
    }

    /// A node limit sets the simulations per hop; under a time limit their number follows the
    /// speed.
    fn set_limit(&mut self, limit: Limit) -> Result<(), MakeError> {
        match limit {
            Limit::Nodes(nodes) if nodes > MAX_SIMULATIONS.into() => {
                return Err(
                    format!("`{}` makes at most {MAX_SIMULATIONS} simulations", self.name).into()
                );
            }
            Limit::Nodes(nodes) => {
                self.settings.search.simulations = nodes as u32;
                self.pace = None;
            }
            Limit::TimeMs(_) => self.pace = limit.time().map(Pace::new),
        }
        Ok(())
    }

    fn info(&self) -> Option<&Info> {
        self.info.as_ref()
    }

    fn choose_until(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Move>, PlayerError> {
        let (start, leaves) = (self.pace.map(|_| Instant::now()), self.leaves);
        if let Some(pace) = &self.pace {
            self.settings.search.simulations = pace.simulations(MAX_SIMULATIONS);
        }
        self.info = None;
        let slot = turns.first().map_or(0, |turn| turn.slot);
        self.supports(variant).map_err(|error| PlayerError::failed(slot, error))?;
        let mut game = self.prepare(variant);
        let mut moves = Vec::with_capacity(turns.len());
        for batch in turns.chunks_mut(MAX_BATCH) {
            moves.extend(self.choose_batch(&mut game, batch, stopped)?);
        }
        self.game = Some(game);
        if let (Some(pace), Some(start)) = (&mut self.pace, start) {
            pace.learn(self.leaves - leaves, start.elapsed());
        }
        Ok(moves)
    }
}

/// A turn in progress, action by action.
struct Walk {
    position: Position,
    /// The actions that led to the position.
    played: Vec<Action>,
    ended: bool,
    /// The positions that count as draws, if any do.
    drawn: Option<Arc<PastPositions>>,
}

impl Walk {
    fn only_action(&self, variant: &Variant) -> Option<Action> {
        let legal = variant.legal(&self.position);
        if legal.len() != 1 {
            return None;
        }
        legal.actions(self.position.to_move()).next()
    }

    fn play(&mut self, variant: &Variant, action: Action, turn: &Turn<'_>) {
        variant.apply(&mut self.position, action);
        self.played.push(action);
        self.ended = self.position.plies() > turn.position.plies();
    }
}

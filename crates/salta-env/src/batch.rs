//! N games stepped together, each reset in the step in which it ends.

use std::sync::Arc;

use ndarray::{ArrayView1, ArrayViewMut2, ArrayViewMut3, Axis};
use salta_core::isa::Isa;
use salta_core::legal::MoveRules;
use salta_core::rules::Points;
use salta_core::{ACTIONS, ActionMask, Margin, NodeBudget, Position, Variant, distance_margin};

use crate::config::EnvConfig;
use crate::encoder::Encoding;
use crate::games::Games;
use crate::kernel::{BLOCK, Block, Chosen, Kernel, PLANES, Xoshiro};
use crate::snapshot::Snapshot;
use crate::step::{FinalState, PlaceError, Step, StepError, Tally};

/// N games of one variant as arrays.
#[derive(Clone, Debug)]
pub struct BatchEnv {
    games: Games,
    blocks: Vec<Block>,
    chosen: Chosen,
    step: Step,
}

impl BatchEnv {
    /// A batch of `games` games, each with its own generator, seeded from `seed` and the game's
    /// number.
    ///
    /// # Panics
    /// If the variant has no move limit and `max_plies` is `None` (a game need not end),
    /// `max_plies` is 0, or the game is over at the start, as on a board that the pieces fill.
    pub fn new(variant: Arc<Variant>, games: usize, config: EnvConfig, seed: u64) -> BatchEnv {
        assert!(
            variant.rules().move_limit > 0 || config.max_plies.is_some(),
            "a variant without a move limit needs max_plies"
        );
        assert!(config.max_plies != Some(0), "max_plies is at least 1");
        assert!(!variant.is_over(&variant.start()), "`{variant}` has no legal move at the start");
        let games = Games::new(variant, games, config);
        let blocks = games.blocks(seed);
        let mut step = Step::default();
        step.clear(games.count);
        BatchEnv { games, blocks, chosen: Chosen::new(), step }
    }

    /// The same batch on an instruction set other than [`Isa::best`], for measurements and
    /// comparisons.
    pub fn with_isa(mut self, isa: Isa) -> BatchEnv {
        let rules = self.games.variant.rules();
        self.games.kernel = Kernel::new(isa, MoveRules::of(rules));
        self
    }

    /// The instruction set that the inner loops run on.
    pub const fn isa(&self) -> Isa {
        self.games.kernel.isa
    }

    /// Resets every game, with generators seeded from `seed`.
    pub fn reset(&mut self, seed: u64) {
        self.blocks = self.games.blocks(seed);
        self.step.clear(self.len());
    }

    /// Resets the games whose entry in `mask` (`[N]`) is set. With a seed, their generators are
    /// seeded as in [`BatchEnv::reset`]; without one, they continue from their current state.
    ///
    /// # Panics
    /// If `mask` has another length.
    pub fn reset_where(&mut self, mask: &[bool], seed: Option<u64>) {
        assert_eq!(mask.len(), self.len(), "one flag per game");
        self.step.clear(self.len());
        for game in (0..self.len()).filter(|game| mask[*game]) {
            self.games.reset(&mut self.blocks[game / BLOCK], game, seed);
        }
    }

    /// Result of the last step; after a reset, one in which no game has ended.
    pub const fn last_step(&self) -> &Step {
        &self.step
    }

    /// The state of every game, its generator and the last step.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use salta_core::Variant;
    /// use salta_env::{BatchEnv, EnvConfig};
    ///
    /// let variant = Arc::new(Variant::named("checkerboard").unwrap());
    /// let mut env = BatchEnv::new(Arc::clone(&variant), 8, EnvConfig::default(), 7);
    /// env.play_random(100);
    /// let mut copy = BatchEnv::new(variant, 8, EnvConfig::default(), 0);
    /// copy.restore(&env.snapshot())?;
    /// assert_eq!(copy.sample_actions(), env.sample_actions());
    /// # Ok::<(), salta_env::PlaceError>(())
    /// ```
    pub fn snapshot(&self) -> Snapshot {
        let games = (0..self.len()).map(|game| {
            let (block, lane) = self.place_of(game);
            (self.position(game), block.random(lane).0)
        });
        Snapshot { games: games.collect(), step: self.step.clone() }
    }

    /// Continues from a snapshot of a batch of the same variant, size and config.
    ///
    /// # Errors
    /// If a game is over or truncated in its position; the games before it are restored already.
    ///
    /// # Panics
    /// If the snapshot has a different number of games.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), PlaceError> {
        assert_eq!(snapshot.games.len(), self.len(), "as many games");
        for (game, (position, random)) in snapshot.games.iter().enumerate() {
            self.place(game, position)?;
            self.blocks[game / BLOCK].with_random(game % BLOCK, |state| *state = Xoshiro(*random));
        }
        self.step.clone_from(&snapshot.step);
        Ok(())
    }

    /// Number of games.
    pub const fn len(&self) -> usize {
        self.games.count
    }

    /// Whether the batch has no games.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The variant played.
    pub fn variant(&self) -> &Variant {
        &self.games.variant
    }

    /// The position of one game.
    ///
    /// # Panics
    /// If there is no such game, as in all methods for one game.
    pub fn position(&self, game: usize) -> Position {
        let (block, lane) = self.place_of(game);
        self.games.position(block, lane)
    }

    /// The positions of all games, in order.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Position> + '_ {
        (0..self.len()).map(|game| self.position(game))
    }

    /// The legal actions of one game; never empty, since a game that ends is reset.
    pub fn mask(&self, game: usize) -> ActionMask {
        let (block, lane) = self.place_of(game);
        block.mask(lane)
    }

    /// The legal actions of all games, in order.
    pub fn masks(&self) -> impl ExactSizeIterator<Item = ActionMask> + '_ {
        (0..self.len()).map(|game| self.mask(game))
    }

    /// Who is to move, `[N]`: 0 White, 1 Black.
    pub fn players(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        (0..self.len()).map(|game| {
            let (block, lane) = self.place_of(game);
            block.to_move(lane).index()
        })
    }

    fn place_of(&self, game: usize) -> (&Block, usize) {
        assert!(game < self.len(), "game {game} of {}", self.len());
        (&self.blocks[game / BLOCK], game % BLOCK)
    }

    /// Sets the position of one game, from which it continues.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use salta_core::Variant;
    /// use salta_env::{BatchEnv, EnvConfig};
    ///
    /// let variant = Arc::new(Variant::named("checkerboard").unwrap());
    /// let mut env = BatchEnv::new(variant, 8, EnvConfig::default(), 7);
    /// let ahead = env.variant().parse_position("edcba/jihgf/onmlk/5/5/5/K4/1LMNO/FGHIJ/ABCDE b 1")?;
    /// env.place(3, &ahead).unwrap();
    /// assert_eq!(env.position(3), ahead);
    /// # Ok::<(), salta_core::notation::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// If the game is over or truncated in that position, a piece is outside the board, or the
    /// rules have the other side to move there; the game is then unchanged.
    pub fn place(&mut self, game: usize, position: &Position) -> Result<(), PlaceError> {
        assert!(game < self.len(), "game {game} of {}", self.len());
        let (mover, plies) = (position.to_move(), position.plies());
        let board = self.variant().board();
        if !(position.all_occupied() - board.squares()).is_empty() {
            return Err(PlaceError::Outside(board));
        }
        if self.variant().position_from(&position.bitboards()).to_move() != mover {
            return Err(PlaceError::Mover { mover, plies });
        }
        let mask = self.variant().legal(position);
        if mask.is_empty() {
            return Err(PlaceError::Over);
        }
        if let Some(max_plies) = self.games.config.max_plies
            && self.games.is_truncated(position)
        {
            return Err(PlaceError::Late { plies: position.plies(), max_plies });
        }
        let block = &mut self.blocks[game / BLOCK];
        block.store(game % BLOCK, &position.bitboards());
        block.store_mask(game % BLOCK, &mask);
        Ok(())
    }

    /// Plays one action in every game. Games that end are reset at once; their last positions are
    /// kept in [`Step::finals`].
    ///
    /// ```
    /// use std::sync::Arc;
    /// use salta_core::Variant;
    /// use salta_env::{BatchEnv, EnvConfig};
    ///
    /// let variant = Arc::new(Variant::named("checkerboard").unwrap());
    /// let mut env = BatchEnv::new(variant, 8, EnvConfig::default(), 7);
    /// let first: Vec<u16> = env
    ///     .masks()
    ///     .zip(env.positions())
    ///     .map(|(mask, position)| mask.nth(position.to_move(), 0).unwrap().index() as u16)
    ///     .collect();
    /// let step = env.step(&first)?;
    /// assert_eq!((step.rewards.len(), step.finals.len()), (8, 0));
    /// assert!(env.step(&[200; 8]).is_err(), "there is no turn to end");
    /// # Ok::<(), salta_env::StepError>(())
    /// ```
    ///
    /// # Errors
    /// If an action is missing or not legal; then no game has moved.
    pub fn step(&mut self, actions: &[u16]) -> Result<&Step, StepError> {
        self.check(actions)?;
        Ok(self.play(actions))
    }

    /// The second half of [`Self::step`]: plays actions that [`Self::check`] has accepted. Any
    /// other action leads to an invalid position.
    pub fn play(&mut self, actions: &[u16]) -> &Step {
        self.step.clear(self.len());
        let scale = self.games.config.reward_scale;
        let points = self.variant().rules().points;
        for (number, (block, actions)) in
            self.blocks.iter_mut().zip(actions.chunks(BLOCK)).enumerate()
        {
            read(&self.games.kernel, block, &mut self.chosen, actions);
            let ended = |game: usize, position: &Position, truncated: bool| {
                let end = FinalState { game, position: *position, truncated };
                let reward = if truncated { 0.0 } else { scale * reward(points, position) };
                self.step.record(end, reward);
            };
            self.games.advance(block, number * BLOCK, &mut self.chosen, ended);
        }
        &self.step
    }

    /// The first half of [`Self::step`]: checks that every game has an action and that it is legal.
    ///
    /// # Errors
    /// As [`Self::step`].
    pub fn check(&mut self, actions: &[u16]) -> Result<(), StepError> {
        if actions.len() != self.len() {
            return Err(StepError::Count { games: self.len(), found: actions.len() });
        }
        for (number, (block, actions)) in self.blocks.iter().zip(actions.chunks(BLOCK)).enumerate()
        {
            if let Some(lane) = read(&self.games.kernel, block, &mut self.chosen, actions) {
                let game = number * BLOCK + lane;
                return Err(StepError::Illegal { game, action: actions[lane] });
            }
        }
        Ok(())
    }

    /// A uniformly random legal action for each game, from the games' own generators.
    pub fn sample_actions(&mut self) -> Vec<u16> {
        let mut actions = vec![0; self.blocks.len() * BLOCK];
        for (block, actions) in self.blocks.iter_mut().zip(actions.as_chunks_mut().0) {
            self.games.kernel.draw(block, &mut self.chosen);
            self.games.kernel.write(block, &self.chosen, actions);
        }
        actions.truncate(self.len());
        actions
    }

    /// Plays `steps` uniformly random actions in every game: the same games as [`Self::step`] with
    /// [`Self::sample_actions`], but block by block, so that the states stay in the CPU cache.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use salta_core::Variant;
    /// use salta_env::{BatchEnv, EnvConfig};
    ///
    /// let variant = Arc::new(Variant::named("checkerboard").unwrap());
    /// let mut env = BatchEnv::new(variant, 8, EnvConfig::default(), 7);
    /// let tally = env.play_random(1000);
    /// assert_eq!((tally.terminated + tally.truncated) / 8, 4); // games of 240 plies
    /// ```
    pub fn play_random(&mut self, steps: usize) -> Tally {
        let mut tally = Tally::default();
        self.step.clear(self.len());
        for (number, block) in self.blocks.iter_mut().enumerate() {
            for _ in 0..steps {
                self.games.kernel.draw(block, &mut self.chosen);
                let ended = |_: usize, position: &Position, truncated: bool| {
                    tally.truncated += u64::from(truncated);
                    if !truncated {
                        tally.terminated += 1;
                        tally.margins += i64::from(distance_margin(position));
                    }
                };
                self.games.advance(block, number * BLOCK, &mut self.chosen, ended);
            }
        }
        tally
    }

    /// Recomputes the legal actions of every game. They are always up to date, so only benchmarks
    /// need this.
    pub fn refresh_masks(&mut self) {
        for block in &mut self.blocks {
            self.games.refresh(block, &mut self.chosen);
        }
    }

    /// Exact margins of the games that the rules ended in the last step, with the games' indices.
    /// Not part of a step, since exact points need a search of up to `exact_nodes` nodes per side.
    pub fn final_margins(&self, exact_nodes: impl Into<NodeBudget>) -> Vec<(usize, Margin)> {
        let exact_nodes = exact_nodes.into();
        let ended = self.step.finals.iter().filter(|end| !end.truncated);
        ended.map(|end| (end.game, self.variant().margin(&end.position, exact_nodes))).collect()
    }

    /// Writes the observations, [N, 50, features], in the [`Encoding`] of that width.
    ///
    /// # Panics
    /// If `out` has another shape or is not contiguous.
    pub fn observe(&self, out: ArrayViewMut3<'_, f32>) {
        self.write_observations(self.positions(), out);
    }

    /// Writes the observations of the positions in which games ended in the last step, in the
    /// order of [`Step::finals`]: [finals, 50, features].
    ///
    /// # Panics
    /// As [`BatchEnv::observe`].
    pub fn observe_finals(&self, out: ArrayViewMut3<'_, f32>) {
        self.write_observations(self.step.finals.iter().map(|end| end.position), out);
    }

    fn write_observations(
        &self,
        positions: impl ExactSizeIterator<Item = Position>,
        mut out: ArrayViewMut3<'_, f32>,
    ) {
        let features = out.len_of(Axis(2));
        let encoding =
            Encoding::of_features(features).expect("one observation per position, in an encoding");
        assert_eq!(out.shape(), [positions.len(), 50, features], "one observation per position");
        for (position, mut row) in positions.zip(out.axis_iter_mut(Axis(0))) {
            let row = row.as_slice_mut().expect("contiguous observations");
            encoding.encode(self.variant(), &position, row);
        }
    }

    /// Writes the observations as bit planes, `[PLANES, N]`: bit s of a word is square s as the
    /// mover sees it. In order: own squares, enemy squares, bits 0–3 of the index of the piece on
    /// each occupied square, squares landed on in this turn, the hopping piece, and the origins of
    /// the legal actions in each of the four directions. "End the turn" is legal where a
    /// piece hops, unless the blockade rule forbids it (then [`Self::mask`] says so).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use salta_core::Variant;
    /// use salta_env::{BatchEnv, EnvConfig};
    ///
    /// let variant = Arc::new(Variant::named("checkerboard").unwrap());
    /// let mut env = BatchEnv::new(variant, 8, EnvConfig::default(), 7);
    /// let mut planes = ndarray::Array2::zeros((salta_env::PLANES, 8));
    /// env.observe_planes(planes.view_mut());
    /// assert_eq!(planes[[0, 0]], (1 << 15) - 1); // the mover's pieces on its first three rows
    /// ```
    ///
    /// # Panics
    /// If `out` has another shape.
    pub fn observe_planes(&self, mut out: ArrayViewMut2<'_, u64>) {
        assert_eq!(out.shape(), [PLANES, self.len()], "one column per game");
        let mut planes = [[0; BLOCK]; PLANES];
        for (block, mut columns) in self.blocks.iter().zip(out.axis_chunks_iter_mut(Axis(1), BLOCK))
        {
            self.games.kernel.planes(block, &mut planes);
            for (mut row, plane) in columns.outer_iter_mut().zip(&planes) {
                let games = row.len();
                row.assign(&ArrayView1::from(&plane[..games]));
            }
        }
    }

    /// Writes the legal masks, [N, 201], seen from the mover.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use salta_core::Variant;
    /// use salta_env::{BatchEnv, EnvConfig};
    ///
    /// let variant = Arc::new(Variant::named("checkerboard").unwrap());
    /// let mut env = BatchEnv::new(variant, 8, EnvConfig::default(), 7);
    /// let mut masks = ndarray::Array2::from_elem((8, salta_core::ACTIONS), false);
    /// env.write_masks(masks.view_mut());
    /// assert_eq!(masks.row(0).iter().filter(|legal| **legal).count(), 9);
    /// ```
    ///
    /// # Panics
    /// If `out` has another shape, or its elements are not in row-major order.
    pub fn write_masks(&self, mut out: ArrayViewMut2<'_, bool>) {
        assert_eq!(out.shape(), [self.len(), ACTIONS], "one mask per game");
        let rows = out.as_slice_mut().expect("masks in row-major order").as_chunks_mut().0;
        for (game, row) in rows.iter_mut().enumerate() {
            let (block, lane) = self.place_of(game);
            block.mask(lane).write(block.to_move(lane), row);
        }
    }
}

/// Reads the actions of a block, which may be fewer than its lanes; returns the first lane whose
/// action is not legal. Lanes without an action pass.
fn read(kernel: &Kernel, block: &Block, chosen: &mut Chosen, actions: &[u16]) -> Option<usize> {
    let whole = |actions: &[u16; BLOCK], chosen: &mut Chosen| {
        kernel
            .read(block, chosen, actions)
            .then(|| (0..BLOCK).find(|lane| chosen.is_flagged(*lane)))
    };
    if let Ok(actions) = actions.try_into() {
        return whole(actions, chosen)?;
    }
    let mut padded = [0; BLOCK];
    padded[..actions.len()].copy_from_slice(actions);
    let illegal = whole(&padded, chosen);
    chosen.pass_from(actions.len());
    illegal?.filter(|lane| *lane < actions.len())
}

fn reward(points: Points, position: &Position) -> f32 {
    let margin = distance_margin(position);
    match points {
        Points::Win => margin.signum() as f32,
        Points::Solo | Points::Distance => margin as f32,
    }
}

//! N games stepped together, each starting anew in the step in which it ends.

use std::sync::Arc;

use ndarray::{ArrayViewMut2, ArrayViewMut3, Axis};
use rand::RngExt;
use salta_core::rules::Points;
use salta_core::{ACTIONS, Action, ActionMask, Margin, Position, Side, Variant, distance_margin};
use thiserror::Error;

use crate::encoder::{FEATURES, encode};
use crate::generator::{Generator, generator};

/// How a [`BatchEnv`] starts, cuts off and rewards its games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnvConfig {
    /// Plies after which a game is cut off as truncated; needed where the variant has no limit.
    pub max_plies: Option<u32>,
    /// Reward for each point of the margin.
    pub reward_scale: f32,
    /// Uniformly random plies played at each reset, so that games differ.
    pub opening_plies: u32,
}

impl Default for EnvConfig {
    fn default() -> EnvConfig {
        EnvConfig { max_plies: None, reward_scale: 1.0, opening_plies: 0 }
    }
}

/// A game that ended in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FinalState {
    /// Which of the N games.
    pub game: usize,
    /// Its last position, before the reset.
    pub position: Position,
    /// Whether it was cut off rather than decided by the rules.
    pub truncated: bool,
}

/// What a step brought, game by game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// White's reward, `[N]`; Black's is its negative. The margin by distance (its sign where the
    /// variant counts wins) times the scale in the step in which the rules end a game, else 0.
    pub rewards: Vec<f32>,
    /// Whether the rules ended the game, `[N]`.
    pub terminated: Vec<bool>,
    /// Whether the game was cut off at `max_plies`, `[N]`.
    pub truncated: Vec<bool>,
    /// The games that ended, with the positions that the reset replaced.
    pub finals: Vec<FinalState>,
}

/// Why a step was refused; no game has moved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StepError {
    /// Not one action a game.
    #[error("{found} actions for {games} games")]
    Count {
        /// Games in the batch.
        games: usize,
        /// Actions given.
        found: usize,
    },
    /// An action that is not legal.
    #[error("action {action} is not legal in game {game}")]
    Illegal {
        /// Which game.
        game: usize,
        /// The action's number.
        action: u16,
    },
}

/// N games of one variant as arrays.
#[derive(Clone, Debug)]
pub struct BatchEnv {
    variant: Arc<Variant>,
    config: EnvConfig,
    positions: Vec<Position>,
    masks: Vec<ActionMask>,
    generators: Vec<Generator>,
    step: Step,
}

impl BatchEnv {
    /// `games` games, each with a generator of its own made from `seed` and its number.
    ///
    /// # Panics
    /// If the variant has no limit and `max_plies` is `None`: such a game need not end.
    pub fn new(variant: Arc<Variant>, games: usize, config: EnvConfig, seed: u64) -> BatchEnv {
        assert!(
            variant.rules().move_limit > 0 || config.max_plies.is_some(),
            "a variant without a limit needs max_plies"
        );
        let start = variant.start();
        let mut env = BatchEnv {
            config,
            positions: vec![start; games],
            masks: vec![variant.legal(&start); games],
            generators: Vec::new(),
            step: Step::default(),
            variant,
        };
        env.reset(seed);
        env
    }

    /// Starts every game anew with generators made from `seed`.
    pub fn reset(&mut self, seed: u64) {
        let games = self.positions.len();
        self.generators = (0..games as u64).map(|game| generator(seed, "env", game)).collect();
        self.step = Step::default();
        for game in 0..games {
            self.restart(game);
        }
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether the batch holds no game.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The variant played.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The positions, `[N]`.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The legal actions, `[N]`; never empty, since a game that ends starts anew.
    pub fn masks(&self) -> &[ActionMask] {
        &self.masks
    }

    /// Who is to move, `[N]`: 0 White, 1 Black.
    pub fn players(&self) -> impl Iterator<Item = usize> + '_ {
        self.positions.iter().map(|position| position.to_move().index())
    }

    /// Plays one action in every game. Games that end start anew at once; their last positions are
    /// kept in [`Step::finals`].
    ///
    /// # Errors
    /// If an action is missing or not legal; then no game has moved.
    pub fn step(&mut self, actions: &[u16]) -> Result<&Step, StepError> {
        self.check(actions)?;
        self.clear_step();
        for (game, action) in actions.iter().enumerate() {
            let action = Action::new(*action).expect("checked above");
            self.variant.apply(&mut self.positions[game], action);
            self.settle(game);
        }
        Ok(&self.step)
    }

    fn check(&self, actions: &[u16]) -> Result<(), StepError> {
        let games = self.positions.len();
        if actions.len() != games {
            return Err(StepError::Count { games, found: actions.len() });
        }
        for (game, &number) in actions.iter().enumerate() {
            let side = self.positions[game].to_move();
            if !Action::new(number).is_some_and(|action| self.masks[game].contains(side, action)) {
                return Err(StepError::Illegal { game, action: number });
            }
        }
        Ok(())
    }

    fn clear_step(&mut self) {
        let games = self.positions.len();
        self.step.rewards.clear();
        self.step.rewards.resize(games, 0.0);
        self.step.terminated.clear();
        self.step.terminated.resize(games, false);
        self.step.truncated.clear();
        self.step.truncated.resize(games, false);
        self.step.finals.clear();
    }

    fn settle(&mut self, game: usize) {
        let position = self.positions[game];
        self.masks[game] = self.variant.legal(&position);
        let terminated = self.masks[game].is_empty();
        let cut = self.config.max_plies.is_some_and(|max| position.plies() >= max);
        let truncated = !terminated && cut && position.hopper().is_none();
        if terminated {
            self.step.rewards[game] = self.config.reward_scale * self.reward(&position);
        }
        self.step.terminated[game] = terminated;
        self.step.truncated[game] = truncated;
        if terminated || truncated {
            self.step.finals.push(FinalState { game, position, truncated });
            self.restart(game);
        }
    }

    fn reward(&self, position: &Position) -> f32 {
        let margin = distance_margin(position);
        match self.variant.rules().points {
            Points::Win => margin.signum() as f32,
            Points::Solo | Points::Distance => margin as f32,
        }
    }

    fn restart(&mut self, game: usize) {
        let mut position = self.variant.start();
        let mut mask = self.variant.legal(&position);
        while position.plies() < self.config.opening_plies && !mask.is_empty() {
            let action = sample(&mask, position.to_move(), &mut self.generators[game]);
            self.variant.apply(&mut position, action);
            mask = self.variant.legal(&position);
        }
        self.positions[game] = position;
        self.masks[game] = mask;
    }

    /// A uniformly random legal action for each game, from the games' own generators.
    pub fn sample_actions(&mut self) -> Vec<u16> {
        let games = self.positions.iter().zip(&self.masks).zip(&mut self.generators);
        games
            .map(|((position, mask), rng)| sample(mask, position.to_move(), rng).index() as u16)
            .collect()
    }

    /// Exact margins of the games that ended by the rules in the last step, with their numbers;
    /// outside the step loop, since exact points need a search of up to `budget` nodes a side.
    pub fn finish_points(&self, budget: u64) -> Vec<(usize, Margin)> {
        let ended = self.step.finals.iter().filter(|end| !end.truncated);
        ended.map(|end| (end.game, self.variant.margin(&end.position, budget))).collect()
    }

    /// Writes the observations, [N, 50, FEATURES].
    ///
    /// # Panics
    /// If `out` has another shape or is not contiguous.
    pub fn observe(&self, out: ArrayViewMut3<'_, f32>) {
        self.write_observations(self.positions.iter(), out);
    }

    /// Writes the observations of the positions in which games ended in the last step, in the
    /// order of [`Step::finals`]: [finals, 50, FEATURES].
    ///
    /// # Panics
    /// As [`BatchEnv::observe`].
    pub fn observe_finals(&self, out: ArrayViewMut3<'_, f32>) {
        self.write_observations(self.step.finals.iter().map(|end| &end.position), out);
    }

    fn write_observations<'p>(
        &self,
        positions: impl ExactSizeIterator<Item = &'p Position>,
        mut out: ArrayViewMut3<'_, f32>,
    ) {
        assert_eq!(out.shape(), [positions.len(), 50, FEATURES], "one observation a position");
        for (position, mut row) in positions.zip(out.axis_iter_mut(Axis(0))) {
            encode(&self.variant, position, row.as_slice_mut().expect("contiguous observations"));
        }
    }

    /// Writes the legal masks, [N, 201], seen from the mover.
    ///
    /// # Panics
    /// If `out` has another shape.
    pub fn write_masks(&self, mut out: ArrayViewMut2<'_, bool>) {
        assert_eq!(out.shape(), [self.positions.len(), ACTIONS], "one mask a game");
        out.fill(false);
        for ((position, mask), mut row) in
            self.positions.iter().zip(&self.masks).zip(out.outer_iter_mut())
        {
            for action in mask.actions(position.to_move()) {
                row[action.index()] = true;
            }
        }
    }
}

/// A uniformly random action of a mask that is not empty.
fn sample(mask: &ActionMask, side: Side, rng: &mut Generator) -> Action {
    let choice = rng.random_range(0..mask.len());
    mask.actions(side).nth(choice as usize).expect("the choice is below the number of actions")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{Array2, Array3};
    use salta_core::rules::NAMED;

    fn env(name: &str, games: usize, max_plies: u32, seed: u64) -> BatchEnv {
        let variant = Arc::new(Variant::named(name).unwrap());
        let config = EnvConfig { max_plies: Some(max_plies), ..EnvConfig::default() };
        BatchEnv::new(variant, games, config, seed)
    }

    #[test]
    fn same_seed_same_games_whatever_the_batch() {
        let play = |games| {
            let mut env = env("walker", games, 60, 5);
            for _ in 0..300 {
                let actions = env.sample_actions();
                env.step(&actions).unwrap();
            }
            env.positions()[..3].to_vec()
        };
        assert_eq!(play(3), play(17));
    }

    #[test]
    fn every_variant_ends_and_starts_anew() {
        for name in NAMED {
            let mut env = env(name, 8, 300, 1);
            let (mut terminated, mut truncated) = (0, 0);
            for _ in 0..1200 {
                let actions = env.sample_actions();
                let step = env.step(&actions).unwrap().clone();
                for end in &step.finals {
                    let at_start = env.positions()[end.game] == env.variant().start();
                    assert!(at_start && env.variant().is_over(&end.position) != end.truncated);
                    assert!(step.terminated[end.game] != step.truncated[end.game]);
                    terminated += step.terminated[end.game] as u32;
                    truncated += step.truncated[end.game] as u32;
                }
                assert!(env.masks().iter().all(|mask| !mask.is_empty()));
            }
            let limited = env.variant().rules().move_limit > 0;
            assert!(if limited { terminated >= 8 } else { truncated > 0 }, "{name}");
        }
    }

    #[test]
    fn a_limit_of_the_rules_terminates_and_a_cap_truncates() {
        let mut capped = env("buettgenbach-1899", 1, 10, 3);
        for ply in 1..=10 {
            let actions = capped.sample_actions();
            let step = capped.step(&actions).unwrap();
            assert_eq!((step.truncated[0], step.terminated[0]), (ply == 10, false));
            assert_eq!(step.rewards, [0.0]);
        }
        let rules =
            salta_core::rules::parse("base = \"buettgenbach-1899\"\nmove_limit = 5").unwrap();
        let mut env = BatchEnv::new(
            Arc::new(Variant::new(rules)),
            1,
            EnvConfig { max_plies: Some(10), reward_scale: 0.5, opening_plies: 0 },
            3,
        );
        for _ in 0..9 {
            let actions = env.sample_actions();
            env.step(&actions).unwrap();
        }
        let actions = env.sample_actions();
        let step = env.step(&actions).unwrap().clone();
        assert_eq!((step.truncated[0], step.terminated[0]), (false, true));
        assert_eq!(step.rewards[0], 0.5 * distance_margin(&step.finals[0].position) as f32);
        assert!(env.finish_points(1_000_000)[0].1.exact().is_some());
    }

    #[test]
    fn an_illegal_action_moves_nothing() {
        let mut env = env("checkerboard", 4, 300, 2);
        let before = env.positions().to_vec();
        let mut actions = env.sample_actions();
        actions[2] = 200;
        assert_eq!(env.step(&actions), Err(StepError::Illegal { game: 2, action: 200 }));
        actions[2] = 65_535;
        assert_eq!(env.step(&actions), Err(StepError::Illegal { game: 2, action: 65_535 }));
        assert_eq!(env.step(&actions[..3]), Err(StepError::Count { games: 4, found: 3 }));
        assert_eq!(env.positions(), before);
    }

    #[test]
    fn arrays_agree_with_positions() {
        let mut env = env("walker-9i", 5, 40, 9);
        for _ in 0..100 {
            let actions = env.sample_actions();
            let finals = env.step(&actions).unwrap().finals.len();
            let mut masks = Array2::from_elem((5, ACTIONS), true);
            env.write_masks(masks.view_mut());
            for (row, mask) in masks.outer_iter().zip(env.masks()) {
                assert_eq!(row.iter().filter(|legal| **legal).count(), mask.len() as usize);
            }
            let mut last = Array3::from_elem((finals, 50, FEATURES), f32::NAN);
            env.observe_finals(last.view_mut());
            assert!(last.iter().all(|x| x.is_finite()));
        }
    }
}

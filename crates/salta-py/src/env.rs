//! The batched environment over arrays that Python owns and Rust writes into.

use std::sync::Arc;

use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadwriteArray,
    PyReadwriteArray1, PyReadwriteArray2,
};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use salta_core::{ACTIONS, SQUARES};
use salta_env::{Encoding, EnvConfig, FinalState, PLANES, Snapshot, Step, StepError};

use crate::error::{illegal, refused};
use crate::input::{self, Actions, integer};
use crate::objects::{Position, Variant};
use crate::parts::Parts;
use crate::position::{Words, from_words, words};
use crate::variant::variant_of;

/// N games stepped together; a game that ends is reset in the same step.
///
/// The arrays are always the same objects, rewritten by each step: copy what you keep. The games
/// are the same with any number of `threads`; 0: one per core.
///
/// Each game has its own random generator, derived from `seed` and the game's number, which starts
/// at `first_game`: a batch that is divided among processes plays the same games. From it come the
/// `opening_plies` random plies at each reset and the actions of `sample_actions` and
/// `play_random`. `reward_scale` multiplies the rewards.
#[pyclass(module = "salta._native", subclass)]
pub(crate) struct BatchEnv {
    /// On the heap, since Python aligns its objects to fewer bytes than a batch needs.
    env: Box<Parts>,
    variant: Arc<salta_core::Variant>,
    config: EnvConfig,
    threads: usize,
    /// One array per encoding, made on first use.
    observations: [Option<Py<PyArray3<f32>>>; Encoding::ALL.len()],
    planes: Option<Py<PyArray2<u64>>>,
    /// Whether each action is legal: bool [N, 201], rewritten by each step.
    #[pyo3(get)]
    legal_action_mask: Py<PyArray2<bool>>,
    /// Rewards of player 0 and player 1: float32 [N, 2], rewritten by each step.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// Whether the rules ended the game in the last step: bool [N], rewritten by each step.
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// Whether the game was truncated at max_plies: bool [N], rewritten by each step.
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// Who is to move, 0 White, 1 Black: uint8 [N], rewritten by each step.
    #[pyo3(get)]
    current_player: Py<PyArray1<u8>>,
}

/// Largest number of games in one batch.
const MAX_GAMES: usize = 1 << 24;
/// No margin is as large, so rewards are finite if this one is.
const MOST_REWARD: f32 = 1000.0;

/// Random actions between two checks for Ctrl-C: less than a second's.
const UNCHECKED: usize = 1 << 22;

/// Borrowed arrays: rewards, terminated, truncated.
type Outcome<'py> =
    (PyReadwriteArray2<'py, f32>, PyReadwriteArray1<'py, bool>, PyReadwriteArray1<'py, bool>);

/// The pickled state of a batch: for each game its position and the state of its generator; for
/// each game that ended in the last step its index, its last position, whether it was truncated,
/// and White's reward.
type Pickled = (Vec<(Words, [u64; 4])>, Vec<(usize, Words, bool, f32)>);

#[pymethods]
impl BatchEnv {
    #[new]
    #[pyo3(signature = (
        variant, num_envs, *, seed = 0, max_plies = None, reward_scale = 1.0, opening_plies = 0,
        first_game = 0, threads = 1,
    ))]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = variant_of)] variant: Variant,
        #[pyo3(from_py_with = integer)] num_envs: usize,
        #[pyo3(from_py_with = integer)] seed: u64,
        #[pyo3(from_py_with = integer)] max_plies: Option<u32>,
        reward_scale: f32,
        #[pyo3(from_py_with = integer)] opening_plies: u32,
        #[pyo3(from_py_with = integer)] first_game: u64,
        #[pyo3(from_py_with = integer)] threads: usize,
    ) -> PyResult<BatchEnv> {
        let rules = variant.rules.rules();
        if rules.move_limit == 0 && max_plies.is_none() {
            let name = &rules.name;
            return Err(refused(format!("`{name}` has no move limit, so max_plies must be given")));
        }
        if variant.rules.is_over(&variant.rules.start()) {
            return Err(refused(format!("`{}` has no legal move at the start", rules.name)));
        }
        if max_plies == Some(0) {
            return Err(refused("max_plies must be at least 1"));
        }
        if !(1..=MAX_GAMES).contains(&num_envs) {
            return Err(refused(format!("num_envs is from 1 to {MAX_GAMES}, not {num_envs}")));
        }
        // Of the largest margin too.
        if !(reward_scale * MOST_REWARD).is_finite() {
            return Err(refused(format!("reward_scale is {reward_scale}")));
        }
        let config = EnvConfig { max_plies, reward_scale, opening_plies, first_game };
        let variant = variant.rules;
        let cores = if threads == 0 { rayon::current_num_threads() } else { threads };
        let batch = py.detach(|| Parts::new(&variant, num_envs, config, seed, cores));
        let mut env = BatchEnv {
            env: Box::new(batch),
            variant,
            config,
            threads,
            observations: Default::default(),
            planes: None,
            legal_action_mask: zeros(py, [num_envs, ACTIONS])?.unbind(),
            rewards: zeros(py, [num_envs, 2])?.unbind(),
            terminated: zeros(py, [num_envs])?.unbind(),
            truncated: zeros(py, [num_envs])?.unbind(),
            current_player: zeros(py, [num_envs])?.unbind(),
        };
        env.publish(py)?;
        Ok(env)
    }

    /// Resets the games of `mask` (bool [N]; by default all), with generators seeded from `seed`;
    /// without a seed their own generators continue. Clears rewards and flags.
    #[pyo3(signature = (seed = None, mask = None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = integer)] seed: Option<u64>,
        mask: Option<Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let games = self.env.len();
        let mask = mask.map_or(Ok(vec![true; games]), |mask| input::mask(&mask, games))?;
        py.detach(|| self.env.reset_where(&mask, seed));
        self.publish(py)
    }

    /// Plays one action in every game: integers [N] of any type. If one is not legal, no game
    /// moves.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = Actions::new(actions, self.env.len())?;
        let mut mask = borrow(self.legal_action_mask.bind(py))?;
        let mut players = borrow(self.current_player.bind(py))?;
        let outcome = self.outcome(py)?; // before any game moves
        let (env, mask, players) = (&mut self.env, mask.as_array_mut(), players.as_slice_mut()?);
        let actions = actions.as_slice()?;
        py.detach(|| env.step(actions, mask, players)).map_err(step_error)?;
        self.publish_step(outcome)
    }

    /// A uniformly random legal action for each game, from the games' own generators: uint16 [N].
    fn sample_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        let env = &mut self.env;
        PyArray1::from_vec(py, py.detach(|| env.sample_actions()))
    }

    /// Plays `steps` uniformly random actions in every game without leaving Rust; returns how many
    /// games terminated and how many were truncated. Ctrl-C ends it early.
    fn play_random(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = integer)] steps: usize,
    ) -> PyResult<(u64, u64)> {
        let (env, mut tally) = (&mut self.env, (0, 0));
        let (mut left, most) = (steps, (UNCHECKED / env.len()).max(1));
        let mut checked = Ok(());
        while left > 0 && checked.is_ok() {
            let steps = left.min(most);
            let played = py.detach(|| env.play_random(steps));
            tally = (tally.0 + played.terminated, tally.1 + played.truncated);
            (left, checked) = (left - steps, py.check_signals());
        }
        self.publish(py)?;
        checked.map(|()| tally)
    }

    /// Writes and returns the observations of an encoding (docs/encoding.md): float32
    /// [N, 50, FEATURES], one feature more in encoding 2; always the same array.
    #[pyo3(signature = (encoding = 1))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        #[pyo3(from_py_with = integer)] encoding: u64,
    ) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let encoding = input::encoding(encoding)?;
        let shape = [self.env.len(), SQUARES, encoding.features()];
        let array = made(py, &mut self.observations[encoding as usize], shape)?;
        let mut writable = borrow(&array)?;
        let (env, out) = (&mut self.env, writable.as_array_mut());
        py.detach(|| env.observe(out));
        drop(writable);
        Ok(array)
    }

    /// Writes and returns pieces, chain and legal actions as bit planes: uint64 [PLANES, N], always
    /// the same array, without goals, plies left and rules. Bit s of a word is square s as the
    /// mover sees it: own squares, enemy squares, bits 0 to 3 of the index of the piece on each
    /// occupied square, squares landed on in this turn, the hopping piece, and the squares left by
    /// the legal actions in each of the four directions.
    fn observe_planes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let array = made(py, &mut self.planes, [PLANES, self.env.len()])?;
        let mut writable = borrow(&array)?;
        let (env, out) = (&mut self.env, writable.as_array_mut());
        py.detach(|| env.observe_planes(out));
        drop(writable);
        Ok(array)
    }

    /// The games that ended in the last step, ascending: int64 [E].
    fn final_games<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let games = self.env.finals().into_iter().map(|end| end.game as i64);
        PyArray1::from_iter(py, games)
    }

    /// The observations in which the games of `final_games` ended: float32 [E, 50, FEATURES].
    #[pyo3(signature = (encoding = 1))]
    fn final_observation<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = integer)] encoding: u64,
    ) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let features = input::encoding(encoding)?.features();
        let shape = [self.env.finals().len(), SQUARES, features];
        let array = zeros(py, shape)?;
        let mut writable = borrow(&array)?;
        let out = writable.as_array_mut();
        py.detach(|| self.env.observe_finals(out));
        drop(writable);
        Ok(array)
    }

    /// The positions in which the games of `final_games` ended.
    fn final_positions(&self) -> Vec<Position> {
        let finals = self.env.finals().into_iter();
        finals.map(|end| self.position_of(end.position)).collect()
    }

    /// Exact margins of the games that the rules ended in the last step: (game, least, most),
    /// White's view, found with at most `exact_nodes` nodes per side; Ctrl-C does not end the
    /// count.
    #[pyo3(signature = (exact_nodes = 1_000_000))]
    fn finish_points(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = integer)] exact_nodes: u64,
    ) -> Vec<(usize, i32, i32)> {
        let margins = py.detach(|| self.env.final_margins(exact_nodes));
        let bounds = |(game, margin): (usize, salta_core::Margin)| {
            let (lo, hi) = margin.bounds();
            (game, lo, hi)
        };
        margins.into_iter().map(bounds).collect()
    }

    /// The position of one game.
    fn position(&self, #[pyo3(from_py_with = integer)] game: usize) -> PyResult<Position> {
        self.check_game(game)?;
        Ok(self.position_of(self.env.position(game)))
    }

    /// Sets the position of one game, from which it continues. Rewards and flags stay those of the
    /// last step.
    fn place(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = integer)] game: usize,
        position: &Position,
    ) -> PyResult<()> {
        self.check_game(game)?;
        if self.variant != position.variant {
            return Err(refused("the position is of another variant"));
        }
        self.env.place(game, &position.position).map_err(refused)?;
        borrow(self.current_player.bind(py))?.as_slice_mut()?[game] =
            position.position.to_move().index() as u8;
        let mut masks = borrow(self.legal_action_mask.bind(py))?;
        let (mut masks, mover) = (masks.as_array_mut(), position.position.to_move());
        masks.row_mut(game).fill(false);
        self.env.mask(game).actions(mover).for_each(|action| masks[[game, action.index()]] = true);
        Ok(())
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((Variant, usize), Bound<'py, PyDict>)> {
        let EnvConfig { max_plies, reward_scale, opening_plies, first_game } = self.config;
        let options = [
            ("max_plies", max_plies.into_pyobject(py)?),
            ("reward_scale", reward_scale.into_pyobject(py)?.into_any()),
            ("opening_plies", opening_plies.into_pyobject(py)?.into_any()),
            ("first_game", first_game.into_pyobject(py)?.into_any()),
            ("threads", self.threads.into_pyobject(py)?.into_any()),
        ];
        Ok(((self.variant(), self.env.len()), options.into_py_dict(py)?))
    }

    fn __getstate__<'py>(this: &Bound<'py, Self>) -> PyResult<(Pickled, Attributes<'py>)> {
        let Snapshot { games, step } = this.try_borrow()?.env.snapshot();
        let games = games.iter().map(|(position, random)| (words(position), *random));
        let finals = step
            .finals
            .iter()
            .map(|end| (end.game, words(&end.position), end.truncated, step.rewards[end.game]));
        Ok(((games.collect(), finals.collect()), this.getattr_opt("__dict__")?))
    }

    fn __setstate__(this: &Bound<'_, Self>, state: (Pickled, Attributes<'_>)) -> PyResult<()> {
        restore_attributes(this, state.1)?;
        this.try_borrow_mut()?.restore(this.py(), state.0)
    }

    /// Number of games N.
    #[getter]
    fn num_envs(&self) -> usize {
        self.env.len()
    }

    /// The variant played.
    #[getter]
    fn variant(&self) -> Variant {
        Variant { rules: Arc::clone(&self.variant) }
    }
}

/// The attributes of an instance of a subclass written in Python.
pub(crate) type Attributes<'py> = Option<Bound<'py, PyAny>>;

pub(crate) fn restore_attributes(object: &Bound<'_, PyAny>, kept: Attributes<'_>) -> PyResult<()> {
    let Some(kept) = kept else { return Ok(()) };
    object.getattr("__dict__")?.call_method1("update", (kept,)).map(drop)
}

impl BatchEnv {
    fn restore(&mut self, py: Python<'_>, (games, finals): Pickled) -> PyResult<()> {
        let count = self.env.len();
        if games.len() != count || finals.iter().any(|(game, ..)| *game >= count) {
            return Err(refused("the pickle is of another batch"));
        }
        let mut step = Step::default();
        step.clear(count);
        for (game, position, truncated, reward) in finals {
            let position = from_words(&self.variant, position);
            step.record(FinalState { game, position, truncated }, reward);
        }
        let games = games.into_iter().map(|(at, random)| (from_words(&self.variant, at), random));
        let snapshot = Snapshot { games: games.collect(), step };
        self.env.restore(&snapshot).map_err(refused)?;
        self.publish(py)
    }

    fn position_of(&self, position: salta_core::Position) -> Position {
        Position { variant: Arc::clone(&self.variant), position }
    }

    fn check_game(&self, game: usize) -> PyResult<()> {
        if game < self.env.len() {
            return Ok(());
        }
        Err(refused(format!("game {game}: games are 0 to {}", self.env.len() - 1)))
    }

    /// Writes masks, players to move, and the rewards and flags of the last step into Python's
    /// arrays.
    fn publish(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut mask = borrow(self.legal_action_mask.bind(py))?;
        let mut players = borrow(self.current_player.bind(py))?;
        let (env, mask, players) = (&mut self.env, mask.as_array_mut(), players.as_slice_mut()?);
        py.detach(|| env.write(mask, players));
        self.publish_step(self.outcome(py)?)
    }

    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Outcome<'py>> {
        let rewards = borrow(self.rewards.bind(py))?;
        Ok((rewards, borrow(self.terminated.bind(py))?, borrow(self.truncated.bind(py))?))
    }

    /// Writes rewards and flags of the last step into Python's arrays.
    fn publish_step(&self, outcome: Outcome<'_>) -> PyResult<()> {
        let (mut rewards, mut terminated, mut truncated) = outcome;
        let rewards = rewards.as_slice_mut()?.as_chunks_mut().0;
        let (terminated, truncated) = (terminated.as_slice_mut()?, truncated.as_slice_mut()?);
        for (first, step) in self.env.last_steps() {
            let games = first..first + step.rewards.len();
            for (pair, reward) in rewards[games.clone()].iter_mut().zip(&step.rewards) {
                *pair = [*reward, 0.0 - reward]; // never -0.0
            }
            terminated[games.clone()].copy_from_slice(&step.terminated);
            truncated[games].copy_from_slice(&step.truncated);
        }
        Ok(())
    }
}

/// A new array of Python's; without memory for it, a `MemoryError`.
pub(crate) fn zeros<'py, T: Element, D: Dimension, const N: usize>(
    py: Python<'py>,
    shape: [usize; N],
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    let made = py.import("numpy")?.call_method1("zeros", (shape, T::get_dtype(py)))?;
    Ok(made.cast_into()?)
}

/// The array in a slot, made on first use.
fn made<'py, T: Element, D: Dimension, const N: usize>(
    py: Python<'py>,
    slot: &mut Option<Py<PyArray<T, D>>>,
    shape: [usize; N],
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    let array = slot.take().map_or_else(|| zeros(py, shape), |made| Ok(made.into_bound(py)))?;
    *slot = Some(array.clone().unbind());
    Ok(array)
}

/// Borrows one of Python's arrays for writing; fails while another thread is writing to it.
pub(crate) fn borrow<'py, T: Element, D: Dimension>(
    array: &Bound<'py, PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array.try_readwrite().map_err(refused)
}

fn step_error(error: StepError) -> PyErr {
    match error {
        StepError::Illegal { .. } => illegal(error),
        StepError::Count { .. } => refused(error),
    }
}

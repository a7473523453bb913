//! The batched environment over arrays that Python owns and Rust writes into.

use std::sync::Arc;

use numpy::ndarray::Ix3;
use numpy::{
    AllowTypeChange, PyArray, PyArray1, PyArray2, PyArray3, PyArrayLike1, PyArrayMethods,
    PyReadwriteArray,
};
use pyo3::prelude::*;
use salta_core::{ACTIONS, SQUARES};
use salta_env::{EnvConfig, FEATURES, FinalState, PLANES, StepError};

use crate::error::{illegal, refused};
use crate::position::Position;
use crate::variant::Variant;

/// N games stepped together; a game that ends starts anew in the same step.
///
/// The arrays are always the same objects, rewritten by each step: copy what you keep.
#[pyclass(module = "salta._native", subclass)]
pub(crate) struct BatchEnv {
    /// On the heap, since Python aligns its objects to fewer bytes than a batch needs.
    env: Box<salta_env::BatchEnv>,
    variant: Arc<salta_core::Variant>,
    observation: Option<Py<PyArray3<f32>>>,
    planes: Option<Py<PyArray2<u64>>>,
    mask: Py<PyArray2<bool>>,
    rewards: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    players: Py<PyArray1<u8>>,
    /// The games that ended in the last step.
    finals: Vec<FinalState>,
}

#[pymethods]
impl BatchEnv {
    #[new]
    #[pyo3(signature = (
        variant, num_envs, *, seed = 0, max_plies = None, reward_scale = 1.0, opening_plies = 0,
        first_game = 0,
    ))]
    fn new(
        py: Python<'_>,
        variant: &Variant,
        num_envs: usize,
        seed: u64,
        max_plies: Option<u32>,
        reward_scale: f32,
        opening_plies: u32,
        first_game: u64,
    ) -> PyResult<BatchEnv> {
        let rules = variant.rules.rules();
        if rules.move_limit == 0 && max_plies.is_none() {
            let name = &rules.name;
            return Err(refused(format!("`{name}` has no move limit, so max_plies must be given")));
        }
        if max_plies == Some(0) {
            return Err(refused("max_plies must be at least 1"));
        }
        if num_envs == 0 {
            return Err(refused("num_envs must be at least 1"));
        }
        let config = EnvConfig { max_plies, reward_scale, opening_plies, first_game };
        let variant = Arc::clone(&variant.rules);
        let batch = salta_env::BatchEnv::new(Arc::clone(&variant), num_envs, config, seed);
        let mut env = BatchEnv {
            env: Box::new(batch),
            variant,
            observation: None,
            planes: None,
            mask: PyArray2::zeros(py, [num_envs, ACTIONS], false).unbind(),
            rewards: PyArray2::zeros(py, [num_envs, 2], false).unbind(),
            terminated: PyArray1::zeros(py, num_envs, false).unbind(),
            truncated: PyArray1::zeros(py, num_envs, false).unbind(),
            players: PyArray1::zeros(py, num_envs, false).unbind(),
            finals: Vec::new(),
        };
        env.publish(py)?;
        Ok(env)
    }

    /// Starts every game anew, with generators made from `seed`.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.finals.clear();
        py.detach(|| self.env.reset(seed));
        self.publish(py)
    }

    /// Plays one action in every game: integers [N]. If one is not legal, no game moves.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyArrayLike1<'_, u16, AllowTypeChange>,
    ) -> PyResult<()> {
        let actions = actions.as_slice()?;
        let (env, finals) = (&mut self.env, &mut self.finals);
        let ends: Vec<(usize, f32)> = py
            .detach(|| {
                let step = env.step(actions)?;
                finals.clone_from(&step.finals);
                Ok(step.finals.iter().map(|end| (end.game, step.rewards[end.game])).collect())
            })
            .map_err(step_error)?;
        self.publish(py)?;
        self.publish_ends(py, &ends)
    }

    /// A uniformly random legal action for each game, from the games' own generators: uint16 [N].
    fn sample_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        let env = &mut self.env;
        PyArray1::from_vec(py, py.detach(|| env.sample_actions()))
    }

    /// Plays so many uniformly random actions in every game without leaving Rust; returns how many
    /// games terminated and how many were truncated.
    fn play_random(&mut self, py: Python<'_>, steps: usize) -> PyResult<(u64, u64)> {
        let env = &mut self.env;
        let tally = py.detach(|| env.play_random(steps));
        self.finals.clear();
        self.publish(py)?;
        Ok((tally.terminated, tally.truncated))
    }

    /// Writes and returns the observations: float32 [N, 50, FEATURES], always the same array.
    fn observe<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let shape = [self.env.len(), SQUARES, FEATURES];
        let new = || PyArray3::zeros(py, shape, false).unbind();
        let array = self.observation.get_or_insert_with(new).bind(py).clone();
        let mut writable = borrow(&array)?;
        let (env, out) = (&self.env, writable.as_array_mut());
        py.detach(|| env.observe(out));
        drop(writable);
        Ok(array)
    }

    /// Writes and returns the observations as bit planes: uint64 [PLANES, N], always the same array.
    /// Bit s of a word is square s as the mover sees it: own squares, enemy squares, bits 0 to 3 of
    /// the index of the piece on each occupied square, squares landed on in this turn, the hopping
    /// piece, and the squares left by the legal actions in each of the four directions.
    fn observe_planes<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let shape = [PLANES, self.env.len()];
        let new = || PyArray2::zeros(py, shape, false).unbind();
        let array = self.planes.get_or_insert_with(new).bind(py).clone();
        let mut writable = borrow(&array)?;
        let (env, out) = (&self.env, writable.as_array_mut());
        py.detach(|| env.observe_planes(out));
        drop(writable);
        Ok(array)
    }

    /// The games that ended in the last step, ascending: int64 [E].
    fn final_games<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let games = self.finals.iter().map(|end| end.game as i64);
        PyArray1::from_iter(py, games)
    }

    /// The observations in which the games of `final_games` ended: float32 [E, 50, FEATURES].
    fn final_observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let shape = [self.finals.len(), SQUARES, FEATURES];
        let array = PyArray3::zeros(py, shape, false);
        self.env.observe_finals(borrow(&array)?.as_array_mut());
        Ok(array)
    }

    /// The positions in which the games of `final_games` ended.
    fn final_positions(&self) -> Vec<Position> {
        let finals = self.finals.iter();
        finals.map(|end| self.position_of(end.position)).collect()
    }

    /// Exact margins of the games that the rules ended in the last step: (game, least, most), White's
    /// view, found with at most `nodes` nodes a side.
    #[pyo3(signature = (nodes = 1_000_000))]
    fn finish_points(&self, py: Python<'_>, nodes: u64) -> Vec<(usize, i32, i32)> {
        let margins = py.detach(|| self.env.final_margins(nodes));
        let bounds = |(game, margin): (usize, salta_core::Margin)| {
            let (lo, hi) = margin.bounds();
            (game, lo, hi)
        };
        margins.into_iter().map(bounds).collect()
    }

    /// The position of one game.
    fn position(&self, game: usize) -> PyResult<Position> {
        self.check_game(game)?;
        Ok(self.position_of(self.env.position(game)))
    }

    /// Puts one game into a position, from which it is played on.
    fn place(&mut self, py: Python<'_>, game: usize, position: &Position) -> PyResult<()> {
        self.check_game(game)?;
        if self.variant != position.variant {
            return Err(refused("the position is of another variant"));
        }
        self.env.place(game, &position.position).map_err(refused)?;
        self.publish(py)
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

    /// Whether each action is legal: bool [N, 201], rewritten by each step.
    #[getter]
    fn legal_action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        self.mask.bind(py).clone()
    }

    /// Rewards of player 0 and player 1: float32 [N, 2], rewritten by each step.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.rewards.bind(py).clone()
    }

    /// Whether the rules ended the game in the last step: bool [N], rewritten by each step.
    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.terminated.bind(py).clone()
    }

    /// Whether the game was cut off at max_plies: bool [N], rewritten by each step.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.truncated.bind(py).clone()
    }

    /// Who is to move, 0 White, 1 Black: uint8 [N], rewritten by each step.
    #[getter]
    fn current_player<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.players.bind(py).clone()
    }
}

impl BatchEnv {
    fn position_of(&self, position: salta_core::Position) -> Position {
        Position { variant: Arc::clone(&self.variant), position }
    }

    fn check_game(&self, game: usize) -> PyResult<()> {
        if game < self.env.len() {
            return Ok(());
        }
        Err(refused(format!("game {game}: games are 0 to {}", self.env.len() - 1)))
    }

    /// Writes masks and players into Python's arrays, and that no game has ended.
    fn publish(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut mask = borrow(self.mask.bind(py))?;
        let mut players = borrow(self.players.bind(py))?;
        let (env, mask, players) = (&self.env, mask.as_array_mut(), players.as_slice_mut()?);
        py.detach(|| {
            env.write_masks(mask);
            players.iter_mut().zip(env.players()).for_each(|(slot, player)| *slot = player as u8);
        });
        borrow(self.rewards.bind(py))?.as_slice_mut()?.fill(0.0);
        borrow(self.terminated.bind(py))?.as_slice_mut()?.fill(false);
        borrow(self.truncated.bind(py))?.as_slice_mut()?.fill(false);
        Ok(())
    }

    /// Writes the games that ended, each with White's reward, into Python's arrays.
    fn publish_ends(&mut self, py: Python<'_>, ends: &[(usize, f32)]) -> PyResult<()> {
        let mut rewards = borrow(self.rewards.bind(py))?;
        let mut terminated = borrow(self.terminated.bind(py))?;
        let mut truncated = borrow(self.truncated.bind(py))?;
        let (rewards, terminated, truncated) =
            (rewards.as_slice_mut()?, terminated.as_slice_mut()?, truncated.as_slice_mut()?);
        for ((game, reward), end) in ends.iter().zip(&self.finals) {
            rewards[2 * game..2 * game + 2].copy_from_slice(&[*reward, -reward]);
            terminated[*game] = !end.truncated;
            truncated[*game] = end.truncated;
        }
        Ok(())
    }
}

/// Borrows an array of Python's for writing; refused while another thread writes it.
fn borrow<'py, T: numpy::Element, D: numpy::ndarray::Dimension>(
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

/// Observations have three dimensions: game, square, feature.
pub(crate) type Observations = numpy::ndarray::Array<f32, Ix3>;

//! Reviews of games, studies of variants, and the Salta-Solo puzzle.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use salta_analysis::Game;
use salta_core::{NodeBudget, Side};
use salta_run::{Display, pool};
use salta_study::{Judge, Plan, run_study};

use crate::config::{keys, overrides};
use crate::error::{illegal, refused};
use crate::input::integer;
use crate::interrupt::interruptible;
use crate::json::to_python;
use crate::objects::Position;
use crate::position::side;
use crate::threads::check_number;

/// The shortest way home of a player (by default White) alone on the board, found within
/// `exact_nodes` nodes, or the best one found: its `moves`, the `bounds` of their least number,
/// whether that is `proven`, and the `nodes` searched. Ctrl-C does not end the search.
#[pyfunction]
#[pyo3(signature = (position, player = Side::White, exact_nodes = 1_000_000))]
pub(crate) fn solo<'py>(
    py: Python<'py>,
    position: &Position,
    #[pyo3(from_py_with = side)] player: Side,
    #[pyo3(from_py_with = integer)] exact_nodes: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let variant = &position.variant;
    let found = py.detach(|| variant.solve(&position.position, player, exact_nodes));
    let moves: Vec<String> = found.path.iter().map(|mv| variant.move_text(*mv)).collect();
    let (bounds, proven) = ((found.solo.lo, found.solo.hi), found.solo.proven().is_some());
    let solution = py.import("salta._solution")?.getattr("Solution")?;
    solution.call1((moves, bounds, proven, found.nodes))
}

/// Reviews a game ply by ply and returns the points that each ply lost, the turning points and
/// more, as `salta review --json` does. `player` is the engine that judges: `alphabeta@2` or
/// `alphabeta@3` with `:nodes=N` or `:depth=N`, `checkpoint:PATH:sims=N`, `onnx:FILE:sims=N` or
/// `perfect:TABLE`.
#[pyfunction]
#[pyo3(signature = (start, moves, *, player = "alphabeta@2:nodes=100000", exact_nodes = 1_000_000))]
pub(crate) fn review<'py>(
    py: Python<'py>,
    start: &Position,
    moves: Vec<String>,
    player: &str,
    #[pyo3(from_py_with = integer)] exact_nodes: u64,
) -> PyResult<Bound<'py, PyAny>> {
    start.check_between_turns()?;
    let player = player.parse().map_err(refused)?;
    let judge = py.detach(|| Judge::load(&player)).map_err(refused)?;
    let variant = (*start.variant).clone();
    let moves = moves.iter().map(|text| variant.parse_move(text).map_err(refused));
    let moves = moves.collect::<PyResult<_>>()?;
    let game = Game::new(variant, start.position, moves).map_err(illegal)?;
    let work = |display: &Display| {
        let exact_nodes = NodeBudget(exact_nodes);
        pool(0)?.install(|| salta_study::review(&judge, &game, Vec::new(), exact_nodes, display))
    };
    to_python(py, &interruptible(py, work, || Ok(()))?)
}

/// Runs the study that a config describes (docs/walkthroughs/study.md; its path or its keys as a
/// dictionary) and returns its findings. Tables, plots and games are written to `out`; finished
/// games found there are not played again. `sets` overrides keys, as in `{"games.pairs": 50}`.
#[pyfunction]
#[pyo3(signature = (config, out, *, sets = None, threads = 0))]
pub(crate) fn study<'py>(
    py: Python<'py>,
    config: &Bound<'py, PyAny>,
    out: PathBuf,
    sets: Option<Bound<'py, PyDict>>,
    #[pyo3(from_py_with = integer)] threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    check_number(threads)?;
    let sets = overrides(sets)?;
    let plan = match config.extract::<PathBuf>() {
        Ok(path) => Plan::load(&path, &sets),
        Err(_) => Plan::of_values(&keys(config)?.into(), &sets),
    };
    let plan = plan.map_err(refused)?;
    let work = |display: &Display| run_study(&plan, threads, &out, display);
    to_python(py, &interruptible(py, work, || Ok(()))?)
}

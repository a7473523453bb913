//! Searches side by side, evaluated by any callable in one batch a round.

use std::sync::Arc;

use numpy::ndarray::{Array2, Ix1, Ix2};
use numpy::{PyArray1, ToPyArray};
use pyo3::exceptions::PyDeprecationWarning;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use salta_core::{ACTIONS, SQUARES};
use salta_env::{Encoding, generator};
use salta_game::{SaltaGame, Utility};
use salta_search::{MoverValue, Report, Search, SearchConfig};

use crate::env::Observations;
use crate::error::refused;
use crate::input::{encoding, floats, integer};
use crate::json::from_python;
use crate::objects::Position;

/// Searches positions of one variant and returns a dictionary for each.
///
/// `evaluator(observation, legal_action_mask)` gets float32 [B, 50, FEATURES] and bool [B, 201] and
/// returns policy logits [B, 201] and values [B] in [-1, 1] for the player to move. It is called once
/// for each round of leaves, one leaf a search. Observations are of the encoding that the evaluator
/// names in an attribute `encoding`, as a `salta.network.Network` does, or else of encoding 1. `config` holds keys of a training config's
/// `[selfplay.search]`; `utility` those of `[selfplay.utility]`; `leaf_exact_nodes` (200) is the
/// node budget, for each side, of the exact count at finished leaves.
#[pyfunction]
#[pyo3(signature = (
    positions, evaluator, *, simulations = 64, seed = 0, config = None, utility = None,
    leaf_exact_nodes = None, leaf_nodes = None,
))]
pub(crate) fn search<'py>(
    py: Python<'py>,
    positions: Vec<PyRef<'py, Position>>,
    evaluator: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = integer)] simulations: u32,
    #[pyo3(from_py_with = integer)] seed: u64,
    config: Option<Bound<'py, PyAny>>,
    utility: Option<Bound<'py, PyAny>>,
    #[pyo3(from_py_with = integer)] leaf_exact_nodes: Option<u64>,
    #[pyo3(from_py_with = integer)] leaf_nodes: Option<u64>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    if leaf_nodes.is_some() {
        let note = c"`leaf_nodes` is called `leaf_exact_nodes` now";
        PyErr::warn(py, &py.get_type::<PyDeprecationWarning>(), note, 1)?;
    }
    let Some(first) = positions.first() else { return Ok(Vec::new()) };
    if positions.iter().any(|position| position.variant != first.variant) {
        return Err(refused("all positions of a search are of one variant"));
    }
    let config = config.as_ref().map_or(Ok(SearchConfig::default()), from_python)?;
    let utility = utility.as_ref().map_or(Ok(Utility::default()), from_python)?;
    if !utility.is_valid() {
        return Err(refused("utility: win_weight is from 0 to 1, margin_scale is positive"));
    }
    let config = SearchConfig { simulations, ..config };
    let exact_nodes = leaf_exact_nodes.or(leaf_nodes).unwrap_or(200);
    let game = SaltaGame::new(Arc::clone(&first.variant), utility, exact_nodes);
    let named = evaluator.getattr_opt("encoding")?;
    let encoding = named.map_or(Ok(Encoding::V1), |named| encoding(integer(&named)?))?;
    let mut table = Table::new(game, encoding, &positions, config, seed)?;
    while py.detach(|| table.gather()) {
        let evaluated = evaluator.call1((table.observations.to_pyarray(py), table.mask(py)))?;
        table.absorb(evaluated.extract()?)?;
    }
    table.searches.iter().map(|search| report(py, search.report().map_err(refused)?)).collect()
}

/// Values are from −1 to 1, and may pass them by what half precision rounds away.
const LARGEST_VALUE: f32 = 1.001;

/// Searches and the leaves that they wait for.
struct Table {
    game: SaltaGame,
    encoding: Encoding,
    searches: Vec<Search<SaltaGame>>,
    /// The searches that wait, and their leaves.
    waiting: Vec<(usize, salta_core::Position)>,
    observations: Observations, // [B, 50, F]
}

impl Table {
    fn new(
        game: SaltaGame,
        encoding: Encoding,
        positions: &[PyRef<'_, Position>],
        config: SearchConfig,
        seed: u64,
    ) -> PyResult<Table> {
        let start = |(number, position): (usize, &PyRef<'_, Position>)| {
            let mut random = generator(seed, "python search", number as u64);
            Search::new(&game, position.position, config, &mut random).map_err(refused)
        };
        let searches = positions.iter().enumerate().map(start).collect::<PyResult<_>>()?;
        let observations = Observations::zeros((0, SQUARES, encoding.features()));
        Ok(Table { game, encoding, searches, waiting: Vec::new(), observations })
    }

    /// Collects a leaf from every search that is not done, and whether there is any.
    fn gather(&mut self) -> bool {
        self.waiting.clear();
        for (number, search) in self.searches.iter_mut().enumerate() {
            self.waiting.extend(search.gather(&self.game).map(|leaf| (number, *leaf)));
        }
        let shape = (self.waiting.len(), SQUARES, self.encoding.features());
        self.observations = Observations::zeros(shape);
        for ((_, leaf), mut seen) in self.waiting.iter().zip(self.observations.outer_iter_mut()) {
            let out = seen.as_slice_mut().expect("a new array");
            self.encoding.encode(self.game.variant(), leaf, out);
        }
        !self.waiting.is_empty()
    }

    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, numpy::PyArray2<bool>> {
        let mut mask = Array2::from_elem((self.waiting.len(), ACTIONS), false);
        for ((_, leaf), mut row) in self.waiting.iter().zip(mask.outer_iter_mut()) {
            for action in self.game.variant().legal(leaf).actions(leaf.to_move()) {
                row[action.index()] = true;
            }
        }
        mask.to_pyarray(py)
    }

    /// Takes the evaluator's logits and values.
    fn absorb(&mut self, evaluated: (Bound<'_, PyAny>, Bound<'_, PyAny>)) -> PyResult<()> {
        let batch = self.waiting.len();
        let logits = floats::<Ix2>(&evaluated.0, "logits", &[batch, ACTIONS])?;
        let values = floats::<Ix1>(&evaluated.1, "values", &[batch])?;
        let (logits, values) = (logits.as_array(), values.as_array());
        for (row, (number, _)) in self.waiting.iter().enumerate() {
            let (logits, value) = (logits.row(row).to_vec(), values[row]);
            if value.abs() > LARGEST_VALUE {
                return Err(refused(format!(
                    "the evaluator's value of leaf {row} is {value}; values are from -1 to 1"
                )));
            }
            let absorbed = self.searches[*number].absorb_for_mover(&logits, MoverValue(value));
            absorbed.map_err(|error| refused(format!("the evaluator's leaf {row}: {error}")))?;
        }
        Ok(())
    }
}

/// What a search found, as a dictionary of arrays over the legal actions.
fn report(py: Python<'_>, report: Report) -> PyResult<Bound<'_, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("action", report.chosen)?;
    found.set_item("value", report.search_value_for_mover().0)?;
    found.set_item("network_value", report.network_value_for_mover().0)?;
    found.set_item("principal_variation", report.principal_variation)?;
    let q: Vec<f32> = report.q.iter().map(|q| q.0).collect();
    found.set_item("actions", PyArray1::from_vec(py, report.actions))?;
    found.set_item("visits", PyArray1::from_vec(py, report.visits))?;
    found.set_item("q", PyArray1::from_vec(py, q))?;
    found.set_item("prior", PyArray1::from_vec(py, report.prior))?;
    found.set_item("policy", PyArray1::from_vec(py, report.policy))?;
    Ok(found)
}

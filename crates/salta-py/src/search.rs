//! Parallel searches on all cores; any callable evaluates the leaves of each round in one batch.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use salta_core::NodeBudget;
use salta_env::{Encoding, Evaluations, generator};
use salta_game::{SaltaGame, Utility};
use salta_players::MAX_SIMULATIONS;
use salta_search::{GumbelConfig, Report, Search, SearchConfig};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::refused;
use crate::evaluations::{evaluations, of_leaf};
use crate::input::{encoding, integer};
use crate::json::from_python;
use crate::leaves::{LeafArrays, Places, Seen};
use crate::objects::Position;
use crate::threads::{side_by_side, stay_awake};

/// Searches positions of one variant and returns a dictionary for each.
///
/// `actions` (uint16) lists the legal actions, ascending; `visits` (uint32), `q`, `prior` and
/// `policy` (float32) have one entry for each of them. `action` is the choice, `value` and
/// `network_value` are for the player to move, `principal_variation` is a list of actions.
///
/// `evaluator(observation, legal_action_mask)` gets float32 [B, 50, FEATURES] and bool [B, 201] and
/// returns policy logits [B, 201] and values for the player to move: [B] (not [B, 1]) in [-1, 1],
/// or probabilities of win, draw and loss [B, 3], and then margins [B] in points, which may be
/// missing if the utility's `win_weight` is 1. It is called once per round, with one leaf per
/// search; the arrays are rewritten for the next round.
/// `leaves` raises that to up to `leaves` per search, for few positions: while a leaf waits,
/// simulations then avoid its line and have slightly less information. `observations="planes"`
/// passes uint64 [B, PLANES] instead.
///
/// The evaluator may have attributes, as a `Network` does: `encoding`, the version of the encoding
/// it reads, by default 1 on the full board and 2 on smaller ones; `search`, `utility`, `exact_ends` and `leaf_exact_nodes`, the settings it plays with.
/// Arguments given here take precedence, and `simulations` is 64 unless given here. `config` holds
/// keys of a training config's `[selfplay.search]`, `utility` those of `[selfplay.utility]`;
/// `leaf_exact_nodes` is the node budget, for each side, of the exact count at finished leaves.
/// `seed` decides the noise: calls with the same seed have the same.
#[pyfunction]
#[pyo3(signature = (
    positions, evaluator, *, simulations = None, seed = 0, config = None, utility = None,
    exact_ends = None, leaf_exact_nodes = None, leaves = 1,
    observations = "features",
))]
pub(crate) fn search<'py>(
    py: Python<'py>,
    positions: Vec<PyRef<'py, Position>>,
    evaluator: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = integer)] simulations: Option<u32>,
    #[pyo3(from_py_with = integer)] seed: u64,
    config: Option<Bound<'py, PyAny>>,
    utility: Option<Bound<'py, PyAny>>,
    exact_ends: Option<bool>,
    #[pyo3(from_py_with = integer)] leaf_exact_nodes: Option<u64>,
    #[pyo3(from_py_with = integer)] leaves: usize,
    observations: &str,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let Some(first) = positions.first() else { return Ok(Vec::new()) };
    if positions.iter().any(|position| position.variant != first.variant) {
        return Err(refused("all positions of a search are of one variant"));
    }
    if !(1..=1024).contains(&leaves) {
        return Err(refused(format!("leaves is from 1 to 1024, not {leaves}")));
    }
    // A method of that name is not a setting.
    let own = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
        Ok(evaluator.getattr_opt(name)?.filter(|own| !own.is_callable()))
    };
    let config = search_config(own("search")?, config, simulations)?;
    let utility = utility.or(own("utility")?);
    let utility = utility.map_or(Ok(Utility::default()), |u| settings("utility", &u))?;
    if !utility.is_valid() {
        return Err(refused(format!("utility: {}", Utility::RANGES)));
    }
    let exact_ends = match (exact_ends, own("exact_ends")?) {
        (Some(given), _) => given,
        (None, own) => own.map_or(Ok(false), |own| own.extract())?,
    };
    let exact_nodes = match (leaf_exact_nodes, own("leaf_exact_nodes")?) {
        (Some(given), _) => given,
        (None, own) => own.map_or(Ok(200), |own| integer(&own))?,
    };
    let board = first.variant.board();
    let usual = || Ok(Encoding::of_board(board));
    let encoding = own("encoding")?.map_or_else(usual, |own| encoding(integer(&own)?))?;
    encoding.check(board).map_err(refused)?;
    let game = SaltaGame::new(Arc::clone(&first.variant), utility, NodeBudget(exact_nodes))
        .with_exact_ends(exact_ends);
    let mut searches = Searches::new(&game, &positions, config, seed)?;
    let arrays = LeafArrays::new(py, Seen::of(observations, encoding)?, positions.len() * leaves)?;
    let mut evaluated: Option<Evaluations> = None;
    let mut seen = arrays.first(py, 0)?;
    loop {
        py.check_signals()?; // an evaluator written in Rust does not check for Ctrl-C
        let before = evaluated.as_ref();
        let rows = arrays.write(py, |places| searches.advance(before, leaves, places))?;
        let rows = rows.map_err(refused)?;
        if rows == 0 {
            break;
        }
        if seen.rows != rows {
            seen = arrays.first(py, rows)?;
        }
        let said = evaluator.call1((&seen.observation, &seen.legal_action_mask))?;
        evaluated = Some(said_of(rows, &said, utility)?);
    }
    searches.all().map(|search| report(py, search.report().map_err(refused)?)).collect()
}

/// What an evaluator said of `rows` positions: logits, then values, margins or both.
fn said_of(rows: usize, said: &Bound<'_, PyAny>, utility: Utility) -> PyResult<Evaluations> {
    let found = said.get_type();
    let said = said
        .try_iter()
        .map_err(|_| refused(format!("an evaluator returns logits and values, not {found}")))?;
    let said: Vec<Bound<'_, PyAny>> = said.collect::<PyResult<_>>()?;
    let [logits, values @ ..] = said.as_slice() else {
        return Err(refused("an evaluator returns logits and values"));
    };
    if values.len() > 2 {
        return Err(refused("an evaluator returns logits, values and margins, no more"));
    }
    evaluations(rows, logits, values.first(), values.get(1), utility)
}

fn settings<T: DeserializeOwned>(name: &str, given: &Bound<'_, PyAny>) -> PyResult<T> {
    let value: Value = from_python(given)?;
    if !value.is_object() {
        return Err(refused(format!("`{name}` is a dictionary, not {value}")));
    }
    check_keys(name, &value)?;
    serde_json::from_value(value).map_err(|error| refused(format!("`{name}`: {error}")))
}

/// Refuses lists, which would be read as the values of all keys in order.
fn check_keys(name: &str, value: &Value) -> PyResult<()> {
    let Value::Object(keys) = value else { return Ok(()) };
    keys.iter().try_for_each(|(key, value)| match value {
        Value::Array(_) => Err(refused(format!("`{name}`: `{key}` is not a list"))),
        value => check_keys(name, value),
    })
}

/// The evaluator's settings, without noise, overridden by those that are given.
fn search_config(
    own: Option<Bound<'_, PyAny>>,
    given: Option<Bound<'_, PyAny>>,
    simulations: Option<u32>,
) -> PyResult<SearchConfig> {
    let own = own.map(|own| settings::<SearchConfig>("search", &own)).transpose()?;
    let base = own.map(|own| SearchConfig { reuse_nodes: 0, ..own.without_noise() });
    let given: Map<String, Value> = given.map_or(Ok(Map::new()), |given| from_python(&given))?;
    check_keys("config", &Value::Object(given.clone()))?;
    if given.get("reuse_nodes").is_some_and(|nodes| *nodes != 0) {
        return Err(refused(
            "`reuse_nodes`: there is no tree of an earlier search here; salta.SelfPlay and players \
             keep theirs",
        ));
    }
    // Keys that are not given keep the evaluator's values, except `simulations`.
    let simulations = simulations.map(Value::from).or(given.get("simulations").cloned());
    let mut config = serde_json::to_value(base.unwrap_or_default()).map_err(refused)?;
    for (key, value) in given {
        match GumbelConfig::FORMERLY_FLAT.contains(&key.as_str()) {
            true => {
                // What is no table is refused below.
                if let Some(gumbel) = config["gumbel"].as_object_mut() {
                    gumbel.insert(key, value);
                }
            }
            false => merge(&mut config[key], value),
        }
    }
    config["simulations"] = simulations.unwrap_or(64.into());
    let config = serde_json::from_value::<SearchConfig>(config);
    let config = config.map_err(|error| refused(format!("`config`: {error}")))?;
    config.validate().map_err(refused)?;
    if config.simulations > MAX_SIMULATIONS {
        let (found, most) = (config.simulations, MAX_SIMULATIONS);
        return Err(refused(format!("simulations is at most {most}, not {found}")));
    }
    Ok(config)
}

/// Replaces a value with another; merges tables key by key.
fn merge(into: &mut Value, value: Value) {
    match (into, value) {
        (Value::Object(into), Value::Object(value)) => {
            value.into_iter().for_each(|(key, value)| merge(&mut into[&key], value));
        }
        (into, value) => *into = value,
    }
}

/// Searches and the leaves that they wait for, divided into one part per thread.
struct Searches {
    parts: Vec<Part>,
}

/// The searches of a thread, with its own cache of exact counts.
struct Part {
    game: SaltaGame,
    /// Each search with the number of its waiting leaves.
    searches: Vec<(Search<SaltaGame>, usize)>,
}

impl Searches {
    fn new(
        game: &SaltaGame,
        positions: &[PyRef<'_, Position>],
        config: SearchConfig,
        seed: u64,
    ) -> PyResult<Searches> {
        let start = |(number, position): (usize, &PyRef<'_, Position>)| {
            let mut random = generator(seed, "python search", number as u64);
            let search = Search::new(game, position.position, config, &mut random);
            Ok((search.map_err(refused)?, 0))
        };
        let mut searches =
            positions.iter().enumerate().map(start).collect::<PyResult<Vec<_>>>()?.into_iter();
        let size = positions.len().div_ceil(rayon::current_num_threads());
        let part =
            |_| Part { game: game.clone(), searches: searches.by_ref().take(size).collect() };
        Ok(Searches { parts: (0..positions.len().div_ceil(size)).map(part).collect() })
    }

    fn all(&self) -> impl Iterator<Item = &Search<SaltaGame>> {
        self.parts.iter().flat_map(|part| &part.searches).map(|(search, _)| search)
    }

    /// Passes the searches the evaluations of their leaves, if any, and gathers up to `leaves` new
    /// ones from each. Writes these into the first rows and returns their number.
    fn advance(
        &mut self,
        evaluated: Option<&Evaluations>,
        leaves: usize,
        mut places: Places<'_>,
    ) -> Result<usize, String> {
        let (mut jobs, mut rows) = (Vec::with_capacity(self.parts.len()), 0);
        for part in &mut self.parts {
            let first = rows;
            rows += part.waiting();
            jobs.push((part, first));
        }
        let advanced = side_by_side(jobs, |(part, row)| {
            part.absorb(evaluated, row)?;
            part.gather(leaves);
            Ok(())
        });
        advanced.into_iter().collect::<Result<(), String>>()?;
        // The first row of each part is known only now.
        let mut jobs = Vec::with_capacity(self.parts.len());
        for part in &mut self.parts {
            let own = places.take(part.waiting());
            jobs.push((part, own));
        }
        side_by_side(jobs, |(part, places)| part.write(places));
        stay_awake(self.parts.len() - 1); // the evaluator may be quick
        Ok(self.parts.iter().map(Part::waiting).sum())
    }
}

impl Part {
    /// Passes the searches the evaluations of their leaves, which begin at `row`.
    fn absorb(&mut self, evaluated: Option<&Evaluations>, mut row: usize) -> Result<(), String> {
        let Some(evaluated) = evaluated else { return Ok(()) };
        for (search, waiting) in &mut self.searches {
            for _ in 0..*waiting {
                let absorbed = self.game.absorb(search, evaluated, row);
                absorbed.map_err(|error| of_leaf(row, error))?;
                row += 1;
            }
        }
        Ok(())
    }

    /// Gathers up to `leaves` new leaves from each search.
    fn gather(&mut self, leaves: usize) {
        for (search, waiting) in &mut self.searches {
            search.gather_batch(&self.game, leaves);
            *waiting = search.waiting().count();
        }
    }

    fn waiting(&self) -> usize {
        self.searches.iter().map(|(_, waiting)| waiting).sum()
    }

    fn write(&self, mut places: Places<'_>) {
        let leaves = self.searches.iter().flat_map(|(search, _)| search.waiting());
        leaves.enumerate().for_each(|(row, leaf)| places.write(row, self.game.variant(), leaf));
    }
}

/// The result of a search as a dictionary, with arrays over the legal actions.
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

//! Matches between named players and players written in Python.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use salta_core::rules::NAMED;
use salta_run::play_match;
use salta_run::players::PlayerFactory;

use crate::error::refused;
use crate::input::integer;
use crate::interrupt::interruptible;
use crate::json::{from_keys, to_python};
use crate::objects::Variant;
use crate::outside_player::{Calls, OutsidePlayer};
use crate::threads::check_number;
use crate::variant::maybe_variant;

/// Plays a match in colour-swapped pairs and returns its result for the first player, as `salta
/// match --json` does.
///
/// A player is a name (`greedy`, `alphabeta@2:depth=3`, `checkpoint:runs/mine:sims=64`), a callable
/// that chooses for a `Position`, or an object with `choose(positions)`, which gets those of many
/// games at once. They choose a turn (`"f8-e7"`) or an action; within a chain of jumps the next
/// action is asked for. An exception that a player raises ends the match, with a note of the game
/// and the ply.
///
/// Callables and objects are called one at a time, unless they have a true attribute `concurrent`,
/// as `SearchPlayer` has. With several `threads` (0: one per core) groups of games call them in any
/// order, so one with a state or a random generator of its own needs `threads=1` to play the same
/// games again.
///
/// `variant` is a `Variant`, or its name or file. `options` are the keys of `[match]` in a
/// tournament's config: `seed`, `opening_plies` and so on; `max_plies` counts only in variants
/// without a move limit. With `out` results and
/// games are written there, and results found there are not played again if they are of the same
/// players: an object or a callable then needs an attribute `identity`, a text that says which.
#[pyfunction]
#[pyo3(signature = (player, opponent, *, pairs = 10, variant = None, threads = 0, out = None, **options))]
pub(crate) fn play<'py>(
    py: Python<'py>,
    player: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = integer)] pairs: u32,
    #[pyo3(from_py_with = maybe_variant)] variant: Option<Variant>,
    #[pyo3(from_py_with = integer)] threads: usize,
    out: Option<PathBuf>,
    options: Option<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    check_number(threads)?;
    let options = options.unwrap_or_else(|| PyDict::new(py));
    options.set_item("pairs", pairs)?;
    let config = from_keys(&options)?;
    let variant = variant.map_or_else(|| Variant::named(NAMED[0]), Ok)?.rules;
    let calls = Arc::<Calls>::default();
    let load = |player, number| factory(player, number, out.is_some(), &calls);
    let [a, b] = [load(player, 1)?, load(opponent, 2)?];
    let played = interruptible(
        py,
        |display| play_match(variant.rules(), [&a, &b], &config, threads, out.as_deref(), display),
        || Ok(()),
    );
    let raised = calls.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    let played = match raised {
        Some(raised) => Err(noted(py, raised, played)),
        None => played,
    };
    to_python(py, &played?)
}

/// A player's exception, with a note that says where in the match it was raised.
fn noted<T>(py: Python<'_>, raised: PyErr, played: PyResult<T>) -> PyErr {
    if let Err(place) = played {
        // An exception that cannot take a note is raised unchanged.
        let _ = raised.value(py).call_method1("add_note", (place.value(py).to_string(),));
    }
    raised
}

fn factory(
    player: &Bound<'_, PyAny>,
    number: usize,
    kept: bool,
    calls: &Arc<Calls>,
) -> PyResult<PlayerFactory> {
    if let Ok(name) = player.cast::<PyString>() {
        let spec = name.to_str()?.parse().map_err(refused)?;
        return player.py().detach(|| PlayerFactory::load(&spec)).map_err(refused);
    }
    if !player.is_callable() && !player.hasattr("choose")? {
        let what = "a player is a name, a callable, or an object with `choose(positions)`";
        return Err(PyTypeError::new_err(format!("{what}, not {}", player.get_type().name()?)));
    }
    if !player.hasattr("choose")? && player.hasattr("evaluate")? {
        let found = player.get_type().name()?;
        let what = "evaluates; `salta.SearchPlayer` plays with it";
        return Err(PyTypeError::new_err(format!("a {found} {what}")));
    }
    let own = player.getattr_opt("name")?.or(player.getattr_opt("__name__")?);
    let text = |given: Option<Bound<'_, PyAny>>| given.and_then(|text| text.extract().ok());
    let name: String = text(own).unwrap_or_else(|| format!("player {number}"));
    let identity = match text(player.getattr_opt("identity")?) {
        None if kept => {
            let what = "tells its results in `out` from those of other players";
            return Err(refused(format!(
                "`{name}` has no attribute `identity`, a text that {what}"
            )));
        }
        identity => identity.unwrap_or_else(|| name.clone()),
    };
    let concurrent = player.getattr_opt("concurrent")?.map_or(Ok(false), |of| of.is_truthy())?;
    let (object, calls) = (player.clone().unbind(), Arc::clone(calls));
    let make = {
        let name = name.clone();
        move || -> Box<dyn salta_players::Player> {
            let object = Python::attach(|py| object.clone_ref(py));
            let (name, calls) = (name.clone(), Arc::clone(&calls));
            Box::new(OutsidePlayer { name, object, concurrent, calls })
        }
    };
    Ok(PlayerFactory::outside(name, identity, Box::new(make)))
}

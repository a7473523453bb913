//! Training runs of Salta's own learner.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use salta_run::{RunConfig, RunDir};

use crate::config::{overrides, read_config};
use crate::error::refused;
use crate::input::integer;
use crate::interrupt::interruptible;
use crate::json::to_python;

/// Trains a run in `out`, or resumes the run found there if its config is the same, as `salta
/// train` does but without the final tournament. Returns its metrics, one dictionary per
/// generation.
///
/// `config` is a training config's path or its keys as a dictionary; `sets` overrides keys.
/// Training ends with generation `until`, by default the config's last. `progress` is called with
/// the metrics of each generation once it is done. Ctrl-C stops the run; the same call resumes it.
/// Without a config (`None`) the run in `out` is resumed, and `sets` change what can be changed in
/// it.
#[pyfunction]
#[pyo3(signature = (config, out, *, sets = None, until = None, progress = None))]
pub(crate) fn train<'py>(
    py: Python<'py>,
    config: Option<&Bound<'py, PyAny>>,
    out: PathBuf,
    sets: Option<Bound<'py, PyDict>>,
    #[pyo3(from_py_with = integer)] until: Option<u32>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let sets = overrides(sets)?;
    let run = match config {
        Some(config) => RunDir::create_or_resume(read_config(config, &sets)?, Some(out), None),
        None => RunDir::resume(&out, &sets),
    };
    let run = run.map_err(refused)?;
    let until = until.unwrap_or(run.config().generations);
    let path = run.metrics();
    let metrics = || salta_run::read_metrics(&path).map_err(refused);
    let mut told = run.done().map_err(refused)?;
    let watch = || {
        let Some(progress) = &progress else { return Ok(()) };
        // A kill may have left a line of a generation that is not complete.
        let new = told + 1..=run.done().map_err(refused)?;
        for line in metrics()?.iter().filter(|line| new.contains(&line.generation)) {
            progress.call1((to_python(py, line)?,))?;
            told = line.generation;
        }
        Ok(())
    };
    interruptible(py, |display| salta_run::train_until(&run, until, display), watch)?;
    to_python(py, &metrics()?)
}

/// All keys of a training config: its own, those of the configs that it extends, defaults, and the
/// overrides `sets`, each `key=value` as with `--set`.
#[pyfunction]
#[pyo3(signature = (path, sets = None))]
pub(crate) fn training_config(
    py: Python<'_>,
    path: PathBuf,
    sets: Option<Vec<String>>,
) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &RunConfig::load(&path, &sets.unwrap_or_default()).map_err(refused)?)
}

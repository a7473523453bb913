//! Batches of recorded games for learners in Python.

use std::path::PathBuf;

use numpy::ndarray::Array;
use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use salta_core::SQUARES;
use salta_net::{POLICY, RESULTS, TrainBatch};

use crate::config::read_config;
use crate::env::{Attributes, restore_attributes};
use crate::error::refused;
use crate::input::integer;

/// Batches of samples, drawn as Salta's learner draws them.
///
/// For a training run, which may still be in progress: the replay window after `generation` (by
/// default the last complete one) and the batches of that generation's learning steps. With an
/// external learner (`evaluator = "onnx"`) a generation is complete once its games are. For a
/// directory of shards, as `SelfPlay` and `salta selfplay` write them: a window over all of them,
/// or over the last `window` samples, and an endless sequence of batches from step 0.
///
/// Iterating yields a dictionary of NumPy arrays for each step; `batch(step)` returns that of one
/// step. `seed` and `batch` default to the run's, and for a directory of shards to 0 and 256. A
/// dataset can be pickled.
#[pyclass(frozen, module = "salta._native", subclass)]
pub(crate) struct Dataset {
    path: PathBuf,
    window: Option<u64>,
    samples: salta_run::Dataset,
}

#[pymethods]
impl Dataset {
    #[new]
    #[pyo3(signature = (
        path, *, generation = None, batch = None, window = None, seed = None, encoding = None,
    ))]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        #[pyo3(from_py_with = integer)] generation: Option<u32>,
        #[pyo3(from_py_with = integer)] batch: Option<u32>,
        #[pyo3(from_py_with = integer)] window: Option<u64>,
        #[pyo3(from_py_with = integer)] seed: Option<u64>,
        #[pyo3(from_py_with = integer)] encoding: Option<u64>,
    ) -> PyResult<Dataset> {
        let encoding = encoding.map(crate::input::encoding).transpose()?;
        let is_run = path.join("run.json").is_file();
        if is_run && window.is_some() || !is_run && generation.is_some() {
            return Err(refused("`generation` is for a run, `window` for a directory of shards"));
        }
        let mut config = read_config(PyDict::new(py).as_any(), &[])?.train;
        config.window = window.unwrap_or(config.window);
        config.batch = batch.unwrap_or(config.batch);
        config.validate().map_err(refused)?;
        config.window = window.unwrap_or(u64::MAX);
        let samples = py.detach(|| match is_run {
            true => salta_run::Dataset::of_run(&path, generation),
            false => salta_run::Dataset::of_shards(&path, &config, seed.unwrap_or(0)),
        });
        let mut samples = samples.map_err(refused)?;
        let (shown, held) = (path.display(), samples.window.len() as u64);
        if held == 0 {
            return Err(refused(format!(
                "{shown}: no samples; every decision was random or searched with few simulations"
            )));
        }
        let played = samples.window.played();
        if !is_run && window.is_none() && held < played {
            let most = config.window_bytes >> 30;
            return Err(refused(format!(
                "{shown}: {most} GiB hold {held} of its {played} samples; give a `window`"
            )));
        }
        samples.batch = batch.map_or(samples.batch, |batch| batch as usize);
        samples.encoding = encoding.unwrap_or(samples.encoding);
        samples.seed = seed.unwrap_or(samples.seed);
        // A pickled copy finds the files in another working directory too.
        let path = path.canonicalize().unwrap_or(path);
        Ok(Dataset { path, window, samples })
    }

    /// The arrays of one step's batch; the same step always gives the same batch.
    fn batch<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = integer)] step: u64,
    ) -> PyResult<Bound<'py, PyDict>> {
        arrays(py, py.detach(|| self.samples.batch(step)))
    }

    /// The batches of every `stride`-th step from `first` on; worker w of n passes `first + w` and
    /// `n`.
    #[pyo3(signature = (first = None, stride = 1))]
    fn batches<'py>(
        this: &Bound<'py, Self>,
        #[pyo3(from_py_with = integer)] first: Option<u64>,
        #[pyo3(from_py_with = integer)] stride: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        if stride == 0 {
            return Err(refused("stride is at least 1"));
        }
        let (start, end) = this.get().steps();
        let first = first.unwrap_or(start);
        if first < start {
            return Err(refused(format!("first is {first}; the steps are {start} to {end}")));
        }
        let python = this.py().import("builtins")?;
        let steps = python.call_method1("range", (first, end, stride))?;
        python.call_method1("map", (this.getattr("batch")?, steps))
    }

    /// A copy in another process reads the files again, which must have as many samples still.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((PathBuf,), Bound<'py, PyDict>)> {
        let (samples, options) = (&self.samples, PyDict::new(py));
        options.set_item("generation", samples.generation)?;
        options.set_item("batch", samples.batch)?;
        options.set_item("window", self.window)?;
        options.set_item("seed", samples.seed)?;
        options.set_item("encoding", samples.encoding.version())?;
        Ok(((self.path.clone(),), options))
    }

    fn __getstate__<'py>(this: &Bound<'py, Self>) -> PyResult<(u64, Attributes<'py>)> {
        Ok((this.get().samples.window.played(), this.getattr_opt("__dict__")?))
    }

    /// Refuses a copy that would have other batches.
    fn __setstate__(this: &Bound<'_, Self>, state: (u64, Attributes<'_>)) -> PyResult<()> {
        let (played, kept) = state;
        restore_attributes(this, kept)?;
        let (path, found) = (this.get().path.display(), this.get().samples.window.played());
        if found == played {
            return Ok(());
        }
        Err(refused(format!("{path}: {played} samples before the copy, {found} now")))
    }

    fn __iter__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Dataset::batches(this, None, 1)
    }

    /// Samples in the window.
    fn __len__(&self) -> usize {
        self.samples.window.len()
    }

    /// The range of learning steps: the first, and the one after the last.
    #[getter]
    fn steps(&self) -> (u64, u64) {
        (self.samples.steps.start, self.samples.steps.end)
    }

    /// Samples of a batch.
    #[getter]
    fn batch_size(&self) -> usize {
        self.samples.batch
    }

    /// The version of the encoding of its features.
    #[getter]
    fn encoding(&self) -> u32 {
        self.samples.encoding.version()
    }
}

/// A batch as arrays, without copying the large ones. Unknown auxiliary targets are NaN or −1.
fn arrays(py: Python<'_>, batch: TrainBatch) -> PyResult<Bound<'_, PyDict>> {
    let (found, rows) = (PyDict::new(py), batch.samples);
    let width = batch.features.len() / (rows * SQUARES).max(1);
    let policy_weight: Vec<f32> = batch
        .policy
        .chunks_exact(POLICY)
        .map(|row| f32::from(u8::from(row.iter().any(|share| *share > 0.0))))
        .collect();
    let unknown = |known: Option<f32>| known.unwrap_or(f32::NAN);
    let short_term_value: Vec<f32> =
        batch.auxiliary.short_term_value.into_iter().map(unknown).collect();
    let reply = batch.auxiliary.reply.into_iter().map(|action| action.map_or(-1, i16::from));
    let home = batch.auxiliary.home.into_iter().map(|home| home.map_or(-1, i8::from));
    let matrix = |values: Vec<f32>, columns| {
        Array::from_shape_vec((rows, columns), values).expect("rows of one width").into_pyarray(py)
    };
    let features = Array::from_shape_vec((rows, SQUARES, width), batch.features);
    let legal = Array::from_shape_vec((rows, POLICY), batch.legal);
    found.set_item("observation", features.expect("B x 50 x F").into_pyarray(py))?;
    found.set_item("legal_action_mask", legal.expect("B x 201").into_pyarray(py))?;
    found.set_item("policy", matrix(batch.policy, POLICY))?;
    found.set_item("policy_weight", policy_weight.into_pyarray(py))?;
    found.set_item("wdl", matrix(batch.wdl, RESULTS))?;
    found.set_item("margin", batch.margin.into_pyarray(py))?;
    found.set_item("value_weight", batch.value_weight.into_pyarray(py))?;
    found.set_item("plies", batch.plies.into_pyarray(py))?;
    found.set_item("reply", PyArray1::from_iter(py, reply))?;
    found.set_item("short_term_value", short_term_value.into_pyarray(py))?;
    found.set_item("home", PyArray1::from_iter(py, home).reshape([rows, SQUARES])?)?;
    Ok(found)
}

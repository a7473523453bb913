//! One of Salta's own networks as an evaluator in Python.

use std::path::{Path, PathBuf};

use numpy::IntoPyArray;
use numpy::ndarray::{Axis, Ix3};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use salta_core::SQUARES;
use salta_env::{Encoding, Evaluations, Precision, UnknownPrecision};
use salta_net::{Inference, SavedNetwork};
use salta_players::{SearchOptions, SearchSettings};
use salta_run::players::{checkpoint_in, in_precision, load_network_of, search_settings};
use serde_json::Value;

use crate::error::refused;
use crate::input::{floats, ragged};
use crate::json::to_python;
use crate::threads::side_by_side;

/// Positions that a thread evaluates at a time: enough for the kernels, which are no faster with
/// more, and few enough for all cores to finish at about the same time.
const ROWS: usize = 4;

/// The network of a checkpoint, of the last checkpoint of a run, or one that comes with Salta
/// (`Network("quickstart")`), as an evaluator on all cores; `precision` (`f32` or `int8`) overrides
/// the network's own. It can be pickled.
#[pyclass(frozen, module = "salta._native")]
pub(crate) struct Network {
    path: PathBuf,
    precision: Precision,
    inference: Inference,
    encoding: Encoding,
    metadata: Value,
    settings: SearchSettings,
}

#[pymethods]
impl Network {
    #[new]
    #[pyo3(signature = (path, precision = None))]
    fn new(py: Python<'_>, path: PathBuf, precision: Option<&str>) -> PyResult<Network> {
        let unknown = |error: UnknownPrecision| refused(format!("precision: {error}"));
        let precision = precision.map(|name| name.parse().map_err(unknown)).transpose()?;
        let shipped = salta_run::shipped_files(&path).is_some();
        if !shipped && path.is_file() {
            let advice = "a checkpoint is a directory; `salta.network.Network` reads ONNX files";
            return Err(refused(format!("{}: {advice}", path.display())));
        }
        let mut path = checkpoint_in(&path).map_err(refused)?;
        if !shipped {
            // From this path a pickled copy loads the same checkpoint, even in another directory or
            // after the run has progressed.
            path = path.canonicalize().unwrap_or(path);
        }
        let loaded = py.detach(|| load_network_of(&path));
        let SavedNetwork { network, metadata, .. } = loaded.map_err(refused)?;
        let precision = precision.unwrap_or(network.precision());
        let network = py.detach(|| in_precision(&path, &network, precision, &metadata));
        let network = network.map_err(refused)?;
        let encoding = network.config().encoding().expect("it was checked");
        let settings = search_settings(&path, &metadata, &SearchOptions::default());
        let settings = settings.map_err(refused)?;
        let inference = py.detach(|| Inference::new(&network));
        Ok(Network { path, precision, inference, encoding, metadata, settings })
    }

    /// All outputs for observations float32 [B, 50, FEATURES] of its encoding: `policy_logits`
    /// [B, 201], `wdl` [B, 3], `margin` [B] in points, `plies` [B].
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        observation: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let Evaluations { policy_logits, wdl, margin, plies } = self.infer(py, observation)?;
        let found = PyDict::new(py);
        found.set_item("policy_logits", policy_logits.into_pyarray(py))?;
        found.set_item("wdl", wdl.into_pyarray(py))?;
        found.set_item("margin", margin.into_pyarray(py))?;
        found.set_item("plies", plies.into_pyarray(py))?;
        Ok(found)
    }

    /// Policy logits [B, 201], probabilities of win, draw and loss [B, 3], and margins [B]: what
    /// `search` and `SelfPlay.absorb` take.
    #[pyo3(signature = (observation, legal_action_mask = None))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        observation: &Bound<'py, PyAny>,
        legal_action_mask: Option<Bound<'py, PyAny>>,
    ) -> PyResult<[Bound<'py, PyAny>; 3]> {
        let _ = legal_action_mask;
        let Evaluations { policy_logits, wdl, margin, .. } = self.infer(py, observation)?;
        let logits = policy_logits.into_pyarray(py).into_any();
        Ok([logits, wdl.into_pyarray(py).into_any(), margin.into_pyarray(py).into_any()])
    }

    /// The version of the encoding that it reads.
    #[getter]
    fn encoding(&self) -> u32 {
        self.encoding.version()
    }

    /// The metadata of its checkpoint.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.metadata)
    }

    /// The settings of the search that it was trained with, without noise: how it plays matches.
    #[getter]
    fn search<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.settings.search)
    }

    /// The utility that it was trained with: how it values results.
    #[getter]
    fn utility<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.settings.utility)
    }

    /// Whether its searches score decided races exactly.
    #[getter]
    fn exact_ends(&self) -> bool {
        self.settings.exact_ends
    }

    /// Nodes, for each side, of the exact count at finished leaves in matches.
    #[getter]
    fn leaf_exact_nodes(&self) -> u64 {
        self.settings.leaf_exact_nodes.0
    }

    /// A copy in another process reads the file again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (&Path, &str)) {
        (py.get_type::<Network>(), (&self.path, self.precision.name()))
    }

    fn __repr__(&self) -> String {
        format!("Network({:?}, {:?})", self.path, self.precision.name())
    }
}

impl Network {
    fn infer(&self, py: Python<'_>, observation: &Bound<'_, PyAny>) -> PyResult<Evaluations> {
        let features = self.encoding.features();
        let found = py.import("numpy")?.call_method1("shape", (observation,));
        let found = found.map_err(|error| ragged(py, error))?;
        let Ok([batch, ..]) = found.extract::<[usize; 3]>() else {
            let expected = format!("expected observations [B, {SQUARES}, {features}]");
            return Err(refused(format!("{expected}, not {:?}", found.extract::<Vec<usize>>()?)));
        };
        let shape = [batch, SQUARES, features];
        let observation = floats::<Ix3>(observation, "observations", &shape)?;
        let each = SQUARES * features;
        let seen = observation.as_slice()?;
        let mut all = Evaluations::zeros(batch);
        py.detach(|| {
            let (policy, wdl) = (&mut all.policy_logits, &mut all.wdl);
            let pieces = seen.chunks(ROWS * each);
            let pieces = pieces.zip(policy.axis_chunks_iter_mut(Axis(0), ROWS));
            let pieces = pieces.zip(wdl.axis_chunks_iter_mut(Axis(0), ROWS));
            let pieces = pieces.zip(all.margin.axis_chunks_iter_mut(Axis(0), ROWS));
            let pieces = pieces.zip(all.plies.axis_chunks_iter_mut(Axis(0), ROWS));
            side_by_side(
                pieces.collect(),
                |((((seen, mut policy), mut wdl), mut margin), mut plies)| {
                    let found = self.inference.infer(seen, seen.len() / each);
                    policy.assign(&found.policy_logits);
                    wdl.assign(&found.wdl);
                    margin.assign(&found.margin);
                    plies.assign(&found.plies);
                },
            );
        });
        Ok(all)
    }
}

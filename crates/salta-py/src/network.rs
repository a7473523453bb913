//! A network of Salta's own as an evaluator in Python.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use numpy::ndarray::{Array2, Axis, Ix3, concatenate};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use salta_core::SQUARES;
use salta_env::Encoding;
use salta_net::{Inference, Outputs};
use salta_players::{SearchOptions, SearchSettings};
use salta_run::players::{checkpoint_in, load_network_of, search_settings};
use serde_json::Value;

use crate::error::refused;
use crate::input::floats;
use crate::json::to_python;
use crate::threads::side_by_side;

/// Positions that a thread evaluates at a time.
const ROWS: RangeInclusive<usize> = 4..=16;

/// The network of a checkpoint, of the last one of a run, or one that comes with Salta
/// (`Network("quickstart")`), as an evaluator on all cores. It can be pickled.
#[pyclass(frozen, module = "salta._native")]
pub(crate) struct Network {
    path: PathBuf,
    inference: Inference,
    encoding: Encoding,
    metadata: Value,
    settings: SearchSettings,
}

#[pymethods]
impl Network {
    #[new]
    fn new(path: PathBuf) -> PyResult<Network> {
        if path.is_file() {
            let advice = "a checkpoint is a directory; `salta.network.Network` reads ONNX files";
            return Err(refused(format!("{}: {advice}", path.display())));
        }
        // Where a copy finds the same one, in another directory or once a run has gone on.
        let path = checkpoint_in(&path).map_err(refused)?;
        let path = path.canonicalize().unwrap_or(path);
        let (network, metadata) = load_network_of(&path).map_err(refused)?;
        let encoding = network.config().encoding().expect("it was checked");
        let settings = search_settings(&path, &metadata, &SearchOptions::default());
        let settings = settings.map_err(refused)?;
        Ok(Network { inference: Inference::new(&network), path, encoding, metadata, settings })
    }

    /// All outputs for observations float32 [B, 50, FEATURES] of its encoding: `policy_logits`
    /// [B, 201], `wdl` [B, 3], `margin` [B] in points, `plies` [B].
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        observation: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let outputs = self.infer(py, observation)?;
        let found = PyDict::new(py);
        let parts = |of: fn(&Outputs) -> &Array2<f32>| {
            let views: Vec<_> = outputs.iter().map(|part| of(part).view()).collect();
            concatenate(Axis(0), &views).expect("rows of one width").into_pyarray(py)
        };
        found.set_item("policy_logits", parts(|part| &part.policy_logits))?;
        found.set_item("wdl", parts(|part| &part.wdl))?;
        let column = |of: fn(&Outputs) -> &numpy::ndarray::Array1<f32>| {
            PyArray1::from_iter(py, outputs.iter().flat_map(|part| of(part).iter().copied()))
        };
        found.set_item("margin", column(|part| &part.margin))?;
        found.set_item("plies", column(|part| &part.plies))?;
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
        let found = self.evaluate(py, observation)?;
        let item =
            |name: &str| -> PyResult<_> { Ok(found.get_item(name)?.expect("evaluate sets it")) };
        Ok([item("policy_logits")?, item("wdl")?, item("margin")?])
    }

    /// The version of the encoding that it reads.
    #[getter]
    fn encoding(&self) -> u32 {
        self.encoding.version()
    }

    /// What its checkpoint says of it.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.metadata)
    }

    /// The settings of the search that it was trained with, without noise: how it plays matches.
    #[getter]
    fn search<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.settings.search)
    }

    /// What results are worth to it.
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
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (&Path,)) {
        (py.get_type::<Network>(), (&self.path,))
    }

    fn __repr__(&self) -> String {
        format!("Network({:?})", self.path)
    }
}

impl Network {
    fn infer(&self, py: Python<'_>, observation: &Bound<'_, PyAny>) -> PyResult<Vec<Outputs>> {
        let each = SQUARES * self.encoding.features();
        let batch = observation.len()?;
        let shape = [batch, SQUARES, self.encoding.features()];
        let observation = floats::<Ix3>(observation, "observations", &shape)?;
        let seen = observation.as_slice()?;
        let infer = |rows: &[f32]| self.inference.infer(rows, rows.len() / each);
        Ok(py.detach(|| side_by_side(pieces(seen, each), infer)))
    }
}

/// Rows of `each` numbers in pieces that get smaller, so that all cores are done at the same time.
fn pieces(mut rows: &[f32], each: usize) -> Vec<&[f32]> {
    let mut pieces = Vec::new();
    while pieces.is_empty() || !rows.is_empty() {
        let fair = rows.len() / each / (2 * rayon::current_num_threads());
        let size = fair.clamp(*ROWS.start(), *ROWS.end()) * each;
        let (piece, rest) = rows.split_at(size.min(rows.len()));
        pieces.push(piece);
        rows = rest;
    }
    pieces
}

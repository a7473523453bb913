//! Game files.

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use salta_core::notation::GameFile;

use crate::error::refused;

/// The headers, in their order, and moves of a game file's text; `Position.play` says whether they
/// are legal.
#[pyfunction]
pub(crate) fn read_game<'py>(
    py: Python<'py>,
    text: &str,
) -> PyResult<(Bound<'py, PyDict>, Vec<String>)> {
    let game = GameFile::parse(text).map_err(refused)?;
    let moves = game.plies.iter().map(|ply| ply.mv.to_string()).collect();
    Ok((game.headers.into_py_dict(py)?, moves))
}

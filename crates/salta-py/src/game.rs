//! Game files.

use std::collections::HashMap;

use pyo3::prelude::*;
use salta_core::notation::GameFile;

use crate::error::refused;

/// The headers and moves of a game file's text; `Position.play` says whether they are legal.
#[pyfunction]
pub(crate) fn read_game(text: &str) -> PyResult<(HashMap<String, String>, Vec<String>)> {
    let game = GameFile::parse(text).map_err(refused)?;
    let moves = game.plies.iter().map(|ply| ply.mv.to_string()).collect();
    Ok((game.headers.into_iter().collect(), moves))
}

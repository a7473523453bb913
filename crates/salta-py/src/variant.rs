//! Rule variants.

use std::fs::{self, File};
use std::io::{Error, Read, Result as IoResult};
use std::path::Path;
use std::sync::Arc;

use pyo3::prelude::*;
use salta_core::rules::{NAMED, named, parse};

use crate::error::refused;
use crate::json::to_python;
use crate::objects::{Position, Variant};

/// Largest variant file that is read.
const MAX_BYTES: usize = 4 << 20;

/// The text of a variant file.
fn read(path: &Path) -> IoResult<String> {
    // Asked before opening, because opening a pipe would wait for a writer.
    if !fs::metadata(path)?.is_file() {
        return Err(Error::other("not a regular file"));
    }
    let mut text = String::new();
    File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_string(&mut text)?;
    if text.len() > MAX_BYTES { Err(Error::other("larger than 4 MiB")) } else { Ok(text) }
}

#[pymethods]
impl Variant {
    #[new]
    #[pyo3(signature = (name = "buettgenbach-1899"))]
    fn new(name: &str) -> PyResult<Variant> {
        if !name.contains(['/', '\\']) && !name.ends_with(".toml") {
            let rules = named(name).ok_or_else(|| {
                refused(format!("no variant is named `{name}` (names: {})", NAMED.join(", ")))
            })?;
            return Ok(Variant { rules: Arc::new(salta_core::Variant::new(rules)) });
        }
        let text = read(name.as_ref());
        let text = text.map_err(|error| refused(format!("{name}: {error}")))?;
        let rules = parse(&text).map_err(|error| refused(format!("{name}: {error}")))?;
        Ok(Variant { rules: Arc::new(salta_core::Variant::new(rules)) })
    }

    /// A variant from the text of a TOML file.
    #[staticmethod]
    fn from_toml(text: &str) -> PyResult<Variant> {
        let rules = parse(text).map_err(refused)?;
        Ok(Variant { rules: Arc::new(salta_core::Variant::new(rules)) })
    }

    /// The names of the historical variants.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        NAMED.to_vec()
    }

    /// The variant's name.
    #[getter]
    fn name(&self) -> &str {
        self.rules.name()
    }

    /// The rules' fields, as a dictionary.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.rules.rules())
    }

    /// The rules as the text of a TOML file.
    fn to_toml(&self) -> String {
        self.rules.rules().to_toml()
    }

    /// The position that games start from.
    fn start(&self) -> Position {
        Position { variant: Arc::clone(&self.rules), position: self.rules.start() }
    }

    /// The position of a position line such as `edcba/…/ABCDE w 0`.
    fn position(&self, line: &str) -> PyResult<Position> {
        let position = self.rules.parse_position(line).map_err(refused)?;
        Ok(Position { variant: Arc::clone(&self.rules), position })
    }

    fn __eq__(&self, other: &Variant) -> bool {
        self.rules == other.rules
    }

    fn __repr__(&self) -> String {
        format!("Variant({:?})", self.rules.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let from_toml = py.get_type::<Variant>().getattr("from_toml")?;
        Ok((from_toml, (self.to_toml(),)))
    }
}

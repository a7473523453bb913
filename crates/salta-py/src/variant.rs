//! Rule variants.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use salta_core::rules::{NAMED, parse};
use salta_run::load_rules;

use crate::error::refused;
use crate::json::to_python;
use crate::objects::{Position, Variant};

/// Converts a `Variant`, or the name or file of one.
pub(crate) fn variant_of(given: &Bound<'_, PyAny>) -> PyResult<Variant> {
    if let Ok(variant) = given.cast::<Variant>() {
        return Ok(Variant { rules: Arc::clone(&variant.get().rules) });
    }
    let Ok(name) = given.extract::<PathBuf>() else {
        let found = given.get_type().name()?;
        let what = "a variant is a `salta.Variant`, a name or a file";
        return Err(PyTypeError::new_err(format!("{what}, not {found}")));
    };
    Variant::named(&name.to_string_lossy())
}

/// Like [`variant_of`], for an argument that may be `None`.
pub(crate) fn maybe_variant(given: &Bound<'_, PyAny>) -> PyResult<Option<Variant>> {
    (!given.is_none()).then(|| variant_of(given)).transpose()
}

impl Variant {
    pub(crate) fn named(name: &str) -> PyResult<Variant> {
        let rules = load_rules(name).map_err(refused)?;
        Ok(Variant { rules: Arc::new(salta_core::Variant::new(rules)) })
    }
}

#[pymethods]
impl Variant {
    #[new]
    #[pyo3(signature = (name = None), text_signature = "(name='buettgenbach-1899')")]
    fn new(#[pyo3(from_py_with = maybe_variant)] name: Option<Variant>) -> PyResult<Variant> {
        name.map_or_else(|| Variant::named(NAMED[0]), Ok)
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

    /// The rules' fields, as a dictionary; `board` and `ranks` only where they differ from 10x10
    /// and 3.
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

    fn __hash__(&self) -> u64 {
        BuildHasherDefault::<DefaultHasher>::new().hash_one(self.rules.rules())
    }

    fn __repr__(&self) -> String {
        format!("Variant({:?})", self.rules.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let from_toml = py.get_type::<Variant>().getattr("from_toml")?;
        Ok((from_toml, (self.to_toml(),)))
    }
}

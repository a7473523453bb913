//! Records as Python's dictionaries, lists and numbers, by way of JSON.

use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::refused;

/// A record as Python's own values.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    record: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(record).map_err(refused)?;
    py.import("json")?.call_method1("loads", (text,))
}

/// A record from Python's own values; a mistake in it is an error that names the key.
pub(crate) fn from_python<T: DeserializeOwned>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    let text = value.py().import("json")?.call_method1("dumps", (value,))?;
    serde_json::from_str(&text.extract::<String>()?).map_err(refused)
}

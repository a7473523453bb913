//! Converts records to and from Python's dictionaries, lists and numbers, by way of JSON.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::refused;

pub(crate) fn to_python<'py>(
    py: Python<'py>,
    record: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(record).map_err(refused)?;
    py.import("json")?.call_method1("loads", (text,))
}

/// A value that JSON has no type for: a path as text, NumPy's scalars as numbers.
#[pyfunction]
fn plain<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if value.hasattr("__fspath__")? {
        return value.call_method0("__fspath__");
    }
    if value.is_instance(&value.py().import("numpy")?.getattr("generic")?)? {
        return value.call_method0("item");
    }
    Err(PyTypeError::new_err(format!("{} is none of these", value.get_type().name()?)))
}

/// Converts a value of Python's own types, paths, or NumPy's scalars, to a record; a mistake in it
/// is an error that names the key.
pub(crate) fn from_python<T: DeserializeOwned>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    let options = [("allow_nan", false)].into_py_dict(value.py())?;
    options.set_item("default", wrap_pyfunction!(plain, value.py())?)?;
    let text = value.py().import("json")?.call_method("dumps", (value,), Some(&options));
    let text = text.map_err(|error| {
        let said = error.value(value.py());
        refused(format!("settings are numbers, texts, lists and dictionaries: {said}"))
    })?;
    let value: Value = serde_json::from_str(&text.extract::<String>()?).map_err(refused)?;
    serde_json::from_value(value).map_err(refused) // its errors have no line and column
}

/// Converts keyword arguments to a record whose keys may all be missing; an error names the key.
pub(crate) fn from_keys<T: DeserializeOwned>(options: &Bound<'_, PyDict>) -> PyResult<T> {
    from_python(options.as_any()).map_err(|error| {
        let py = options.py();
        for (key, value) in options {
            let alone = [(&key, value)].into_py_dict(py);
            if alone.is_ok_and(|alone| from_python::<T>(alone.as_any()).is_err()) {
                return refused(format!("`{key}`: {}", error.value(py)));
            }
        }
        error
    })
}

//! Python's exceptions, which carry the sentence that the library's errors say.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(salta, SaltaError, PyValueError, "What salta refuses, and why.");
create_exception!(salta, IllegalAction, SaltaError, "An action or move that the rules forbid.");

/// Any error of the library.
pub(crate) fn refused(error: impl Display) -> PyErr {
    SaltaError::new_err(error.to_string())
}

/// A move or action against the rules.
pub(crate) fn illegal(error: impl Display) -> PyErr {
    IllegalAction::new_err(error.to_string())
}

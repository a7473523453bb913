//! The exceptions raised in Python; their messages are those of the library's errors.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(salta, SaltaError, PyValueError, "What salta refuses, and why.");
create_exception!(salta, IllegalAction, SaltaError, "An action or move that the rules forbid.");

/// A `SaltaError` with the message of an error of the library.
pub(crate) fn refused(error: impl Display) -> PyErr {
    SaltaError::new_err(error.to_string())
}

/// An `IllegalAction`: a move or action that the rules forbid.
pub(crate) fn illegal(error: impl Display) -> PyErr {
    IllegalAction::new_err(error.to_string())
}

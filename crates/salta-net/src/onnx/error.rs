//! Errors about ONNX models.

use std::fmt::Display;

use thiserror::Error;

/// Why a model cannot be read or computed, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct OnnxError(pub(super) String);

/// The error that a file is no model.
pub(super) fn no_model(what: impl Display) -> OnnxError {
    OnnxError(format!("not an ONNX model: {what}"))
}

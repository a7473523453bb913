//! Errors about ONNX models.

use thiserror::Error;

/// Why a model cannot be read or computed, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct OnnxError(pub(super) String);

//! Errors of networks, one sentence each.

use thiserror::Error;

/// Why a network cannot be read or written, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NetError(pub(crate) String);

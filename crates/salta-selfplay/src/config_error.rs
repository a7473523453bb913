//! Why a config is refused.

use thiserror::Error;

/// An invalid setting.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{key}`: {why}")]
pub struct ConfigError {
    /// The field.
    pub key: &'static str,
    /// What it should be.
    pub why: String,
}

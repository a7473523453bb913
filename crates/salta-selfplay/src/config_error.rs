//! An invalid self-play config.

use thiserror::Error;

/// An invalid setting.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{key}`: {why}")]
pub struct ConfigError {
    /// The field.
    pub key: &'static str,
    /// What the value should be.
    pub why: String,
}

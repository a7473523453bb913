//! Errors in settings.

use thiserror::Error;

/// An invalid setting.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{key}` = {value}: {why}")]
pub struct ConfigError {
    /// The field.
    pub key: &'static str,
    /// Its value, as text.
    pub value: String,
    /// What the value should be.
    pub why: String,
}

pub(crate) const NO_BURN: &str = "this build has no burn; build with `--features burn`";

pub(crate) fn ensure(
    good: bool,
    key: &'static str,
    value: impl ToString,
    why: &str,
) -> Result<(), ConfigError> {
    let error = || ConfigError { key, value: value.to_string(), why: why.into() };
    if good { Ok(()) } else { Err(error()) }
}

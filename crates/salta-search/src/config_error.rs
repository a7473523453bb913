//! What is wrong with a setting.

use thiserror::Error;

/// A setting outside its range.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ConfigError {
    /// Sequential halving needs a first action.
    #[error("`gumbel.max_considered_actions` must be at least 1")]
    NoConsideredAction,
    /// An integer outside its range.
    #[error("`{field}` must be {range}, got {value}")]
    IntegerOutOfRange {
        /// The field's name.
        field: &'static str,
        /// The values allowed.
        range: &'static str,
        /// The value given.
        value: u32,
    },
    /// A number outside its range.
    #[error("`{field}` must be {range}, got {value}")]
    OutOfRange {
        /// The field's name.
        field: &'static str,
        /// The values allowed.
        range: &'static str,
        /// The value given.
        value: f32,
    },
}

/// Refuses an integer above `most`, which `range` states in words.
pub(crate) fn check_integer(
    field: &'static str,
    value: u32,
    most: u32,
    range: &'static str,
) -> Result<(), ConfigError> {
    match value <= most {
        true => Ok(()),
        false => Err(ConfigError::IntegerOutOfRange { field, range, value }),
    }
}

/// Refuses a number that is not finite or not `good`.
pub(crate) fn check(
    field: &'static str,
    value: f32,
    good: bool,
    range: &'static str,
) -> Result<(), ConfigError> {
    match good && value.is_finite() {
        true => Ok(()),
        false => Err(ConfigError::OutOfRange { field, range, value }),
    }
}

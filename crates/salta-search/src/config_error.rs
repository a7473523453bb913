//! The error of an invalid setting.

use std::ops::RangeInclusive;
use thiserror::Error;

/// A setting outside its range.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ConfigError {
    /// `max_considered_actions` is 0, but sequential halving needs at least one action.
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

/// Returns an error if `value` is above `most`; `range` states the allowed range in words.
pub(crate) fn check_integer(
    field: &'static str,
    value: u32,
    most: u32,
    range: &'static str,
) -> Result<(), ConfigError> {
    if value <= most { Ok(()) } else { Err(ConfigError::IntegerOutOfRange { field, range, value }) }
}

/// Returns an error if `value` is not in `within`; `range` states the allowed range in words.
pub(crate) fn check(
    field: &'static str,
    value: f32,
    within: RangeInclusive<f32>,
    range: &'static str,
) -> Result<(), ConfigError> {
    let good = within.contains(&value);
    if good { Ok(()) } else { Err(ConfigError::OutOfRange { field, range, value }) }
}

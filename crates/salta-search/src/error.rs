//! Errors, and checks of settings.

use std::{fmt::Display, ops::RangeInclusive};
use thiserror::Error;

/// A setting outside its range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// `max_considered_actions` is 0, but sequential halving needs at least one action.
    #[error("`gumbel.max_considered_actions` must be at least 1")]
    NoConsideredAction,
    /// A number outside its range.
    #[error("`{field}` must be {range}, got {value}")]
    OutOfRange {
        /// The field's name.
        field: &'static str,
        /// The values allowed.
        range: &'static str,
        /// The value given.
        value: String,
    },
}

/// Why an evaluation was rejected. The search still waits for the same leaf.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum AbsorbError {
    /// No leaf was handed out.
    #[error("no leaf is waiting for an evaluation")]
    NotWaiting,
    /// The policy vector ends before a legal action.
    #[error("the policy has no logit for the legal action {action}")]
    ShortPolicy {
        /// The action.
        action: u16,
    },
    /// The logit of a legal action is infinite or not a number.
    #[error("the logit of the legal action {action} is {logit}")]
    BadLogit {
        /// The action.
        action: u16,
        /// Its logit.
        logit: f32,
    },
    /// The value is out of range or not a number.
    #[error("the value is {value}; values are from -1 to 1")]
    BadValue {
        /// The value.
        value: f32,
    },
}

/// Why there is nothing to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReportError {
    /// The game is over at the root: no action to choose.
    #[error("the game is over at the root of the search")]
    TerminalRoot,
    /// The root has not been evaluated.
    #[error("the root of the search has not been evaluated yet")]
    NotEvaluated,
}

/// Returns an error if `value` is not in `within`; `range` states the allowed range in words.
pub(crate) fn check<T: PartialOrd + Display>(
    field: &'static str,
    value: T,
    within: RangeInclusive<T>,
    range: &'static str,
) -> Result<(), ConfigError> {
    let error = || ConfigError::OutOfRange { field, range, value: value.to_string() };
    if within.contains(&value) { Ok(()) } else { Err(error()) }
}

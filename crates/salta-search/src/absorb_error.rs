//! The error of a rejected evaluation.

use thiserror::Error;

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

//! Errors of solving a variant or reading a table.

#[cfg(not(target_family = "wasm"))]
use std::{fmt::Display, path::Path};

use salta_core::{Rules, Variant};
use salta_record::RecordError;
use thiserror::Error;

/// Why a variant was not solved, or a table not read. Errors that no caller distinguishes are
/// sentences.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The caller stopped the work.
    #[error("stopped")]
    Stopped,
    /// A file that cannot be written or read.
    #[error(transparent)]
    File(#[from] RecordError),
    /// A variant that takes more memory than is available.
    #[error("`{variant}` has {} placements; solving it takes {} of memory, and there are {}",
        number(*placements), gibibytes(*bytes), gibibytes(*most))]
    TooLarge {
        /// Name of the variant.
        variant: String,
        /// Number of its placements; on a large board, more than any integer type holds.
        placements: f64,
        /// Bytes that solving it takes.
        bytes: f64,
        /// Bytes available.
        most: f64,
    },
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl SolveError {
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn at(path: &Path, what: impl Display) -> SolveError {
        SolveError::Other(format!("{}: {what}", path.display()))
    }

    /// The error for a position that no table contains.
    pub(crate) fn no_placement() -> SolveError {
        let what = "a table has positions with all pieces on the board, between turns";
        SolveError::Other(what.into())
    }
}

/// Returns what is wrong with a table of `found` rules for `variant`, if these differ in more than
/// the name.
pub(crate) fn other_rules(found: &Rules, variant: &Variant) -> Option<String> {
    let (fields, name) = (variant.rules().fields(), &found.name);
    let others = found.fields().into_iter().zip(fields);
    let (field, _) = others.filter(|(a, b)| a.0 != "name" && a != b).map(|(a, _)| a).next()?;
    Some(format!(
        "a table of `{name}`, whose rules are not those of `{variant}`: `{field}` differs"
    ))
}

pub(crate) fn gibibytes(bytes: f64) -> String {
    format!("{} GiB", number((bytes / (1u64 << 30) as f64).ceil()))
}

/// Formats a whole number, in scientific notation from 1e15.
pub(crate) fn number(number: f64) -> String {
    if number < 1e15 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

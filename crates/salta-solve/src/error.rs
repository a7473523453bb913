//! Why a variant is not solved, or a table not read.

#[cfg(not(target_family = "wasm"))]
use std::{fmt::Display, path::Path};

use salta_core::{Rules, Variant};
use salta_record::RecordError;
use thiserror::Error;

/// Why a variant is not solved, or a table not read. What no caller distinguishes is a sentence.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The caller stopped it.
    #[error("stopped")]
    Stopped,
    /// A file that cannot be written or read.
    #[error(transparent)]
    File(#[from] RecordError),
    /// A variant that takes more memory than there is.
    #[error("`{variant}` has {} placements; solving it takes {} of memory, and there are {}",
        number(*placements), gibibytes(*bytes), gibibytes(*most))]
    TooLarge {
        /// Its name.
        variant: String,
        /// Its placements; more than the largest integer on a large board.
        placements: f64,
        /// What solving it takes.
        bytes: f64,
        /// What there is.
        most: f64,
    },
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl SolveError {
    /// Something wrong with a file.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn at(path: &Path, what: impl Display) -> SolveError {
        SolveError::Other(format!("{}: {what}", path.display()))
    }

    /// A position that no table has.
    pub(crate) fn no_placement() -> SolveError {
        let what = "a table has positions with all pieces on the board, between turns";
        SolveError::Other(what.into())
    }
}

/// What is wrong with a table of `found` rules for a variant whose rules differ; its name makes no
/// difference.
pub(crate) fn other_rules(found: &Rules, variant: &Variant) -> Option<String> {
    let same = Rules { name: variant.name().into(), ..found.clone() } == *variant.rules();
    let name = &found.name;
    let what = || format!("a table of `{name}`, whose rules are not those of `{variant}`");
    (!same).then(what)
}

pub(crate) fn gibibytes(bytes: f64) -> String {
    format!("{} GiB", number((bytes / (1u64 << 30) as f64).ceil()))
}

/// A whole number, in full while that can be read.
pub(crate) fn number(number: f64) -> String {
    if number < 1e15 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

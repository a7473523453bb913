//! The result of an export.

use std::path::PathBuf;

/// Counts and files of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Games read.
    pub games: u64,
    /// Samples or decisions written.
    pub rows: u64,
    /// The files written.
    pub files: Vec<PathBuf>,
}

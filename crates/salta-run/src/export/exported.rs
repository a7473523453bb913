//! What an export wrote.

use std::path::PathBuf;

/// What was exported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Games read.
    pub games: u64,
    /// Samples or decisions written.
    pub rows: u64,
    /// The files.
    pub files: Vec<PathBuf>,
}

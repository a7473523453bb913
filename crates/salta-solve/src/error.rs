//! Why a variant is not solved, or a table not read.

use std::path::PathBuf;

use salta_record::RecordError;
use thiserror::Error;

/// Why a variant is not solved, or a table not read.
#[derive(Debug, Error)]
pub enum SolveError {
    /// More placements than the machine's memory holds.
    #[error(
        "`{variant}` has {} placements; solving it takes {} of memory, and this machine has {}",
        count(*placements), bytes_text(*bytes), bytes_text(*memory as f64)
    )]
    TooLarge {
        /// The variant's name.
        variant: String,
        /// Placements of all pieces.
        placements: f64,
        /// Bytes of memory that solving takes.
        bytes: f64,
        /// Bytes that there are.
        memory: u64,
    },
    /// A table with a layer for each ply would be too large for a file.
    #[error(
        "a table of `{variant}` has a layer for each of {plies} plies, {} in all, more than {}",
        bytes_text(*bytes), bytes_text(*most)
    )]
    TooManyLayers {
        /// The variant's name.
        variant: String,
        /// Plies up to the limit.
        plies: u32,
        /// Bytes before compression.
        bytes: f64,
        /// The most that is written.
        most: f64,
    },
    /// A side that may need more moves than a byte counts, or that has no way home.
    #[error("`{variant}`: some placement has no way home of at most 127 steps")]
    TooFar {
        /// The variant's name.
        variant: String,
    },
    /// A forced margin that takes more plies than two bytes count.
    #[error("`{variant}` has a margin that is forced only after more than 65535 plies")]
    TooLong {
        /// The variant's name.
        variant: String,
    },
    /// The caller stopped it.
    #[error("stopped")]
    Stopped,
    /// A file that cannot be written or read.
    #[error(transparent)]
    File(#[from] RecordError),
    /// A file that is no table, or a damaged one.
    #[error("{}: {what}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A table of another variant.
    #[error(
        "{}: a table of `{found}`, whose rules are not those of `{expected}`", path.display()
    )]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The variant it is of.
        found: String,
        /// The variant that was asked for.
        expected: String,
    },
    /// A position that no table has.
    #[error("a table has positions with all pieces on the board, between turns")]
    NoPlacement,
}

/// A number in full while that can be read.
fn count(number: f64) -> String {
    if number < 1e15 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

fn bytes_text(bytes: f64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let power = units.len().min(1 + (bytes.max(1.0).log2() / 10.0) as usize) - 1;
    let number = bytes / 1024f64.powi(power as i32);
    match number < 1e6 {
        true => format!("{number:.1} {}", units[power]),
        false => format!("{number:.1e} {}", units[power]),
    }
}

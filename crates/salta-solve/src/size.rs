//! Memory and time that solving a variant takes.

use std::time::Duration;

use salta_core::Rules;

use crate::error::SolveError;
#[cfg(not(target_family = "wasm"))]
use crate::error::{gibibytes, number};
#[cfg(not(target_family = "wasm"))]
use crate::memory::{is_granted, usable_bytes};
use crate::space::{MOST_PIECES, placements};

/// Bytes of memory per placement: for either side to move, its value, the ply of its last change,
/// and its new value during an update.
const BYTES: f64 = 8.0;

/// Bytes per placement of a table in memory without a limit: for either side to move, its value and
/// the two bytes of its ply. With a limit, a table has one byte per placement and layer.
const KEPT_BYTES: f64 = 6.0;

/// Maximum size of a table before compression, in bytes: ten times that of the largest without a
/// limit.
#[cfg(not(target_family = "wasm"))]
const MOST_TABLE: f64 = (32u64 << 30) as f64;

/// Returns the number of plies up to the move limit; 0 without one.
pub(crate) fn plies_to_limit(rules: &Rules) -> u32 {
    2 * rules.move_limit
}

/// Core seconds per placement without a limit, and per placement and ply with one: those of the
/// slowest rules on 6×6 on an AVX-512 core of 2.6 GHz (docs/solve.md).
const SECONDS: [f64; 2] = [1.1e-6, 1.6e-8];

/// Returns about how long solving a variant takes on one core, at most; rules under which little is
/// forced take a twentieth of that.
pub fn estimate(rules: &Rules) -> Duration {
    let seconds = match plies_to_limit(rules) {
        0 => SECONDS[0],
        plies => SECONDS[1] * f64::from(plies),
    };
    Duration::try_from_secs_f64(placements(rules) * seconds).unwrap_or(Duration::MAX)
}

/// Refuses a variant whose solution and table in memory take more than `most` bytes.
///
/// # Errors
/// If they take more; the error has the size.
pub(crate) fn check_kept(rules: &Rules, most: u64) -> Result<(), SolveError> {
    let kept = match plies_to_limit(rules) {
        0 => KEPT_BYTES,
        plies => f64::from(plies + 1),
    };
    fits(rules, (BYTES + kept) * placements(rules), most as f64)
}

fn fits(rules: &Rules, bytes: f64, most: f64) -> Result<(), SolveError> {
    if bytes <= most && rules.pieces().count() <= MOST_PIECES {
        return Ok(());
    }
    let (variant, placements) = (rules.name.clone(), placements(rules));
    Err(SolveError::TooLarge { variant, placements, bytes, most })
}

/// Refuses a variant that is too large to be solved, or to be written with a layer for each ply.
///
/// # Errors
/// If it is too large; the error has the size.
#[cfg(not(target_family = "wasm"))]
pub fn check(rules: &Rules, written: bool) -> Result<(), SolveError> {
    let (variant, placements) = (&rules.name, placements(rules));
    let memory = usable_bytes() as f64;
    let (bytes, plies) = (BYTES * placements, plies_to_limit(rules));
    fits(rules, bytes, memory)?;
    if !is_granted(bytes as usize) {
        return Err(SolveError::Other(format!(
            "`{variant}` has {} placements; solving it takes {} of memory, more than the system \
             grants this process; raise its limit (`ulimit -v`)",
            number(placements),
            gibibytes(bytes)
        )));
    }
    let (bytes, most) = (placements * f64::from(plies + 1), MOST_TABLE);
    if written && plies > 0 && bytes > most {
        return Err(SolveError::Other(format!(
            "a table of `{variant}` has a layer for each of {plies} plies, {} in all, more than {}",
            gibibytes(bytes),
            gibibytes(most)
        )));
    }
    Ok(())
}

//! What solving a variant takes, before any of it is done.

use salta_core::Rules;
use salta_record::memory::installed_bytes;

use crate::error::SolveError;
use crate::space::{MOST_PIECES, placements};

/// Bytes of memory for each placement: for either side to move its value and the ply of its last
/// change, and new values on their way.
const BYTES: f64 = 8.0;

/// Where the system does not tell how much memory there is.
const MEMORY: u64 = 64 << 30;

/// The most bytes of a table before compression: those of the largest board without a limit, tenfold.
const MOST_TABLE: f64 = (32u64 << 30) as f64;

/// Plies of a game up to its limit; 0 without one.
pub(crate) fn plies_to_limit(rules: &Rules) -> u32 {
    2 * rules.move_limit
}

/// Refuses a variant that is too large to be solved, or to be written with a layer for each ply.
pub(crate) fn check(rules: &Rules, written: bool) -> Result<(), SolveError> {
    let (variant, placements) = (rules.name.clone(), placements(rules));
    let memory = installed_bytes().unwrap_or(MEMORY);
    let (bytes, plies) = (BYTES * placements, plies_to_limit(rules));
    if bytes > memory as f64 || rules.pieces().count() > MOST_PIECES {
        return Err(SolveError::TooLarge { variant, placements, bytes, memory });
    }
    let (bytes, most) = (placements * f64::from(plies + 1), MOST_TABLE);
    if written && plies > 0 && bytes > most {
        return Err(SolveError::TooManyLayers { variant, plies, bytes, most });
    }
    Ok(())
}

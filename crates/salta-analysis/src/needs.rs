//! What a side still needs.

use salta_core::Remaining;
use serde::Serialize;

/// What a side still needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Needs {
    /// The sum of its pieces' distances.
    pub distance: u32,
    /// Exact points: least and most, equal where proven.
    pub solo: (u32, u32),
    /// Whether they are proven.
    pub proven: bool,
}

impl From<Remaining> for Needs {
    fn from(remaining: Remaining) -> Needs {
        let (lo, hi) = remaining.solo.bounds();
        Needs { distance: remaining.distance, solo: (lo, hi), proven: lo == hi }
    }
}

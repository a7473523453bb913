//! The moves that a side still needs.

use salta_core::{Remaining, Solo};
use serde::Serialize;

/// The moves that a side still needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Needs {
    /// The sum of its pieces' distances.
    pub distance: u32,
    /// The exact count: lower and upper bound, equal if proven.
    pub solo: (u32, u32),
    /// Whether the count is proven.
    pub proven: bool,
}

impl From<Remaining> for Needs {
    fn from(Remaining { distance, solo: Solo { lo, hi } }: Remaining) -> Needs {
        Needs { distance, solo: (lo, hi), proven: lo == hi }
    }
}

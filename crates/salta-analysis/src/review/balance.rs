//! The balance of a game: how the margin changed, and by whom.

use std::fmt;

use salta_core::Side;
use serde::Serialize;

use super::ply::ReviewedPly;
use crate::centipoints::Centipoints;
use crate::say;

/// The changes of White's margin: `end - start = lost by Black - lost by White + drift`, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Balance {
    /// White's margin before the first ply.
    pub start: Centipoints,
    /// White's margin after the last one.
    pub end: Centipoints,
    /// Points lost by White and by Black.
    pub lost: [Centipoints; 2],
    /// Total change of the engine's evaluation as it looked further, in White's favour; not due to
    /// a mistake.
    pub drift: Centipoints,
}

impl Balance {
    /// The balance of a game whose first position has the margin `start`.
    pub fn of(start: Centipoints, plies: &[ReviewedPly]) -> Balance {
        let lost = |side| plies.iter().filter(|ply| ply.side == side).map(|ply| ply.lost).sum();
        Balance {
            start,
            end: plies.last().map_or(start, |ply| ply.after),
            lost: Side::BOTH.map(lost),
            drift: plies.iter().map(|ply| ply.drift).sum(),
        }
    }
}

/// One sentence; its numbers have two decimals.
impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.lost.map(|lost| lost.to_string());
        let changes = [self.start, self.end, self.drift];
        let [start, end, drift] = changes.map(|margin| format!("{margin:+}"));
        say!("review.balance", start, end, white, black, drift).fmt(f)
    }
}

//! Progress of the work.

use std::time::Duration;

/// Progress after a ply.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Number of plies done.
    pub ply: u32,
    /// Total number of plies, if there is a limit.
    pub plies: Option<u32>,
    /// Number of blocks of placements that this ply changed.
    pub changed: usize,
    /// Estimated time left; without a limit, unknown until the number of changes falls.
    pub left: Option<Duration>,
}

/// Estimates the time left from how fast the number of changes falls.
#[derive(Default)]
pub(crate) struct Fading {
    /// Number of changes of each ply so far, and the seconds that it took.
    plies: Vec<(usize, f64)>,
}

/// Number of plies over which the rate is measured.
const PLIES: usize = 8;

impl Fading {
    /// Adds a ply. If changes become fewer, returns the time left, the sum of a geometric series.
    pub(crate) fn add(&mut self, changed: usize, seconds: f64) -> Option<Duration> {
        self.plies.push((changed, seconds));
        let before = self.plies.len().checked_sub(PLIES + 1)?;
        let rate = (changed as f64 / self.plies[before].0 as f64).powf(1.0 / PLIES as f64);
        (rate < 1.0).then(|| Duration::from_secs_f64(seconds * rate / (1.0 - rate)))
    }
}

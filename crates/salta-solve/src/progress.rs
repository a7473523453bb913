//! How far the work is.

use std::time::Duration;

/// How far the work is, after a ply.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Plies done.
    pub ply: u32,
    /// Plies to do, where there is a limit.
    pub plies: Option<u32>,
    /// Blocks of placements that this ply has changed.
    pub changed: usize,
    /// An estimate; without a limit none before the changes become fewer.
    pub left: Option<Duration>,
}

/// Estimates the time left from how fast the changes become fewer.
pub(crate) struct Fading {
    /// Changes of each ply so far, and the seconds that it took.
    plies: Vec<(usize, f64)>,
}

/// Plies over which the rate is taken.
const PLIES: usize = 8;

impl Fading {
    pub(crate) const fn new() -> Fading {
        Fading { plies: Vec::new() }
    }

    /// Adds a ply. The time left is that of a geometric series, if the changes become fewer.
    pub(crate) fn add(&mut self, changed: usize, seconds: f64) -> Option<Duration> {
        self.plies.push((changed, seconds));
        let before = self.plies.len().checked_sub(PLIES + 1)?;
        let rate = (changed as f64 / self.plies[before].0 as f64).powf(1.0 / PLIES as f64);
        (rate < 1.0).then(|| Duration::from_secs_f64(seconds * rate / (1.0 - rate)))
    }
}

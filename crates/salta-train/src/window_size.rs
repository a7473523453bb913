//! How many samples the replay window holds: the more were played, the more.

/// The bound of a replay window.
///
/// After s samples it holds at most w · (1 + g · ((s / w)^e − 1) / e) of the newest, once s exceeds
/// w: a sublinear power law, flat at first (KataGo, Wu 2019, appendix C, with g = 0.4 and e = 0.75).
/// With g = 0 it is w for ever.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindowSize {
    /// Samples up to which all are kept, w.
    pub least: u64,
    /// Slope at w, g: samples that the window grows by for each one played.
    pub growth: f64,
    /// The power, e.
    pub exponent: f64,
    /// Most bytes of memory for the samples, whatever their number.
    pub bytes: u64,
}

impl WindowSize {
    /// So many samples for ever.
    pub fn constant(samples: u64) -> WindowSize {
        WindowSize { least: samples, growth: 0.0, exponent: 1.0, bytes: u64::MAX }
    }

    /// The most samples once so many were played.
    pub fn samples(&self, played: u64) -> u64 {
        let ratio = played as f64 / self.least as f64;
        if ratio <= 1.0 || self.growth == 0.0 {
            return self.least;
        }
        let grown = self.growth * (ratio.powf(self.exponent) - 1.0) / self.exponent;
        (self.least as f64 * (1.0 + grown)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_as_katago_has_it() {
        let bound = WindowSize { least: 250_000, growth: 0.4, exponent: 0.75, bytes: u64::MAX };
        assert_eq!(bound.samples(100_000), 250_000);
        assert_eq!(bound.samples(250_000), 250_000);
        // 16 times as many: 16^0.75 = 8, and 0.4 · 7 / 0.75 = 3.7333.
        assert_eq!(bound.samples(4_000_000), 1_183_333);
    }

    #[test]
    fn what_has_left_is_never_asked_for_again() {
        let bound = WindowSize { least: 1000, growth: 1.0, exponent: 0.9, bytes: u64::MAX };
        for played in (0..50_000).step_by(37) {
            assert!(bound.samples(played + 37) <= bound.samples(played) + 37);
        }
    }
}

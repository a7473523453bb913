//! The size of the replay window, which can grow with the number of samples played.

/// The maximum size of a replay window.
///
/// After s samples, the window holds at most w · (1 + g · ((s / w)^e − 1) / e) of the newest, once
/// s exceeds w: a sublinear power law, flat at first (KataGo, Wu 2019, appendix C, with g = 0.4 and
/// e = 0.75). With g = 0 the size stays w.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindowSize {
    /// Initial size, w: up to this number, all samples are kept.
    pub least: u64,
    /// Initial growth, g: samples added to the window's size per sample played, at s = w.
    pub growth: f64,
    /// Exponent, e.
    pub exponent: f64,
    /// Maximum memory for the samples, in bytes.
    pub bytes: u64,
}

impl WindowSize {
    /// A window of constant size.
    pub fn constant(samples: u64) -> WindowSize {
        WindowSize { least: samples, growth: 0.0, exponent: 1.0, bytes: u64::MAX }
    }

    /// The maximum number of samples after this many were played.
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

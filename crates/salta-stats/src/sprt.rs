//! A sequential test that ends a match as soon as it is decided.
//!
//! The generalised sequential probability ratio test over pentanomial pair scores, as fishtest and
//! fastchess run it: Van den Bergh, "The Generalized Maximum Likelihood Ratio for the Expectation
//! Value of a Distribution" (2020), and the fishtest wiki, "Fishtest mathematics" (GSPRT with the
//! logistic Elo model). Bounds: Wald 1945, "Sequential tests of statistical hypotheses", 3.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::elo::expected_score;
use crate::interval::SCORES;

/// The count of a score that has not occurred, so that its absence rules out no hypothesis (as in
/// fishtest).
const UNSEEN: f64 = 1e-3;

/// A test of H0, A is `elo0` stronger than B, against H1, `elo1` stronger, on the logistic scale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sprt {
    /// H0: Elo of A above B. Default 0.
    pub elo0: f64,
    /// H1, above `elo0`. Default 20.
    pub elo1: f64,
    /// Probability of accepting H1 where H0 holds. Default 0.05.
    pub alpha: f64,
    /// Probability of accepting H0 where H1 holds. Default 0.05.
    pub beta: f64,
}

impl Default for Sprt {
    fn default() -> Sprt {
        Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 }
    }
}

/// Why a test is refused: it could not decide between its hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SprtError {
    /// The hypotheses are the wrong way round, too far apart, or the same.
    #[error("`elo0` must be below `elo1`, both from -1000 to 1000")]
    Hypotheses,
    /// The error rates are not small probabilities.
    #[error("`alpha` and `beta` must be above 0 and at most 0.5, and their sum below 1")]
    Errors,
}

/// The hypothesis that a test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// A is not `elo1` stronger.
    H0,
    /// A is more than `elo0` stronger.
    H1,
}

impl Decision {
    /// `H0` or `H1`.
    pub const fn name(self) -> &'static str {
        match self {
            Decision::H0 => "H0",
            Decision::H1 => "H1",
        }
    }
}

/// State of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtState {
    /// The test.
    pub test: Sprt,
    /// Logarithm of the likelihood ratio, H1 to H0.
    pub llr: f64,
    /// H0 is accepted if `llr` is at most this.
    pub lower: f64,
    /// H1 is accepted if `llr` is at least this.
    pub upper: f64,
    /// The accepted hypothesis, if any.
    pub decision: Option<Decision>,
}

impl Sprt {
    /// Checks hypotheses and error rates.
    ///
    /// # Errors
    /// If they are out of range.
    pub fn validate(&self) -> Result<(), SprtError> {
        let sensible = |elo: f64| (-1000.0..=1000.0).contains(&elo);
        if !(sensible(self.elo0) && sensible(self.elo1) && self.elo0 < self.elo1) {
            return Err(SprtError::Hypotheses);
        }
        let small = |rate: f64| rate > 0.0 && rate <= 0.5;
        if !(small(self.alpha) && small(self.beta) && self.alpha + self.beta < 1.0) {
            return Err(SprtError::Errors);
        }
        Ok(())
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// State of the test after pairs with these counts of A's scores 0, ½, 1, 1½ and 2.
    pub fn state(&self, pentanomial: &[u32; 5]) -> SprtState {
        let (llr, (lower, upper)) = (self.llr(pentanomial), self.bounds());
        let decision = if llr <= lower {
            Some(Decision::H0)
        } else if llr >= upper {
            Some(Decision::H1)
        } else {
            None
        };
        SprtState { test: *self, llr, lower, upper, decision }
    }

    fn llr(&self, pentanomial: &[u32; 5]) -> f64 {
        if pentanomial.iter().all(|count| *count == 0) {
            return 0.0;
        }
        let counts = pentanomial.map(|count| if count == 0 { UNSEEN } else { f64::from(count) });
        let n: f64 = counts.iter().sum();
        let found = counts.map(|count| count / n);
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| with_mean(&found, expected_score(elo)));
        n * (0..5).map(|i| found[i] * (h1[i] / h0[i]).ln()).sum::<f64>()
    }
}

/// A test under way: pairs are added in the order of the match until it is decided.
#[derive(Clone, Copy, Debug)]
pub struct RunningTest {
    test: Sprt,
    pentanomial: [u32; 5],
    pairs: usize,
    decided: bool,
}

impl RunningTest {
    /// A test without pairs.
    pub const fn new(test: Sprt) -> RunningTest {
        RunningTest { test, pentanomial: [0; 5], pairs: 0, decided: false }
    }

    /// Adds a pair by A's score in half points; one without a score is counted but has no effect on
    /// the test. Pairs after the decision are ignored.
    ///
    /// # Panics
    /// With more than 4 halves.
    pub fn add(&mut self, halves: Option<u32>) {
        if self.decided {
            return;
        }
        self.pairs += 1;
        if let Some(halves) = halves {
            self.pentanomial[halves as usize] += 1;
            self.decided = self.test.state(&self.pentanomial).decision.is_some();
        }
    }

    /// Number of pairs that it took, if the test is decided.
    pub fn decided_after(&self) -> Option<usize> {
        self.decided.then_some(self.pairs)
    }
}

/// The maximum-likelihood distribution for `found` among those with this mean: pᵢ / (1 + x(sᵢ −
/// mean)), with the x that gives the mean (Van den Bergh, Proposition 1.1). All of `found` must be
/// above 0.
fn with_mean(found: &[f64; 5], mean: f64) -> [f64; 5] {
    let excess = |x: f64| -> f64 {
        found.iter().zip(SCORES).map(|(p, s)| p * (s - mean) / (1.0 + x * (s - mean))).sum()
    };
    // The excess falls from +∞ to −∞ between the poles.
    let (mut lo, mut hi) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let x = f64::midpoint(lo, hi);
        if excess(x) > 0.0 { lo = x } else { hi = x }
    }
    let x = f64::midpoint(lo, hi);
    std::array::from_fn(|i| found[i] / (1.0 + x * (SCORES[i] - mean)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, ..Sprt::default() }
    }

    /// Worked examples of fastchess, `app/tests/sprt_test.cpp`, "logistic pentanomial 1" and "2",
    /// given there to 1 %.
    #[test]
    fn agrees_with_fastchess() {
        for (test, counts, llr) in [
            (test(0.5, 2.5), [223, 9863, 21279, 10037, 246], -3.07),
            (test(0.0, 2.0), [871, 26175, 55983, 26678, 821], -4.98),
        ] {
            let found = test.state(&counts);
            assert!((found.llr / llr - 1.0).abs() < 0.01, "{found:?}");
            assert_eq!(found.decision, Some(Decision::H0));
        }
    }

    #[test]
    fn bounds_by_hand() {
        let (lower, upper) = Sprt::default().bounds();
        assert!((upper - 19.0_f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
        let lax = Sprt { alpha: 0.1, beta: 0.2, ..Sprt::default() };
        let (lower, upper) = lax.bounds();
        assert!((lower - (0.2_f64 / 0.9).ln()).abs() < 1e-12);
        assert!((upper - 8.0_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn the_fitted_distribution_has_its_mean() {
        for (found, mean) in [
            ([0.1, 0.2, 0.4, 0.2, 0.1], 0.57),
            ([1e-6, 1e-6, 1e-6, 1e-6, 1.0 - 4e-6], 0.5),
            ([0.2; 5], 0.003),
        ] {
            let fitted = with_mean(&found, mean);
            let sum: f64 = fitted.iter().sum();
            let got: f64 = fitted.iter().zip(SCORES).map(|(p, s)| p * s).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (got - mean).abs() < 1e-9, "{fitted:?}");
        }
    }

    #[test]
    fn swapping_the_players_mirrors_the_test() {
        let counts = [3, 11, 40, 17, 8];
        let mut swapped = counts;
        swapped.reverse();
        let (one, other) = (test(-5.0, 20.0).state(&counts), test(-20.0, 5.0).state(&swapped));
        assert!((one.llr + other.llr).abs() < 1e-9);
        assert_eq!(test(0.0, 5.0).state(&[0; 5]).llr, 0.0);
    }

    #[test]
    fn it_stops_at_the_deciding_pair() {
        let sprt = test(0.0, 100.0);
        let won = |i: usize| if i == 2 { None } else { Some(4) };
        let after = |pairs: usize| {
            let mut running = RunningTest::new(sprt);
            (0..pairs).for_each(|i| running.add(won(i)));
            running.decided_after()
        };
        let stop = after(100).unwrap();
        assert_eq!((after(stop - 1), after(stop)), (None, Some(stop)));
        let counts = [0, 0, 0, 0, stop as u32 - 1];
        assert_eq!(sprt.state(&counts).decision, Some(Decision::H1));
    }

    #[test]
    fn what_decides_nothing_is_refused() {
        assert_eq!(Sprt::default().validate(), Ok(()));
        assert_eq!(test(1.0, 1.0).validate(), Err(SprtError::Hypotheses));
        assert_eq!(test(f64::NAN, 1.0).validate(), Err(SprtError::Hypotheses));
        let bad = Sprt { alpha: 0.5, beta: 0.5, ..Sprt::default() };
        assert_eq!(bad.validate(), Err(SprtError::Errors));
        assert_eq!(Sprt { alpha: 0.0, ..bad }.validate(), Err(SprtError::Errors));
    }
}

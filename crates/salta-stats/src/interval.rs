//! A score with its 95 % interval, from pentanomial counts.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use crate::elo::{elo, signed};

/// The 97.5 % quantile of the normal distribution.
pub(crate) const Z: f64 = 1.959_963_984_540_054;
/// Mean scores of a pair, 0–1, in the order of the pentanomial counts.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// An estimate with its 95 % interval. In files an infinite bound is the text `inf` or `-inf`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// The estimate.
    #[serde(with = "crate::infinite")]
    pub estimate: f64,
    /// The lower end.
    #[serde(with = "crate::infinite")]
    pub lo: f64,
    /// The upper end.
    #[serde(with = "crate::infinite")]
    pub hi: f64,
}

/// A's mean score with its 95 % interval from the pentanomial counts; `None` without pairs.
///
/// Wilson's score interval (Wilson 1927, "Probable inference, the law of succession, and
/// statistical inference", JASA 22:209–212) with the number of independent games that
/// [`effective_games`] finds in the pairs. Unlike mean ± 1.96 standard errors it keeps its width
/// when every pair is won, and never leaves 0–1.
pub fn score_interval(pentanomial: &[u32; 5]) -> Option<Interval> {
    let (pairs, mean, variance) = moments(pentanomial)?;
    Some(wilson(mean, effective_games(pairs, mean, variance)))
}

/// Returns the number of independent games that are worth as much as `pairs` pairs with this mean
/// score and sample variance of pair scores (0–1): n·p(1 − p)/s², at which a binomial mean varies
/// as much.
///
/// It is at least n, as if the games of a pair always ended alike, and at most 2n, as if they were
/// independent win-or-lose games: draws and opposed games would give more, but a small sample may
/// show little variance by luck too. If all pairs are won, or all lost, nothing is known about the
/// correlation, and the result is n.
pub fn effective_games(pairs: u32, mean: f64, variance: f64) -> f64 {
    let (n, binomial) = (f64::from(pairs), mean * (1.0 - mean));
    if pairs < 2 || binomial <= 0.0 {
        return n;
    }
    (n * binomial / variance).clamp(n, 2.0 * n)
}

/// Wilson's 95 % interval for a mean score over `games` independent games.
pub fn wilson(mean: f64, games: f64) -> Interval {
    let z2 = Z * Z / games;
    let centre = mean + z2 / 2.0;
    let half_width = (mean * (1.0 - mean) * z2 + z2 * z2 / 4.0).sqrt();
    let end = |sign: f64| ((centre + sign * half_width) / (1.0 + z2)).clamp(0.0, 1.0);
    // Rounding must not make an infinite Elo finite.
    let lo = if mean <= 0.0 { 0.0 } else { end(-1.0) };
    let hi = if mean >= 1.0 { 1.0 } else { end(1.0) };
    Interval { estimate: mean, lo, hi }
}

/// Returns the likelihood that A is the stronger player, 0–1: the normal distribution function of
/// A's mean score minus an even one, in standard errors of an even match of as many games as
/// [`effective_games`] finds. `None` without pairs.
pub(crate) fn superiority(pentanomial: &[u32; 5]) -> Option<f64> {
    let (pairs, mean, variance) = moments(pentanomial)?;
    let error = 0.5 / effective_games(pairs, mean, variance).sqrt();
    Some(Normal::standard().cdf((mean - 0.5) / error))
}

impl Interval {
    /// The estimate, the lower and the upper end.
    pub const fn ends(self) -> [f64; 3] {
        [self.estimate, self.lo, self.hi]
    }

    /// `52.3 [49.1, 55.4]`: estimate and ends times `scale`, with `digits` decimals; the estimate
    /// alone if the ends are infinite.
    pub fn text(self, scale: f64, digits: usize) -> String {
        let [estimate, lo, hi] = self.ends().map(|end| scale * end);
        match lo.is_finite() {
            true => format!("{estimate:.digits$} [{lo:.digits$}, {hi:.digits$}]"),
            false => format!("{estimate:.digits$}"),
        }
    }

    /// Converts the interval of a score to the Elo scale.
    pub fn to_elo(self) -> Interval {
        Interval { estimate: elo(self.estimate), lo: elo(self.lo), hi: elo(self.hi) }
    }

    /// Formats an Elo interval: `+35 [+10, +61]`; `> +412` if every game was won, `> -∞` if the data
    /// then allow no lower bound either; `+900 [+700, ∞]` if they allow no upper bound.
    pub fn elo_text(&self) -> String {
        let (lo, hi) = (signed(self.lo, 0), signed(self.hi, 0));
        if self.estimate == f64::INFINITY {
            format!("> {lo}")
        } else if self.estimate == f64::NEG_INFINITY {
            format!("< {hi}")
        } else {
            format!("{} [{lo}, {hi}]", signed(self.estimate, 0))
        }
    }
}

/// Number of pairs, mean and sample variance of their scores (0–1).
pub(crate) fn moments(pentanomial: &[u32; 5]) -> Option<(u32, f64, f64)> {
    let pairs: u32 = pentanomial.iter().sum();
    let scores = || pentanomial.iter().zip(SCORES);
    let n = f64::from(pairs);
    let mean = scores().map(|(count, score)| f64::from(*count) * score).sum::<f64>() / n;
    let squares: f64 = scores().map(|(count, s)| f64::from(*count) * (s - mean).powi(2)).sum();
    (pairs > 0).then_some((pairs, mean, squares / (n - 1.0).max(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-4
    }

    #[test]
    fn wilson_by_hand() {
        // The textbook case: 15 of 20 is 0.5313 to 0.8881.
        let interval = wilson(0.75, 20.0);
        assert!(near(interval.lo, 0.5313) && near(interval.hi, 0.8881), "{interval:?}");
        // All of n: n / (n + z²).
        let all = wilson(1.0, 100.0);
        assert!(near(all.lo, 100.0 / 103.8415) && all.hi == 1.0, "{all:?}");
        assert_eq!(wilson(0.0, 7.0).lo, 0.0);
    }

    #[test]
    fn effective_games_by_hand() {
        // 3 pairs won, 1 split, 1 lost: mean 0.7, variance (3·0.09 + 0.04 + 0.49) / 4 = 0.2.
        let (pairs, mean, variance) = moments(&[1, 0, 1, 0, 3]).unwrap();
        assert!(pairs == 5 && near(mean, 0.7) && near(variance, 0.2));
        assert!(near(effective_games(pairs, mean, variance), 5.0 * 0.21 / 0.2));
        // Every pair alike, every pair split, every pair won.
        assert_eq!(effective_games(10, 0.5, 0.5), 10.0);
        assert_eq!(effective_games(10, 0.5, 0.0), 20.0);
        assert_eq!(effective_games(10, 1.0, 0.0), 10.0);
        assert_eq!(effective_games(1, 0.75, 0.0), 1.0);
    }

    #[test]
    fn elo_in_words() {
        let text = |pentanomial| score_interval(&pentanomial).unwrap().to_elo().elo_text();
        assert_eq!(text([0, 0, 0, 0, 200]), "> +687");
        assert_eq!(text([200, 0, 0, 0, 0]), "< -687");
        assert_eq!(text([0, 0, 200, 0, 0]), "+0 [-34, +34]");
        assert_eq!(score_interval(&[0; 5]), None);
    }

    #[test]
    fn superiority_by_hand() {
        // Pairs alike: 60 won and 40 lost are worth 100 games, two standard errors.
        let found = superiority(&[40, 0, 0, 0, 60]).unwrap();
        assert!(near(found, 0.9765) || near(found, 0.9772), "{found}");
        let lost = superiority(&[60, 0, 0, 0, 40]).unwrap();
        assert!((found + lost - 1.0).abs() < 1e-12);
        assert_eq!((superiority(&[1, 0, 0, 0, 1]), superiority(&[0; 5])), (Some(0.5), None));
    }
}

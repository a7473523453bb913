//! What a match says about two players, with 95 % intervals over pairs.
//!
//! The two games of a pair share an opening, so they are not independent; pairs are. Every interval
//! therefore goes over pair means, as the pentanomial statistics of fishtest and fastchess do
//! (<https://official-stockfish.github.io/docs/fishtest-wiki/Fishtest-Mathematics.html>).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::GameResult;
use crate::score::Outcome;

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The two games of a pair as player A sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// How they ended.
    pub outcomes: [Outcome; 2],
    /// The least and the most points for A; equal where proven.
    pub points: [(i32, i32); 2],
}

impl Pair {
    /// A's score over both games in halves of a point, 0–4; `None` if one of them is undecided.
    pub fn halves(&self) -> Option<u32> {
        Some(self.outcomes[0].halves()? + self.outcomes[1].halves()?)
    }

    /// Centre and half the width of the bounds on the mean points of its two games.
    fn mean_points(&self) -> (f64, f64) {
        let [(a, b), (c, d)] = self.points;
        let (lo, hi) = (f64::from(a + c) / 2.0, f64::from(b + d) / 2.0);
        ((lo + hi) / 2.0, (hi - lo) / 2.0)
    }
}

/// An estimate with its 95 % interval. In files an infinite bound is the text `inf` or `-inf`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// The estimate.
    #[serde(with = "maybe_infinite")]
    pub estimate: f64,
    /// The lower end.
    #[serde(with = "maybe_infinite")]
    pub lo: f64,
    /// The upper end.
    #[serde(with = "maybe_infinite")]
    pub hi: f64,
}

/// Mean points a game for A, over all pairs: those that stay out of the score too, since leaving
/// out what is close would make the mean too large.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeanPoints {
    /// The mean is at least this; truncated games count as 0.
    pub lo: f64,
    /// The mean is at most this: equal to `lo` if the points of all games are proven.
    pub hi: f64,
    /// Half the width of the 95 % interval around it; `None` with a single pair. Where points are
    /// unproven it is as wide as the worst of what their bounds allow.
    pub half_width: Option<f64>,
    /// Pairs with a game whose points are unproven.
    pub unproven: u32,
}

/// Whether A is shown to be the better player, at 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The interval lies above an even score.
    Better,
    /// The interval lies below it.
    Worse,
    /// The interval holds it.
    Open,
}

impl Verdict {
    /// `better`, `worse` or `open`.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::Open => "open",
        }
    }
}

/// The result of a match for player A. Undecided pairs count in `points` alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statistics {
    /// Pairs that count.
    pub pairs: u32,
    /// Pairs left out, since it stayed open who won one of their games.
    pub undecided: u32,
    /// Games A won.
    pub wins: u32,
    /// Games drawn by the rules.
    pub draws: u32,
    /// Games A lost.
    pub losses: u32,
    /// Games cut off, half a point each.
    pub truncated: u32,
    /// Pairs by A's score: 0, ½, 1, 1½, 2.
    pub pentanomial: [u32; 5],
    /// A's mean score, 0–1; `None` if no pair counts.
    pub score: Option<Interval>,
    /// A's Elo above B, the score on the logistic scale.
    pub elo: Option<Interval>,
    /// A's mean points a game; `None` without pairs.
    pub points: Option<MeanPoints>,
}

impl Statistics {
    /// Statistics of whole pairs: the games with White for A first, as a match returns them.
    ///
    /// # Panics
    /// If a game of a pair is missing.
    pub fn of_games(games: &[GameResult]) -> Statistics {
        let pairs: Vec<Pair> = games.chunks(2).map(pair_of).collect();
        Statistics::of_pairs(&pairs)
    }

    /// Statistics of pairs.
    pub fn of_pairs(pairs: &[Pair]) -> Statistics {
        let counted: Vec<&Pair> = pairs.iter().filter(|pair| pair.halves().is_some()).collect();
        let mut pentanomial = [0; 5];
        for halves in counted.iter().filter_map(|pair| pair.halves()) {
            pentanomial[halves as usize] += 1;
        }
        let outcomes = || counted.iter().flat_map(|pair| pair.outcomes);
        let count = |outcome| outcomes().filter(|found| *found == outcome).count() as u32;
        let score = score_interval(&pentanomial);
        let points: Vec<(f64, f64)> = pairs.iter().map(Pair::mean_points).collect();
        Statistics {
            pairs: counted.len() as u32,
            undecided: (pairs.len() - counted.len()) as u32,
            wins: count(Outcome::Win),
            draws: count(Outcome::Draw),
            losses: count(Outcome::Loss),
            truncated: count(Outcome::Truncated),
            pentanomial,
            score,
            elo: score.map(Interval::to_elo),
            points: mean_points(&points),
        }
    }

    /// Whether the interval of the score excludes an even one.
    pub fn clear_of_even(&self) -> bool {
        self.verdict() != Verdict::Open
    }

    /// Whether A is shown to be better or worse.
    pub fn verdict(&self) -> Verdict {
        match self.score {
            Some(score) if score.lo > 0.5 => Verdict::Better,
            Some(score) if score.hi < 0.5 => Verdict::Worse,
            _ => Verdict::Open,
        }
    }
}

fn pair_of(games: &[GameResult]) -> Pair {
    let [first, second] = games else { panic!("a pair is two games") };
    assert!(first.pair == second.pair && first.white_is_a != second.white_is_a, "games of a pair");
    Pair {
        outcomes: [first.outcome(), second.outcome()],
        points: [first.points(), second.points()],
    }
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

/// Independent games that `pairs` pairs with this mean score and sample variance of pair scores
/// (0–1) are worth: n·p(1 − p)/s², the size at which a binomial mean would vary as much.
///
/// It is at least n, as if the games of a pair always ended alike, and at most 2n, as if they were
/// independent win-or-lose games: draws and opposed games would give more, but a small sample shows
/// little variance by luck too. Without any variance at the ends of the scale nothing is known of
/// the correlation, and it is n.
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

/// Elo difference at which the logistic curve expects this score: 400·log₁₀(s / (1 − s)) (Elo 1978,
/// "The Rating of Chessplayers", 8.4); infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

impl Interval {
    /// The same interval of a score on the Elo scale.
    pub fn to_elo(self) -> Interval {
        Interval { estimate: elo(self.estimate), lo: elo(self.lo), hi: elo(self.hi) }
    }

    /// An Elo interval in words: `+35 [+10, +61]`, or `> +412` if every game was won.
    pub fn elo_text(&self) -> String {
        if self.hi == f64::INFINITY {
            format!("> {}", whole(self.lo))
        } else if self.lo == f64::NEG_INFINITY {
            format!("< {}", whole(self.hi))
        } else {
            format!("{} [{}, {}]", whole(self.estimate), whole(self.lo), whole(self.hi))
        }
    }
}

impl fmt::Display for MeanPoints {
    /// `+4.2 ± 1.3`, or `+3.9 to +4.5 ± 1.6` where points are unproven.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&tenths(self.lo))?;
        if self.hi > self.lo {
            write!(f, " to {}", tenths(self.hi))?;
        }
        self.half_width.map_or(Ok(()), |half_width| write!(f, " ± {half_width:.1}"))
    }
}

// Adding zero turns −0 into 0.
fn tenths(points: f64) -> String {
    format!("{:+.1}", (points * 10.0).round() / 10.0 + 0.0)
}

fn whole(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
}

/// Number of pairs, mean and sample variance of their scores (0–1).
fn moments(pentanomial: &[u32; 5]) -> Option<(u32, f64, f64)> {
    let pairs: u32 = pentanomial.iter().sum();
    let scores = || pentanomial.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
    let n = f64::from(pairs);
    let mean = scores().map(|(count, score)| f64::from(*count) * score).sum::<f64>() / n;
    let squares: f64 = scores().map(|(count, s)| f64::from(*count) * (s - mean).powi(2)).sum();
    (pairs > 0).then_some((pairs, mean, squares / (n - 1.0).max(1.0)))
}

/// Mean of pair means given as centres with half widths. The deviations of the true values are at
/// most those of the centres and the half widths together (triangle inequality).
fn mean_points(points: &[(f64, f64)]) -> Option<MeanPoints> {
    let n = points.len() as f64;
    let centre = points.iter().map(|(centre, _)| centre).sum::<f64>() / n;
    let slack = points.iter().map(|(_, half)| half).sum::<f64>() / n;
    let deviation = points.iter().map(|(x, _)| (x - centre).powi(2)).sum::<f64>().sqrt()
        + points.iter().map(|(_, half)| half * half).sum::<f64>().sqrt();
    let error = deviation / ((n - 1.0) * n).sqrt();
    (!points.is_empty()).then(|| MeanPoints {
        lo: centre - slack,
        hi: centre + slack,
        half_width: (points.len() > 1).then(|| student(n - 1.0) * error),
        unproven: points.iter().filter(|(_, half)| *half > 0.0).count() as u32,
    })
}

/// The 97.5 % quantile of Student's t: from the tables up to 3 degrees of freedom, then by the
/// expansion of Abramowitz & Stegun 1964, 26.7.5, which is off by less than 0.01 there.
fn student(freedom: f64) -> f64 {
    const TABLE: [f64; 3] = [12.7062, 4.3027, 3.1824];
    if let Some(t) = TABLE.get(freedom as usize - 1) {
        return *t;
    }
    let z2 = Z * Z;
    let terms = [
        Z,
        Z * (z2 + 1.0) / 4.0,
        Z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0,
        Z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0,
    ];
    terms.iter().rev().fold(0.0, |sum, term| sum / freedom + term)
}

/// Numbers that may be infinite, which JSON has no sign for.
mod maybe_infinite {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Number {
        Finite(f64),
        Text(String),
    }

    pub(super) fn serialize<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
        if number.is_finite() { to.serialize_f64(*number) } else { to.collect_str(number) }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        match Number::deserialize(from)? {
            Number::Finite(number) => Ok(number),
            Number::Text(text) if text == "inf" => Ok(f64::INFINITY),
            Number::Text(text) if text == "-inf" => Ok(f64::NEG_INFINITY),
            Number::Text(text) => Err(D::Error::custom(format!("`{text}` is no number"))),
        }
    }
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
    fn elo_by_hand() {
        assert_eq!(elo(0.5), 0.0);
        assert!(near(elo(0.75), 190.8485) && near(elo(0.25), -190.8485));
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
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
    fn student_of_the_tables() {
        for (freedom, t) in [
            (1.0, 12.706),
            (2.0, 4.303),
            (3.0, 3.182),
            (4.0, 2.776),
            (9.0, 2.262),
            (30.0, 2.042),
            (1000.0, 1.962),
        ] {
            assert!((student(freedom) - t).abs() < 0.01, "{freedom}: {}", student(freedom));
        }
    }

    fn pair(outcomes: [Outcome; 2], points: [i32; 2]) -> Pair {
        Pair { outcomes, points: points.map(|points| (points, points)) }
    }

    #[test]
    fn a_match_by_hand() {
        use Outcome::{Draw, Loss, Truncated, Win};
        let pairs = [
            pair([Win, Win], [10, 4]),
            pair([Win, Loss], [6, -4]),
            pair([Draw, Truncated], [0, 0]),
            pair([Win, Draw], [7, 0]),
        ];
        let found = Statistics::of_pairs(&pairs);
        assert_eq!((found.pairs, found.undecided, found.truncated), (4, 0, 1));
        assert_eq!((found.wins, found.draws, found.losses), (4, 2, 1));
        assert_eq!(found.pentanomial, [0, 0, 2, 1, 1]);
        assert!(near(found.score.unwrap().estimate, 0.6875));
        // Pair means 7, 1, 0, 3.5: mean 2.875, variance 9.7292, t(3) = 3.182.
        let points = found.points.unwrap();
        assert!(near(points.lo, 2.875) && near(points.hi, 2.875) && points.unproven == 0);
        assert!((points.half_width.unwrap() - 3.182 * (9.7292_f64 / 4.0).sqrt()).abs() < 1e-3);
        assert_eq!(points.to_string(), "+2.9 ± 5.0");
        assert_eq!(found.verdict(), Verdict::Open);
    }

    #[test]
    fn unproven_points_are_an_interval_and_open_games_no_score() {
        use Outcome::{Loss, Undecided, Win};
        let decided = Pair { outcomes: [Win, Loss], points: [(2, 6), (-3, -3)] };
        let open = Pair { outcomes: [Undecided, Win], points: [(-2, 2), (1, 1)] };
        let found = Statistics::of_pairs(&[decided, open]);
        assert_eq!((found.pairs, found.undecided), (1, 1));
        assert_eq!((found.wins, found.losses, found.pentanomial), (1, 1, [0, 0, 1, 0, 0]));
        // Pair means from −0.5 to 1.5 and from −0.5 to 1.5: centres 0.5, half widths 1.
        let points = found.points.unwrap();
        assert_eq!((points.lo, points.hi, points.unproven), (-0.5, 1.5, 2));
        assert!((points.half_width.unwrap() - 12.7062).abs() < 1e-9);
        assert_eq!(points.to_string(), "-0.5 to +1.5 ± 12.7");
    }

    #[test]
    fn verdicts() {
        use Outcome::{Loss, Win};
        let of = |pair| Statistics::of_pairs(&vec![pair; 20]);
        assert_eq!(of(pair([Win, Win], [3, 3])).verdict(), Verdict::Better);
        assert_eq!(of(pair([Loss, Loss], [-3, -3])).verdict(), Verdict::Worse);
        assert!(of(pair([Loss, Loss], [-3, -3])).clear_of_even());
        let even = of(pair([Win, Loss], [3, -3]));
        assert!(!even.clear_of_even());
        assert_eq!(even.points.unwrap().to_string(), "+0.0 ± 0.0");
        assert_eq!(Statistics::of_pairs(&[]).verdict(), Verdict::Open);
    }

    #[test]
    fn infinite_elo_survives_json() {
        use Outcome::Win;
        let found = Statistics::of_pairs(&[pair([Win, Win], [3, 3])]);
        let json = serde_json::to_string(&found).unwrap();
        assert!(json.contains("\"inf\""), "{json}");
        assert_eq!(serde_json::from_str::<Statistics>(&json).unwrap(), found);
    }
}

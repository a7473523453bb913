//! Means and shares with 95 % intervals over pairs of games.
//!
//! The two games of a pair share an opening, so only pairs are independent.

use salta_stats::{Interval, effective_games, student, wilson};
use serde::Serialize;

/// What a measure counts, which decides its interval and when it is called undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A share of the games, in 0–1: Wilson's interval.
    Games,
    /// A share of the plies of a game, in 0–1, averaged over games: Student's interval.
    Plies,
    /// Points per game: Student's interval.
    Points,
    /// Any other number per game: Student's interval.
    Number,
}

impl Kind {
    /// The largest half-width of an interval that is not undecided: 2 points, or 5 % of a share.
    const fn bound(self) -> Option<f64> {
        match self {
            Kind::Games | Kind::Plies => Some(0.05),
            Kind::Points => Some(2.0),
            Kind::Number => None,
        }
    }
}

/// An estimate from games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Number of games with a value.
    pub games: u32,
    /// Number of pairs.
    pub pairs: u32,
    /// The mean and its 95 % interval.
    #[serde(flatten)]
    pub interval: Interval,
    /// Whether the result is undecided: half the width of the interval exceeds 2 points or 5 %.
    pub undecided: bool,
}

/// The value of a measure in one game or pair: lower and upper bound, equal if it is known.
pub type Value = Option<(f64, f64)>;

/// The mean of a pair's values that are known.
pub(crate) fn of_pair(games: &[Value]) -> Value {
    let known: Vec<(f64, f64)> = games.iter().flatten().copied().collect();
    let n = known.len() as f64;
    let mean = |end: fn(&(f64, f64)) -> f64| known.iter().map(end).sum::<f64>() / n;
    (!known.is_empty()).then(|| (mean(|x| x.0), mean(|x| x.1)))
}

/// The estimate from the values of games, pair by pair; `None` if nothing is known.
pub(crate) fn estimate(kind: Kind, pairs: &[[Value; 2]]) -> Option<Estimate> {
    let games = pairs.iter().flatten().flatten().count() as u32;
    let known: Vec<(f64, f64)> = pairs.iter().filter_map(|pair| of_pair(pair)).collect();
    if known.is_empty() {
        return None;
    }
    let interval = interval_of(kind, &known, games);
    let half = (interval.hi - interval.lo) / 2.0;
    let undecided = kind.bound().is_some_and(|bound| half.is_nan() || half > bound);
    Some(Estimate { games, pairs: known.len() as u32, interval, undecided })
}

fn interval_of(kind: Kind, known: &[(f64, f64)], games: u32) -> Interval {
    let n = known.len() as f64;
    let centres = || known.iter().map(|(lo, hi)| (lo + hi) / 2.0);
    let slack = known.iter().map(|(lo, hi)| (hi - lo) / 2.0).sum::<f64>() / n;
    let mean = centres().sum::<f64>() / n;
    let variance = centres().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    if kind == Kind::Games {
        let independent = effective_games(known.len() as u32, mean, variance);
        let found = wilson(mean, independent.min(f64::from(games)));
        return Interval {
            lo: (found.lo - slack).max(0.0),
            hi: (found.hi + slack).min(1.0),
            ..found
        };
    }
    // What is not proven may lie anywhere within its bounds: salta_stats::mean_of_openings.
    let open = known.iter().map(|(lo, hi)| ((hi - lo) / 2.0).powi(2)).sum::<f64>().sqrt();
    let deviation = (variance * (n - 1.0)).sqrt() + open;
    let half = match known.len() {
        1 => f64::INFINITY,
        _ => student(n - 1.0) * deviation / (n * (n - 1.0)).sqrt(),
    };
    let (lo, hi) = (mean - half - slack, mean + half + slack);
    match kind {
        Kind::Plies => Interval { estimate: mean, lo: lo.max(0.0), hi: hi.min(1.0) },
        _ => Interval { estimate: mean, lo, hi },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(values: &[f64]) -> Vec<[Value; 2]> {
        values.chunks(2).map(|two| [0, 1].map(|i| Some((two[i], two[i])))).collect()
    }

    #[test]
    fn a_mean_over_pairs() {
        // Pair means 7, 1, 0, 3.5: mean 2.875, variance 9.7292, t(3) = 3.1824.
        let found = estimate(Kind::Points, &exact(&[10.0, 4.0, 6.0, -4.0, 0.0, 0.0, 7.0, 0.0]));
        let found = found.unwrap();
        let half = 3.1824 * (9.7292_f64 / 4.0).sqrt();
        assert_eq!((found.games, found.pairs, found.interval.estimate), (8, 4, 2.875));
        assert!((found.interval.hi - found.interval.estimate - half).abs() < 1e-3);
        assert!(found.undecided, "half of it is {half}");
        let many = exact(&[3.0, 1.0].repeat(10));
        assert!(!estimate(Kind::Points, &many).unwrap().undecided);
    }

    #[test]
    fn a_share_stays_within_its_scale() {
        let all = estimate(Kind::Games, &exact(&[1.0; 20])).unwrap();
        assert_eq!((all.interval.estimate, all.interval.hi), (1.0, 1.0));
        assert!((0.6..0.8).contains(&all.interval.lo) && all.undecided, "{all:?}");
        let many = estimate(Kind::Games, &exact(&[1.0; 2000])).unwrap();
        assert!(!many.undecided && many.interval.lo > 0.99);
        let plies = estimate(Kind::Plies, &exact(&[1.0, 1.0, 0.9, 0.8])).unwrap();
        assert_eq!((plies.interval.lo, plies.interval.hi), (0.0, 1.0));
    }

    #[test]
    fn what_is_open_widens_and_what_is_unknown_is_left_out() {
        let pairs = vec![[Some((0.0, 2.0)), None]; 9];
        let found = estimate(Kind::Points, &pairs).unwrap();
        assert_eq!((found.games, found.pairs), (9, 9));
        // The truth may be 0 or 2 in each of the nine: t(8) = 2.306.
        let half = 1.0 + 2.306 * 3.0 / 72_f64.sqrt();
        assert!((found.interval.hi - 1.0 - half).abs() < 1e-3, "{found:?}");
        assert!((found.interval.lo - 1.0 + half).abs() < 1e-3, "{found:?}");
        assert_eq!(estimate(Kind::Points, &[[None, None]]), None);
        assert!(estimate(Kind::Points, &exact(&[1.0, 2.0])).unwrap().undecided);
    }
}

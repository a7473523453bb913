//! Mean points per game, with bounds where points are unproven.

use std::fmt;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::elo::signed;
use crate::interval::Interval;
use crate::outcome::Pair;

/// Mean points per game for A, over all pairs, including those without a score: leaving out these
/// close games would exaggerate the mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeanPoints {
    /// Lower bound of the mean; truncated and forfeited games count as 0.
    pub lo: f64,
    /// Upper bound of the mean; equal to `lo` if the points of all games are proven.
    pub hi: f64,
    /// Half the width of the 95 % interval around the mean; `None` with a single opening. Where
    /// points are unproven, that of the worst case which their bounds allow.
    pub half_width: Option<f64>,
    /// Pairs with a game whose points are unproven.
    pub unproven: u32,
}

impl fmt::Display for MeanPoints {
    /// `+4.2 ± 1.3`, or `+3.9 to +4.5 ± 1.6` where points are unproven.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&signed(self.lo, 1))?;
        if self.hi > self.lo {
            write!(f, " to {}", signed(self.hi, 1))?;
        }
        self.half_width.map_or(Ok(()), |half_width| write!(f, " ± {half_width:.1}"))
    }
}

/// A's mean points per game over the pairs of each opening, with an interval over openings; `None`
/// without pairs. The deviation of the true sums of an opening is at most that of the centres plus
/// that of the half-widths (triangle inequality).
pub fn mean_of_openings<'a>(openings: impl Iterator<Item = &'a [Pair]>) -> Option<MeanPoints> {
    let means = |pairs: &[Pair]| pairs.iter().map(Pair::mean_points).collect();
    let openings: Vec<Vec<(f64, f64)>> =
        openings.map(means).filter(|of: &Vec<_>| !of.is_empty()).collect();
    let (n, all) = (openings.len() as f64, openings.iter().map(Vec::len).sum::<usize>() as f64);
    let centre = openings.iter().flatten().map(|(centre, _)| centre).sum::<f64>() / all;
    let slack = openings.iter().flatten().map(|(_, half)| half).sum::<f64>() / all;
    let spread = |sum: fn(&[(f64, f64)], f64) -> f64| {
        openings.iter().map(|of| sum(of, centre).powi(2)).sum::<f64>().sqrt()
    };
    let deviation = spread(|of, centre| of.iter().map(|(x, _)| x - centre).sum())
        + spread(|of, _| of.iter().map(|(_, half)| half).sum());
    let error = deviation / ((n - 1.0) * (all * all / n)).sqrt();
    (!openings.is_empty()).then(|| MeanPoints {
        lo: centre - slack,
        hi: centre + slack,
        half_width: (openings.len() > 1).then(|| student(n - 1.0) * error),
        unproven: openings.iter().flatten().filter(|(_, half)| *half > 0.0).count() as u32,
    })
}

/// Σ sum / Σ count over clusters of (sum, count), with its 95 % interval over clusters; `None` if
/// nothing was counted (Cochran 1977, *Sampling Techniques*, 6.4: the ratio estimate of a cluster
/// sample).
pub fn ratio_of_clusters(clusters: &[(f64, f64)]) -> Option<Interval> {
    let known: Vec<_> = clusters.iter().filter(|(_, count)| *count > 0.0).collect();
    let (sum, all) = known.iter().fold((0.0, 0.0), |(s, n), (sum, count)| (s + sum, n + count));
    let (estimate, n) = (sum / all, known.len() as f64);
    let squares: f64 = known.iter().map(|(sum, count)| (sum - estimate * count).powi(2)).sum();
    let half = match known.len() {
        0 => return None,
        1 => f64::INFINITY,
        _ => student(n - 1.0) * (squares * n / (n - 1.0)).sqrt() / all,
    };
    Some(Interval { estimate, lo: estimate - half, hi: estimate + half })
}

/// The 97.5 % quantile of Student's t with `freedom` degrees of freedom.
pub fn student(freedom: f64) -> f64 {
    students_t(freedom).inverse_cdf(0.975)
}

pub(crate) fn students_t(freedom: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, freedom).expect("at least one degree of freedom")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Outcome;

    /// Clusters 6 of 2, 0 of 2 and 3 of 4: mean 9/8, residuals 3.75, −2.25, −1.5.
    #[test]
    fn a_ratio_of_clusters_by_hand() {
        let found = ratio_of_clusters(&[(6.0, 2.0), (0.0, 0.0), (0.0, 2.0), (3.0, 4.0)]).unwrap();
        let half = 4.3027 * (21.375_f64 * 3.0 / 2.0).sqrt() / 8.0;
        assert_eq!(found.estimate, 1.125);
        assert!((found.hi - 1.125 - half).abs() < 1e-3, "{found:?}");
        assert!((found.lo - 1.125 + half).abs() < 1e-3, "{found:?}");
        assert_eq!(ratio_of_clusters(&[(0.0, 0.0)]), None);
    }

    #[test]
    fn one_pair_has_no_interval_and_none_has_no_mean() {
        let pair = Pair { outcomes: [Outcome::Win, Outcome::Loss], points: [(1, 1), (-1, -1)] };
        assert_eq!(mean_of_openings([pair].chunks(1)).unwrap().to_string(), "+0.0");
        assert_eq!(mean_of_openings([].chunks(1)), None);
    }

    /// Pairs of one opening are not independent: repeating each changes nothing.
    #[test]
    fn the_interval_is_over_openings() {
        let of = |points| Pair { outcomes: [Outcome::Win; 2], points: [(points, points); 2] };
        let once = [of(3), of(8), of(1)];
        let twice = once.map(|pair| [pair; 2]);
        let found = mean_of_openings(once.chunks(1)).unwrap();
        assert_eq!(mean_of_openings(twice.iter().map(<[Pair; 2]>::as_slice)), Some(found));
        assert!(
            mean_of_openings(twice.as_flattened().chunks(1)).unwrap().half_width < found.half_width
        );
    }
}

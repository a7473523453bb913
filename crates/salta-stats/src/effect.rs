//! Effects over samples of training runs: crossed matches, two groups, several effects at once.
//!
//! Two runs of one config may differ by seed as much as by many a change of the config, so the
//! effect of an ablation's arm is a statement about runs; games only measure each run. If every run
//! of one arm plays every run of the other, the scores form a table y = μ + aᵢ + bⱼ + eᵢⱼ: rows and
//! columns are samples of all seeds, and e is the chance within one match (games within openings)
//! and how two runs suit each other. The variance of the mean is then
//! (MSA + MSB − MSE) / (rows · columns), with the mean squares of the two-way layout and
//! Satterthwaite's degrees of freedom (Searle, Casella & McCulloch 1992, "Variance Components",
//! 4.5; Satterthwaite 1946, Biometrics Bulletin 2:110–114).

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::interval::Interval;
use crate::points::students_t;

/// A mean over seeds with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// The estimate.
    pub mean: f64,
    /// Its standard error; 0 only for a sample of equal values.
    pub error: f64,
    /// Degrees of freedom of the standard error, at least 1.
    pub freedom: f64,
}

impl Effect {
    /// Returns the mean score of rows against columns, each a sample of at least two runs:
    /// `scores[i][j]` is that of row i against column j over `pairs` pairs of games. `None` with
    /// fewer rows or columns: one run says nothing about others.
    pub fn crossed(scores: &[Vec<f64>], pairs: u32) -> Option<Effect> {
        let (rows, columns) = (scores.len(), scores.first().map_or(0, Vec::len));
        if rows < 2 || columns < 2 {
            return None;
        }
        let (r, c) = (rows as f64, columns as f64);
        let row = |i: usize| scores[i].iter().sum::<f64>() / c;
        let column = |j: usize| scores.iter().map(|row| row[j]).sum::<f64>() / r;
        let mean = (0..rows).map(row).sum::<f64>() / r;
        let squares = |of: &mut dyn Iterator<Item = f64>| of.map(|x| x * x).sum::<f64>();
        let of_rows = c * squares(&mut (0..rows).map(|i| row(i) - mean)) / (r - 1.0);
        let of_columns = r * squares(&mut (0..columns).map(|j| column(j) - mean)) / (c - 1.0);
        let rest = |i: usize, j: usize| scores[i][j] - row(i) - column(j) + mean;
        let cells = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
        let of_rest = squares(&mut cells.map(|(i, j)| rest(i, j))) / ((r - 1.0) * (c - 1.0));
        let (square, freedom) = combined([of_rows, r - 1.0], [of_columns, c - 1.0], of_rest);
        // Where every match ended alike, only the chance within matches is left.
        let games = 2.0 * r * c * f64::from(pairs);
        let share = (mean * games + 1.0) / (games + 2.0);
        let variance = (square / (r * c)).max(share * (1.0 - share) / games);
        Some(Effect { mean, error: variance.sqrt(), freedom })
    }

    /// The mean of a sample; `None` with fewer than two values.
    pub fn of_sample(sample: &[f64]) -> Option<Effect> {
        let n = sample.len() as f64;
        let mean = sample.iter().sum::<f64>() / n;
        let squares: f64 = sample.iter().map(|x| (x - mean).powi(2)).sum();
        let error = (squares / (n - 1.0) / n).sqrt();
        // Equal values differ from their mean by rounding.
        let error = if error > 1e-12 * mean.abs().max(1.0) { error } else { 0.0 };
        (sample.len() > 1).then_some(Effect { mean, error, freedom: n - 1.0 })
    }

    /// The difference of the means of two groups of runs, each with at least two (Welch 1947,
    /// Biometrika 34:28–35); `None` with fewer, or where nothing varies.
    pub fn between(group: &[f64], other: &[f64]) -> Option<Effect> {
        let (a, b) = (Effect::of_sample(group)?, Effect::of_sample(other)?);
        let variance = a.error.powi(2) + b.error.powi(2);
        let freedom =
            variance.powi(2) / (a.error.powi(4) / a.freedom + b.error.powi(4) / b.freedom);
        (variance > 0.0).then(|| Effect { mean: a.mean - b.mean, error: variance.sqrt(), freedom })
    }

    /// The 95 % interval.
    pub fn interval(&self) -> Interval {
        let half = self.half_width();
        Interval { estimate: self.mean, lo: self.mean - half, hi: self.mean + half }
    }

    /// Half the width of the 95 % interval.
    pub fn half_width(&self) -> f64 {
        self.error * self.student().inverse_cdf(0.975)
    }

    /// Returns the two-sided p-value of a true mean of `null`.
    pub fn p(&self, null: f64) -> f64 {
        2.0 * self.student().sf(((self.mean - null) / self.error).abs())
    }

    /// Returns the detectable effect: the distance from no effect that a two-sided test at 5 %
    /// would find in four of five such experiments (a power of 80 %).
    pub fn detectable(&self) -> f64 {
        let student = self.student();
        self.error * (student.inverse_cdf(0.975) + student.inverse_cdf(0.8))
    }

    fn student(&self) -> StudentsT {
        students_t(self.freedom.max(1.0))
    }
}

/// Returns the mean square of the mean and its degrees of freedom. By chance, the sum may be less
/// than its larger part, which is impossible for the true values; then that part is returned.
fn combined(rows: [f64; 2], columns: [f64; 2], rest: f64) -> (f64, f64) {
    let larger = if rows[0] >= columns[0] { rows } else { columns };
    let sum = rows[0] + columns[0] - rest;
    if sum <= larger[0] {
        return (larger[0], larger[1]);
    }
    let part = |[square, freedom]: [f64; 2]| square * square / freedom;
    let freedom = sum * sum / (part(rows) + part(columns) + part([rest, rows[1] * columns[1]]));
    (sum, freedom.max(rows[1].min(columns[1])))
}

/// Corrects p-values for the number of tests (Holm 1979, "A simple sequentially rejective multiple
/// test procedure", Scandinavian Journal of Statistics 6:65–70).
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let (mut corrected, mut least) = (vec![1.0; p.len()], 0.0_f64);
    for (rank, number) in order.into_iter().enumerate() {
        least = least.max(((p.len() - rank) as f64 * p[number]).min(1.0));
        corrected[number] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_by_hand() {
        // Rows 0.6 and 0.7, columns 0.6 and 0.7, no rest: MSA = MSB = 0.01, MSE = 0.
        let found = Effect::crossed(&[vec![0.55, 0.65], vec![0.65, 0.75]], 100).unwrap();
        assert!((found.mean - 0.65).abs() < 1e-12 && (found.freedom - 2.0).abs() < 1e-9);
        assert!((found.error - (0.02_f64 / 4.0).sqrt()).abs() < 1e-12, "{found:?}");
        assert!((found.half_width() - 4.3027 * found.error).abs() < 1e-4);
        // t = 0.15 / 0.0707 = 2.1213 with 2 degrees of freedom.
        assert!((found.p(0.5) - 0.1679).abs() < 1e-3, "{}", found.p(0.5));
        assert!((found.detectable() / found.error - 4.3027 - 1.0607).abs() < 1e-3);
        assert_eq!(Effect::crossed(&[vec![0.5, 0.6]], 100), None);
        // MSA = 0.0625, MSB = 0.0225, MSE = 0.0025.
        let uneven = Effect::crossed(&[vec![0.5, 0.6], vec![0.7, 0.9]], 100).unwrap();
        assert!((uneven.error - (0.0825_f64 / 4.0).sqrt()).abs() < 1e-12, "{uneven:?}");
        // Three rows alike: MSA = 0, MSB = 0.06, MSE = 0.02.
        let rows = [vec![0.5, 0.7], vec![0.6, 0.6], vec![0.4, 0.8]];
        let by_columns = Effect::crossed(&rows, 100).unwrap();
        assert!((by_columns.error - 0.1).abs() < 1e-12 && by_columns.freedom == 1.0);
        let won = Effect::crossed(&vec![vec![1.0; 5]; 5], 20).unwrap();
        assert!((0.990..0.999).contains(&won.interval().lo), "{won:?}");
        // 1,000 games won: Laplace's share is 1001/1002.
        assert!((won.error - (1001.0_f64 / 1000.0).sqrt() / 1002.0).abs() < 1e-12, "{won:?}");
    }

    #[test]
    fn two_groups_by_hand() {
        // Variances of means 0.01/3 and 0.04/2: Welch's df = 1.4.
        let found = Effect::between(&[0.6, 0.7, 0.5], &[0.3, 0.58284]).unwrap();
        assert!((found.mean - 0.15858).abs() < 1e-9);
        assert!((found.error - (0.01_f64 / 3.0 + 0.02).sqrt()).abs() < 1e-4, "{found:?}");
        assert!((found.freedom - 1.3423).abs() < 1e-2, "{found:?}");
        assert_eq!(Effect::between(&[0.5], &[0.1, 0.2]), None);
        // Means of the same variance, 0.03, from three and two: 4 / (1/2 + 1/1).
        let half = 0.03_f64.sqrt();
        let even = Effect::between(&[0.2, 0.5, 0.8], &[0.5 - half, 0.5 + half]).unwrap();
        assert!((even.freedom - 8.0 / 3.0).abs() < 1e-9, "{even:?}");
    }

    #[test]
    fn holm_by_hand() {
        let found = holm(&[0.01, 0.04, 0.03, 0.005]);
        let found: Vec<f64> = found.iter().map(|p| (p * 1e6).round() / 1e6).collect();
        assert_eq!(found, [0.03, 0.06, 0.06, 0.02]);
    }
}

//! Intervals and likelihoods of superiority by resampling.
//!
//! Openings are drawn with replacement, each with its pairs in all matches: these share the opening
//! and the games' generators, so they are not independent of one another (a cluster bootstrap:
//! Davison & Hinkley 1997, "Bootstrap Methods and their Application", 3.8). Intervals are
//! percentiles, widened for small samples as in Hesterberg 2015, "What teachers should know about
//! the bootstrap", The American Statistician 69:371–386, 3.5.2.

use rand::{Rng, RngExt};
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal};

use super::bradley_terry::Fit;
use super::scores::{PairScore, Scores};
use crate::points::students_t;

pub(crate) struct Bootstrap {
    fits: Vec<Fit>,
    openings: usize,
    /// Share of replicates below a 95 % interval, and above it.
    tail: f64,
}

impl Bootstrap {
    /// Computes `replicates` fits; each has its own generator, so the number of threads has no
    /// effect.
    pub(crate) fn new<R: Rng>(
        players: usize,
        openings: &[Vec<PairScore>],
        replicates: u32,
        generator: impl Fn(u64) -> R + Sync,
    ) -> Bootstrap {
        let fit = |n: u32| Fit::new(&resampled(players, openings, &mut generator(n.into())));
        let fits = (0..replicates).into_par_iter().map(fit).collect();
        Bootstrap { fits, openings: openings.len(), tail: tail(openings.len()) }
    }

    /// Whether the openings are so few that intervals come out too narrow.
    pub(crate) fn has_few_openings(&self) -> bool {
        self.openings < 8
    }

    /// The 95 % interval of i's Elo above j.
    pub(crate) fn interval(&self, i: usize, j: usize) -> (f64, f64) {
        percentiles(self.fits.iter().map(|fit| fit.difference(i, j)), self.tail)
    }

    /// The 95 % interval of the mean Elo of `members` above j, with the members as a sample too.
    pub(crate) fn group_interval<R: Rng>(
        &self,
        members: &[usize],
        j: usize,
        generator: impl Fn(u64) -> R,
    ) -> (f64, f64) {
        let count = members.len() as u32;
        let mean = |(number, fit): (usize, &Fit)| {
            let mut rng = generator(number as u64);
            let drawn = (0..count).map(|_| members[rng.random_range(0..count) as usize]);
            let ends = drawn.map(|i| fit.difference(i, j));
            let sum = ends.fold((0.0, 0.0), |sum, (lo, hi)| (sum.0 + lo, sum.1 + hi));
            // With infinities of both signs the mean is unknown and the sum NaN, which `max` and
            // `min` pass over.
            let sum = (sum.0.max(f64::NEG_INFINITY), sum.1.min(f64::INFINITY));
            (sum.0 / f64::from(count), sum.1 / f64::from(count))
        };
        percentiles(self.fits.iter().enumerate().map(mean), self.tail.min(tail(members.len())))
    }

    /// Whether i's Elo above j is the same in all replicates, as where all pairs ended alike: then
    /// the bootstrap knows nothing of chance.
    pub(crate) fn is_constant(&self, i: usize, j: usize) -> bool {
        let mut fits = self.fits.iter().map(|fit| fit.difference(i, j));
        let (first, _) = fits.next().expect("there is a replicate");
        fits.all(|(lo, hi)| (lo - first).abs() < 1e-6 && (hi - first).abs() < 1e-6)
    }

    /// Share of replicates in which i is above j; one that does not order them counts half.
    pub(crate) fn superiority(&self, i: usize, j: usize) -> f64 {
        let above = |fit: &Fit| match fit.difference(i, j) {
            (lo, _) if lo > 0.0 => 1.0,
            (_, hi) if hi < 0.0 => 0.0,
            _ => 0.5,
        };
        self.fits.iter().map(above).sum::<f64>() / self.fits.len() as f64
    }
}

/// Returns the `tail` quantile of the lower ends, and the 1 − `tail` quantile of the upper ends.
fn percentiles(ends: impl Iterator<Item = (f64, f64)>, tail: f64) -> (f64, f64) {
    let (mut least, mut most): (Vec<f64>, Vec<f64>) = ends.unzip();
    least.sort_by(f64::total_cmp);
    most.sort_by(f64::total_cmp);
    let last = least.len() - 1;
    let below = (tail * least.len() as f64) as usize;
    (least[below.min(last)], most[last - below.min(last)])
}

fn resampled(players: usize, openings: &[Vec<PairScore>], rng: &mut impl Rng) -> Scores {
    let mut scores = Scores::new(players);
    for _ in openings {
        let drawn = &openings[rng.random_range(0..openings.len() as u32) as usize];
        drawn.iter().for_each(|pair| pair.add_to(&mut scores));
    }
    scores
}

/// Returns the tail of a percentile interval that is as wide as Student's t over `n` clusters
/// requires.
fn tail(n: usize) -> f64 {
    if n < 2 {
        return 0.0;
    }
    let n = n as f64;
    Normal::standard().cdf(students_t(n - 1.0).inverse_cdf(0.025) * (n / (n - 1.0)).sqrt())
}

#[cfg(test)]
mod tests {
    use salta_env::{Generator, generator};

    use super::*;

    fn seeded(seed: u64) -> impl Fn(u64) -> Generator {
        move |number| generator(seed, "arena-bootstrap", number)
    }

    fn openings(count: usize) -> Vec<Vec<PairScore>> {
        (0..count).map(|i| vec![PairScore { a: 0, b: 1, halves: (i % 5) as u32 }]).collect()
    }

    #[test]
    fn small_samples_have_thinner_tails() {
        // Hesterberg 2015, table of 3.5.2: n = 20 has 1.6 % in each tail.
        assert!((tail(20) - 0.016).abs() < 5e-4, "{}", tail(20));
        assert!((tail(100_000) - 0.025).abs() < 1e-4 && tail(2) < 1e-9 && tail(1) == 0.0);
    }

    #[test]
    fn a_group_of_one_player_many_times_is_that_player() {
        let bootstrap = Bootstrap::new(2, &openings(50), 200, seeded(1));
        let (lo, hi) = bootstrap.interval(0, 1);
        let group = bootstrap.group_interval(&[0; 200], 1, seeded(2));
        assert!((group.0 - lo).abs() < 1e-6 && (group.1 - hi).abs() < 1e-6, "{group:?} {lo} {hi}");
        assert!(lo < 0.0 && 0.0 < hi);
    }

    #[test]
    fn the_mean_of_a_run_above_and_one_below_is_unknown() {
        // Without the first opening, 0 is above 2 without limit, and 1 below it.
        let openings = |i: u32| {
            let halves = if i == 0 { [2, 2] } else { [4, 0] };
            [0, 1].map(|a| PairScore { a, b: 2, halves: halves[a] }).to_vec()
        };
        let openings: Vec<_> = (0..10).map(openings).collect();
        let group = Bootstrap::new(3, &openings, 200, seeded(1));
        let group = group.group_interval(&[0, 1], 2, seeded(2));
        assert_eq!(group, (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn the_seed_decides_and_threads_do_not() {
        let of = |seed, threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| Bootstrap::new(2, &openings(50), 200, seeded(seed)).interval(0, 1))
        };
        assert_eq!(of(1, 1), of(1, 4));
        assert_ne!(of(1, 1), of(2, 1));
    }

    #[test]
    fn an_interval_is_about_as_wide_as_theory_has_it() {
        // 200 pairs, variance of the pair score 1/8: the score's standard error is 0.025.
        let (lo, hi) = Bootstrap::new(2, &openings(200), 2000, seeded(1)).interval(0, 1);
        let width = 2.0 * 1.972 * 0.025 * 4.0 * super::super::bradley_terry::ELO;
        assert!(((hi - lo) / width - 1.0).abs() < 0.1, "{lo} {hi} {width}");
    }

    #[test]
    fn superiority_is_a_share() {
        let even = Bootstrap::new(3, &openings(100), 400, seeded(1));
        assert!((even.superiority(0, 1) - 0.5).abs() < 0.1);
        assert!((even.superiority(0, 1) + even.superiority(1, 0) - 1.0).abs() < 1e-9);
        assert_eq!(even.superiority(0, 2), 0.5);
        let won = vec![vec![PairScore { a: 0, b: 1, halves: 4 }]; 10];
        assert_eq!(Bootstrap::new(2, &won, 50, seeded(1)).superiority(0, 1), 1.0);
    }
}

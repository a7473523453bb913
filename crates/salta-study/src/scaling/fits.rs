//! Power laws: loss = a · x^(−b), by least squares of the logarithms.
//!
//! Losses and compute are means over seeds. Intervals are jackknife intervals over seeds (Miller
//! 1974, "The jackknife: a review"): each seed is left out in turn.

use salta_stats::{Interval, ratio_of_clusters, student};

use super::points::ScalingPoint;

/// How one size, or the frontier of all sizes, scales.
#[derive(Clone, Debug, PartialEq)]
pub struct ScalingFit {
    /// The size; `None` for the frontier, the networks that no other beats with less compute.
    pub size: Option<String>,
    /// As in [`ScalingPoint`].
    pub positions: String,
    /// Number of seeds.
    pub seeds: usize,
    /// The exponent b over training compute, with the most simulations.
    pub compute: Option<Interval>,
    /// The exponent b over simulations, of the last generation.
    pub simulations: Option<Interval>,
    /// Number of doublings of simulations that lower the loss as much as one of training compute;
    /// `None` if simulations are not shown to lower it.
    pub exchange: Option<Interval>,
}

/// The fits of each size and of the frontier, for each kind of positions.
pub fn scaling_fits(points: &[ScalingPoint]) -> Vec<ScalingFit> {
    let mut fits = Vec::new();
    for positions in distinct(points.iter().map(|point| point.positions.clone())) {
        let of = known_in_all_seeds(points, &positions);
        let of: Vec<&ScalingPoint> = of.iter().collect();
        for size in distinct(of.iter().map(|point| point.size.clone())) {
            let own: Vec<&ScalingPoint> =
                of.iter().copied().filter(|point| point.size == size).collect();
            let simulations = jackknife(&own, |points| exponent(&over_simulations(points)));
            let shown = simulations.is_some_and(|found| found.lo > 0.0);
            fits.push(ScalingFit {
                size: Some(size),
                positions: positions.clone(),
                seeds: seeds(&own).len(),
                compute: jackknife(&own, |points| exponent(&over_compute(points))),
                simulations,
                exchange: if shown { jackknife(&own, exchange) } else { None },
            });
        }
        let whole = of_whole_seeds(&of);
        fits.push(ScalingFit {
            size: None,
            positions,
            seeds: seeds(&whole).len(),
            compute: jackknife(&whole, |points| exponent(&frontier(points))),
            simulations: None,
            exchange: None,
        });
    }
    fits
}

/// The points of these positions, without the losses where one of the seeds has none: without a
/// seed that scored nothing, or everything, a mean would be that of the others.
pub(super) fn known_in_all_seeds(points: &[ScalingPoint], positions: &str) -> Vec<ScalingPoint> {
    let of = points.iter().filter(|point| point.positions == positions);
    let at = |point: &ScalingPoint| (point.size.clone(), point.generation, point.simulations);
    let open: Vec<_> = of.clone().filter(|point| point.loss.is_none()).map(at).collect();
    let loss = |point: &ScalingPoint| point.loss.filter(|_| !open.contains(&at(point)));
    of.map(|point| ScalingPoint { loss: loss(point), ..point.clone() }).collect()
}

pub(super) fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    all.for_each(|one| {
        if !found.contains(&one) {
            found.push(one);
        }
    });
    found
}

fn seeds(points: &[&ScalingPoint]) -> Vec<u64> {
    distinct(points.iter().map(|point| point.seed))
}

/// Compute and loss of each generation of each size, means over seeds, with the most simulations.
pub(super) fn over_compute(points: &[&ScalingPoint]) -> Vec<(f64, Interval)> {
    let most = points.iter().map(|point| point.simulations).max();
    let of = points.iter().copied().filter(|point| Some(point.simulations) == most);
    let of: Vec<&ScalingPoint> = of.collect();
    let keys = distinct(of.iter().map(|point| (point.size.clone(), point.generation)));
    let at = |(size, generation): &(String, u32)| {
        let here = of.iter().filter(|p| p.size == *size && p.generation == *generation);
        mean(here.filter_map(|point| Some((point.compute, point.loss?))))
    };
    keys.iter().filter_map(at).collect()
}

/// Simulations and loss of the last generation, means over seeds.
pub(super) fn over_simulations(points: &[&ScalingPoint]) -> Vec<(f64, Interval)> {
    let last = points.iter().map(|point| point.generation).max();
    let of: Vec<_> = points.iter().filter(|point| Some(point.generation) == last).collect();
    let at = |simulations: &u32| {
        let here = of.iter().filter(|point| point.simulations == *simulations);
        mean(here.filter_map(|point| Some((f64::from(point.simulations), point.loss?))))
    };
    distinct(of.iter().map(|point| point.simulations)).iter().filter_map(at).collect()
}

/// The means of pairs of x and loss, that of the losses with its interval.
fn mean(pairs: impl Iterator<Item = (f64, f64)>) -> Option<(f64, Interval)> {
    let (x, losses): (Vec<f64>, Vec<_>) = pairs.map(|(x, loss)| (x, (loss, 1.0))).unzip();
    Some((x.iter().sum::<f64>() / x.len() as f64, ratio_of_clusters(&losses)?))
}

/// The points of the seeds that have all sizes; in a study under way some seeds lack sizes.
fn of_whole_seeds<'a>(points: &[&'a ScalingPoint]) -> Vec<&'a ScalingPoint> {
    let sizes = |points: &[&ScalingPoint]| distinct(points.iter().map(|p| p.size.clone())).len();
    let of_seed = |seed| points.iter().copied().filter(|point| point.seed == seed).collect();
    let mut by_seed: Vec<Vec<_>> = seeds(points).into_iter().map(of_seed).collect();
    by_seed.retain(|of_seed| sizes(of_seed) == sizes(points));
    by_seed.concat()
}

/// Returns the points that no other beats in both compute and loss, from seeds with all sizes.
pub(super) fn frontier(points: &[&ScalingPoint]) -> Vec<(f64, Interval)> {
    let mut all = over_compute(&of_whole_seeds(points));
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut least = f64::INFINITY;
    all.retain(|(_, loss)| {
        let better = loss.estimate < least;
        least = least.min(loss.estimate);
        better
    });
    all
}

/// Returns b of y = a · x^(−b) by a least-squares fit of log y; `None` with fewer than two
/// different x. A loss of 0 has no logarithm and is left out.
fn exponent(pairs: &[(f64, Interval)]) -> Option<f64> {
    let known = pairs.iter().filter(|(x, y)| *x > 0.0 && y.estimate > 0.0);
    let logs: Vec<(f64, f64)> = known.map(|(x, y)| (x.ln(), y.estimate.ln())).collect();
    let (x, y) = mean(logs.iter().copied())?;
    let y = y.estimate;
    let spread: f64 = logs.iter().map(|(a, _)| (a - x).powi(2)).sum();
    let together: f64 = logs.iter().map(|(a, b)| (a - x) * (b - y)).sum();
    // 0, not −0, where y is the same for all x.
    (spread > 0.0).then(|| 0.0 - together / spread)
}

/// The exponent over compute divided by that over simulations.
fn exchange(points: &[&ScalingPoint]) -> Option<f64> {
    let [training, search] = [over_compute(points), over_simulations(points)].map(|p| exponent(&p));
    Some(training? / search?)
}

/// Returns a statistic with its 95 % interval over seeds, which is infinite with a single seed.
fn jackknife(
    points: &[&ScalingPoint],
    statistic: impl Fn(&[&ScalingPoint]) -> Option<f64>,
) -> Option<Interval> {
    let estimate = statistic(points)?;
    let seeds = seeds(points);
    let without = |seed: &u64| {
        let rest: Vec<_> = points.iter().copied().filter(|point| point.seed != *seed).collect();
        statistic(&rest)
    };
    let n = seeds.len() as f64;
    let left: Option<Vec<f64>> = seeds.iter().map(without).collect();
    let half = match left.filter(|left| left.len() > 1) {
        None => f64::INFINITY,
        Some(left) => {
            let mean = left.iter().sum::<f64>() / n;
            let squares: f64 = left.iter().map(|x| (x - mean).powi(2)).sum();
            student(n - 1.0) * ((n - 1.0) / n * squares).sqrt()
        }
    };
    Some(Interval { estimate, lo: estimate - half, hi: estimate + half })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(seed: u64, generation: u32, loss: f64) -> ScalingPoint {
        ScalingPoint {
            size: "a".into(),
            weights: 1,
            seed,
            generation,
            compute: f64::from(generation),
            simulations: 1,
            positions: "games".into(),
            loss: Some(loss),
            decisions: 1,
        }
    }

    /// Points of 2 · C^(−0.5) · S^(−0.25), times a factor of each seed.
    fn points(factors: &[f64]) -> Vec<ScalingPoint> {
        let mut found = Vec::new();
        for (size, weights) in [("small", 10.0), ("large", 1000.0)] {
            for (seed, factor) in (1..).zip(factors) {
                for (generation, simulations) in
                    [1, 4, 16].into_iter().flat_map(|g| [(g, 1), (g, 16), (g, 256)])
                {
                    let compute = weights * f64::from(generation);
                    let loss =
                        factor * 2.0 * compute.powf(-0.5) * f64::from(simulations).powf(-0.25);
                    found.push(ScalingPoint {
                        size: size.into(),
                        compute,
                        simulations,
                        ..point(seed, generation, loss)
                    });
                }
            }
        }
        found
    }

    #[test]
    fn exponents_of_a_power_law_are_found() {
        let near = |interval: Option<Interval>, value: f64| {
            let found = interval.unwrap();
            assert!((found.estimate - value).abs() < 1e-9, "{found:?}");
            assert!((found.hi - found.lo).abs() < 1e-6, "{found:?}");
        };
        let fits = scaling_fits(&points(&[1.0, 1.5, 0.7]));
        assert_eq!(fits.len(), 3);
        for fit in &fits[..2] {
            near(fit.compute, 0.5);
            near(fit.simulations, 0.25);
            near(fit.exchange, 2.0);
        }
        assert_eq!((fits[2].size.as_ref(), fits[2].seeds), (None, 3));
        near(fits[2].compute, 0.5);
    }

    /// By hand: three seeds with two generations each have exponents 1, 2 and 3, with equal losses
    /// in the first; without one of them, the means are those of the other two.
    #[test]
    fn the_interval_is_over_seeds() {
        let ends = [0.5, 0.25, 0.125];
        let all: Vec<_> =
            (1..).zip(ends).flat_map(|(s, end)| [point(s, 1, 1.0), point(s, 2, end)]).collect();
        let fit = &scaling_fits(&all)[0];
        let exponent = |losses: &[f64]| -(losses.iter().sum::<f64>() / losses.len() as f64).log2();
        let left = [exponent(&ends[1..]), exponent(&[ends[0], ends[2]]), exponent(&ends[..2])];
        let mean = left.iter().sum::<f64>() / 3.0;
        let error = (2.0 / 3.0 * left.iter().map(|x| (x - mean).powi(2)).sum::<f64>()).sqrt();
        let found = fit.compute.unwrap();
        assert!((found.estimate - exponent(&ends)).abs() < 1e-9);
        assert!((found.hi - found.estimate - 4.302_652_73 * error).abs() < 1e-6, "{found:?}");
        assert_eq!((fit.simulations, fit.exchange), (None, None));
        let one = scaling_fits(&all[..2])[0].compute.unwrap();
        assert!(one.estimate == 1.0 && one.hi.is_infinite());
    }

    #[test]
    fn where_a_seed_has_no_loss_the_others_have_no_part() {
        let mut all = points(&[1.0, 3.0]);
        let known = |all: &[ScalingPoint]| {
            known_in_all_seeds(all, "games").iter().filter(|point| point.loss.is_some()).count()
        };
        let fits = scaling_fits(&all);
        assert_eq!(known(&all), all.len());
        // The first generation with one simulation; the mean of the other seed alone is larger.
        all[0].loss = None;
        assert_eq!(known(&all), all.len() - 2);
        let near = |a: Option<Interval>, b: Option<Interval>| {
            assert!((a.unwrap().estimate - b.unwrap().estimate).abs() < 1e-9, "{a:?} {b:?}");
        };
        for (fit, whole) in scaling_fits(&all).iter().zip(&fits) {
            near(fit.compute, whole.compute);
        }
        all.iter_mut().for_each(|point| point.loss = None);
        assert!(scaling_fits(&all).iter().all(|fit| fit.compute.is_none()));
    }

    #[test]
    fn a_seed_without_all_sizes_has_no_part_in_the_fit_of_the_frontier() {
        let mut all = points(&[1.0, 1.5, 0.7]);
        // Another exponent, so that the interval has a width.
        for point in all.iter_mut().filter(|point| point.seed == 2) {
            point.loss = point.loss.map(|loss| loss.powf(1.5));
        }
        let frontier_of = |kept: fn(&ScalingPoint) -> bool| {
            let points: Vec<_> = all.iter().filter(|point| kept(point)).cloned().collect();
            scaling_fits(&points).pop().unwrap()
        };
        let whole = frontier_of(|point| point.seed != 3);
        assert_eq!(whole.seeds, 2);
        assert_eq!(frontier_of(|point| point.seed != 3 || point.size == "small"), whole);
    }

    #[test]
    fn the_frontier_is_what_nothing_cheaper_beats() {
        let mut all = points(&[1.0]);
        // The large network's first generation is worse than the small one's last, at more compute.
        for point in all.iter_mut().filter(|p| p.size == "large" && p.generation == 1) {
            point.loss = Some(10.0);
        }
        // A seed whose large network is not measured yet has no part.
        all.push(ScalingPoint { seed: 9, loss: Some(1e-3), ..all[0].clone() });
        let found = frontier(&all.iter().collect::<Vec<_>>());
        let compute: Vec<f64> = found.iter().map(|(compute, _)| *compute).collect();
        assert_eq!(compute, [10.0, 40.0, 160.0, 4000.0, 16000.0]);
    }
}

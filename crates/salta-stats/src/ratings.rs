//! Ratings over a whole pool of players, with 95 % intervals.
//!
//! ```
//! use salta_stats::{PairScore, Pool, RatingSettings};
//!
//! // Twenty openings: 0 beats 1 by 3 to 1 in each pair.
//! let mut pool = Pool::new(2);
//! (0..20).for_each(|opening| pool.add(opening, PairScore { a: 0, b: 1, halves: 3 }));
//! let ratings = pool.rate(&RatingSettings::default(), salta_env::generator);
//! assert_eq!(ratings.elo[ratings.anchor].unwrap().estimate, 0.0);
//! assert!((ratings.elo[1].unwrap().estimate + 190.85).abs() < 0.01);
//! ```

mod bootstrap;
mod bradley_terry;
mod misfit;
mod order;
mod scores;
mod sweep;

use rand::Rng;
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use crate::interval::{Interval, Z};
use crate::points::ratio_of_clusters;
use bootstrap::Bootstrap;
use bradley_terry::Fit;
pub use misfit::{Meeting, Misfit};
pub use order::MAX_PLAYERS;
pub use scores::PairScore;
use scores::Scores;

/// Settings of the ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingSettings {
    /// Index of the player whose rating is 0. By default the first of the largest set of players
    /// that results connect.
    pub anchor: Option<usize>,
    /// Replicates of the bootstrap, at least 1. Default 1000.
    pub replicates: u32,
    /// Seed of the bootstrap. Default 1.
    pub seed: u64,
}

impl Default for RatingSettings {
    fn default() -> RatingSettings {
        RatingSettings { anchor: None, replicates: 1000, seed: 1 }
    }
}

/// Ratings of a pool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratings {
    /// Index of the player whose rating is 0.
    pub anchor: usize,
    /// Elo above the anchor; `None` if no results link the two. A player that the results place
    /// above or below the anchor without limit has an infinite estimate and a bound on one side; no
    /// bound if neither it nor players connected to it have met the anchor or players connected to
    /// that.
    pub elo: Vec<Option<Interval>>,
    /// Row i, column j: likelihood that i is stronger than j, 0–1.
    pub superiority: Vec<Vec<f64>>,
}

/// The results of players that are rated together.
#[derive(Clone, Debug)]
pub struct Pool {
    players: usize,
    openings: Vec<Vec<PairScore>>,
}

impl Pool {
    /// A pool of players 0 to `players` − 1.
    ///
    /// # Panics
    /// With more than [`MAX_PLAYERS`].
    pub fn new(players: usize) -> Pool {
        assert!(players <= MAX_PLAYERS, "at most {MAX_PLAYERS} players are rated together");
        Pool { players, openings: Vec::new() }
    }

    /// Adds a pair from an opening; pairs from one opening are resampled together.
    pub fn add(&mut self, opening: usize, pair: PairScore) {
        if self.openings.len() <= opening {
            self.openings.resize_with(opening + 1, Vec::new);
        }
        self.openings[opening].push(pair);
    }

    /// Returns the maximum-likelihood ratings, relative to the anchor. `generator` makes a random
    /// generator from a seed, a purpose and a number; each replicate of the bootstrap has its own.
    ///
    /// # Panics
    /// If the anchor is not a player of the pool, or the pool is empty.
    pub fn rate<R: Rng>(
        &self,
        settings: &RatingSettings,
        generator: impl Fn(u64, &str, u64) -> R + Sync,
    ) -> Ratings {
        self.rate_groups(&[], settings, generator).0
    }

    /// Like [`Pool::rate`], and returns the mean Elo above the anchor of each group of players,
    /// such as the training runs of one config. Its interval covers the choice of members too: it
    /// holds the bootstrap's, in which each replicate draws them with replacement, like openings,
    /// and Student's interval over the members' ratings, without which it would be too narrow for
    /// a few members. `None` for a group with fewer than two members, or one whose mean is not
    /// finite.
    ///
    /// # Panics
    /// Those of [`Pool::rate`].
    pub fn rate_groups<R: Rng>(
        &self,
        groups: &[Vec<usize>],
        settings: &RatingSettings,
        generator: impl Fn(u64, &str, u64) -> R + Sync,
    ) -> (Ratings, Vec<Option<Interval>>) {
        let scores = self.scores();
        let fit = Fit::new(&scores);
        let anchor = settings.anchor.unwrap_or_else(|| largest(&fit)[0]);
        assert!(anchor < self.players, "the anchor is a player of the pool");
        let played: Vec<Vec<PairScore>> =
            self.openings.iter().filter(|pairs| !pairs.is_empty()).cloned().collect();
        let draws = |replicate| generator(settings.seed, "arena-bootstrap", replicate);
        let bootstrap = Bootstrap::new(self.players, &played, settings.replicates.max(1), draws);
        let rated = Rated::new(scores, fit, bootstrap);
        let group = |members: &Vec<usize>| {
            let elo = members.iter().map(|i| (rated.fit.difference(*i, anchor).0, 1.0));
            let over_members = ratio_of_clusters(&elo.collect::<Vec<_>>())?;
            let draws = |replicate| generator(settings.seed, "arena-groups", replicate);
            let (lo, hi) = rated.bootstrap.group_interval(members, anchor, draws);
            let whole = members.len() > 1 && over_members.estimate.is_finite();
            whole.then(|| Interval {
                lo: lo.min(over_members.lo),
                hi: hi.max(over_members.hi),
                ..over_members
            })
        };
        let groups = groups.iter().map(group).collect();
        let row = |i| (0..self.players).map(|j| rated.superiority(i, j)).collect();
        let ratings = Ratings {
            anchor,
            elo: (0..self.players).map(|i| rated.elo(i, anchor)).collect(),
            superiority: (0..self.players).map(row).collect(),
        };
        (ratings, groups)
    }

    /// How well one number per player describes the results.
    pub fn misfit(&self) -> Misfit {
        let fit = Fit::new(&self.scores());
        misfit::misfit(self.players, &fit, self.openings.iter().flatten())
    }

    fn scores(&self) -> Scores {
        let mut scores = Scores::new(self.players);
        self.openings.iter().flatten().for_each(|pair| pair.add_to(&mut scores));
        scores
    }
}

/// A pool's results with the ratings fitted to them.
struct Rated {
    scores: Scores,
    fit: Fit,
    bootstrap: Bootstrap,
    /// Whether the player's distance to some other one is the same in all replicates.
    rigid: Vec<bool>,
    /// [`swept`].
    swept: Vec<Vec<Option<f64>>>,
}

impl Rated {
    fn new(scores: Scores, fit: Fit, bootstrap: Bootstrap) -> Rated {
        let players = scores.players;
        let constant = |i, j| i != j && is_bounded(&fit, i, j) && bootstrap.is_constant(i, j);
        let rigid = |i| (0..players).any(|j| constant(i, j));
        let rigid = (0..players).map(rigid).collect();
        let swept = swept(&scores, &fit);
        Rated { scores, fit, bootstrap, rigid, swept }
    }

    fn elo(&self, i: usize, anchor: usize) -> Option<Interval> {
        let (least, most) = self.fit.difference(i, anchor);
        if least.is_finite() {
            let (lo, hi) = self.bootstrap.interval(i, anchor);
            let half = self.error_by_games(i, anchor).map_or(0.0, |error| Z * error);
            let (lo, hi) = (lo.min(least - half), hi.max(least + half));
            return Some(Interval { estimate: least, lo, hi });
        }
        if least < most {
            return None;
        }
        let bound = sweep::least_gap(&self.scores, &self.fit, i, anchor);
        let (lo, hi) = if least > 0.0 {
            (bound.unwrap_or(f64::NEG_INFINITY), f64::INFINITY)
        } else {
            (f64::NEG_INFINITY, bound.unwrap_or(f64::INFINITY))
        };
        Some(Interval { estimate: least, lo, hi })
    }

    /// The standard error of i's Elo above j by the number of games, where the bootstrap knows too
    /// little of chance: with few openings, and where pairs that link the two all ended alike.
    fn error_by_games(&self, i: usize, j: usize) -> Option<f64> {
        let little = self.bootstrap.has_few_openings() || self.rigid[i] || self.rigid[j];
        let needed = little && i != j && is_bounded(&self.fit, i, j);
        needed.then(|| self.fit.error(&self.scores, i, j)).flatten()
    }

    fn superiority(&self, i: usize, j: usize) -> f64 {
        let share = self.bootstrap.superiority(i, j);
        let by_games = match self.fit.difference(i, j) {
            (f64::INFINITY, _) => self.swept[i][j],
            (_, f64::NEG_INFINITY) => self.swept[j][i].map(|above| 1.0 - above),
            (gap, _) => self.error_by_games(i, j).map(|error| Normal::standard().cdf(gap / error)),
        };
        let by_games = by_games.unwrap_or(share);
        if (by_games - 0.5).abs() < (share - 0.5).abs() { by_games } else { share }
    }
}

/// The likelihood that the row's player, which results place above the column's, is the stronger: by
/// their own matches and those of players connected to them, or else by the best way over players
/// between them, all steps of which must hold. `None` for other pairs.
fn swept(scores: &Scores, fit: &Fit) -> Vec<Vec<Option<f64>>> {
    let players = 0..scores.players;
    let is_above = |i, j| fit.difference(i, j).0 == f64::INFINITY;
    let direct = |i, j| is_above(i, j).then(|| sweep::superiority(scores, fit, i, j)).flatten();
    let row = |i| players.clone().map(|j| direct(i, j)).collect();
    let met: Vec<Vec<Option<f64>>> = players.clone().map(row).collect();
    let mut found = met.clone();
    for (k, i) in players.clone().flat_map(|k| players.clone().map(move |i| (k, i))) {
        let Some(first) = found[i][k] else { continue };
        for j in players.clone().filter(|j| met[i][*j].is_none()) {
            let way = found[k][j].map(|second| (first + second - 1.0).max(0.5));
            found[i][j] = found[i][j].into_iter().chain(way).max_by(f64::total_cmp);
        }
    }
    found
}

/// Whether results bound the difference of two ratings.
fn is_bounded(fit: &Fit, i: usize, j: usize) -> bool {
    let (least, most) = fit.difference(i, j);
    least == most && least.is_finite()
}

/// Returns the largest set of connected players; of several, the first.
fn largest(fit: &Fit) -> Vec<usize> {
    let sets = fit.order.components().into_iter().rev();
    sets.max_by_key(Vec::len).expect("a pool has players")
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use salta_env::generator;

    use super::*;

    fn pool(players: usize, results: &[(usize, usize, u32)]) -> Pool {
        let mut pool = Pool::new(players);
        for opening in 0..60 {
            for (a, b, halves) in results {
                let halves = (halves + opening as u32 % 3).saturating_sub(1).min(4);
                pool.add(opening, PairScore { a: *a, b: *b, halves });
            }
        }
        pool
    }

    #[test]
    fn the_anchor_is_zero_and_surely_so() {
        let pool = pool(3, &[(0, 1, 1), (1, 2, 3), (0, 2, 2)]);
        for anchor in 0..3 {
            let settings = RatingSettings { anchor: Some(anchor), ..RatingSettings::default() };
            let ratings = pool.rate(&settings, generator);
            let zero = Interval { estimate: 0.0, lo: 0.0, hi: 0.0 };
            assert_eq!((ratings.anchor, ratings.elo[anchor]), (anchor, Some(zero)));
            let others = (0..3).filter(|i| *i != anchor);
            others.for_each(|i| assert!(ratings.elo[i].unwrap().lo < ratings.elo[i].unwrap().hi));
        }
    }

    #[test]
    fn by_default_the_anchor_is_in_the_largest_connected_set() {
        let pool = pool(5, &[(0, 1, 2), (2, 3, 1), (3, 4, 3)]);
        assert_eq!(pool.rate(&RatingSettings::default(), generator).anchor, 2);
    }

    #[test]
    fn pairs_that_all_end_alike_leave_the_chance_of_their_games() {
        for (halves, pairs) in [(2, 10), (3, 20), (1, 1)] {
            let mut pool = Pool::new(2);
            (0..pairs).for_each(|opening| pool.add(opening, PairScore { a: 1, b: 0, halves }));
            let ratings = pool.rate(&RatingSettings::default(), generator);
            let found = ratings.elo[1].unwrap();
            let score = f64::from(halves) / 4.0;
            let half = Z * bradley_terry::ELO / (2.0 * pairs as f64 * score * (1.0 - score)).sqrt();
            assert!((found.hi - found.estimate - half).abs() < 1e-6, "{found:?} {half}");
            assert!((found.estimate - found.lo - half).abs() < 1e-6);
            let [above, below] = [ratings.superiority[1][0], ratings.superiority[0][1]];
            assert!((above + below - 1.0).abs() < 1e-9, "{above}");
            assert!((0.01..0.999).contains(&above), "{above}");
            assert_eq!(halves.cmp(&2), above.total_cmp(&0.5));
        }
    }

    /// 0 and 1 have eight equal pairs, 1 and 2 four hundred others.
    #[test]
    fn a_link_that_never_varies_is_as_uncertain_as_its_games_are_few() {
        let mut pool = Pool::new(3);
        (0..8).for_each(|opening| pool.add(opening, PairScore { a: 0, b: 1, halves: 2 }));
        (8..408).for_each(|opening| {
            pool.add(opening, PairScore { a: 1, b: 2, halves: opening as u32 % 5 });
        });
        let half = |player: usize, anchor| {
            let settings = RatingSettings { anchor: Some(anchor), ..RatingSettings::default() };
            let elo = pool.rate(&settings, generator).elo[player].unwrap();
            (elo.hi - elo.lo) / 2.0
        };
        assert!((half(0, 1) - half(0, 2)).abs() < 5.0 && half(0, 2) > 160.0);
        assert!(half(1, 2) < 30.0, "{}", half(1, 2));
    }

    /// Two pairs: two wins and a draw, as wide as Wilson's interval of a match nearly is.
    #[test]
    fn a_few_openings_are_as_uncertain_as_their_games() {
        let mut pool = Pool::new(2);
        [2, 3].into_iter().enumerate().for_each(|(opening, halves)| {
            pool.add(opening, PairScore { a: 1, b: 0, halves });
        });
        let elo = pool.rate(&RatingSettings::default(), generator).elo[1].unwrap();
        assert!(elo.lo < -200.0 && elo.hi > 300.0, "{elo:?}");
    }

    #[test]
    fn who_lost_everything_has_a_bound() {
        let mut pool = pool(3, &[(0, 1, 2)]);
        (0..60).for_each(|opening| pool.add(opening, PairScore { a: 1, b: 2, halves: 4 }));
        let ratings = pool.rate(&RatingSettings::default(), generator);
        let last = ratings.elo[2].unwrap();
        assert_eq!((last.estimate, last.lo), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!((-700.0..-400.0).contains(&last.hi), "{last:?}");
        let [won, lost] = [ratings.superiority[0][2], ratings.superiority[2][1]];
        assert!(1.0 - won < 1e-12 && lost < 1e-12, "{won} {lost}");
        // With that player as the anchor, the others have bounds.
        let settings = RatingSettings { anchor: Some(2), ..RatingSettings::default() };
        let seen = pool.rate(&settings, generator);
        assert!(seen.elo[0].unwrap().lo > 400.0 && seen.elo[1].unwrap().hi.is_infinite());
    }

    #[test]
    fn a_sweep_of_few_pairs_is_no_certainty() {
        let superiority = |pairs: &[usize]| {
            let mut pool = Pool::new(pairs.len() + 1);
            let mut openings = 0..;
            for (above, count) in pairs.iter().enumerate() {
                let won = PairScore { a: above, b: above + 1, halves: 4 };
                openings.by_ref().take(*count).for_each(|opening| pool.add(opening, won));
            }
            pool.rate(&RatingSettings::default(), generator).superiority
        };
        // Between equals, every second pair is won.
        for pairs in [1, 2, 6] {
            let expected = 1.0 - 0.5_f64.powi(pairs);
            let found = superiority(&[pairs as usize]);
            assert!((found[0][1] - expected).abs() < 1e-9, "{found:?}");
            assert!((found[1][0] - 1.0 + expected).abs() < 1e-9, "{found:?}");
        }
        let found = superiority(&[6, 6, 6]);
        assert!((found[0][3] - (1.0 - 3.0 / 64.0)).abs() < 1e-9, "{found:?}");
        assert_eq!(superiority(&[1, 1])[0][2], 0.5);
    }

    #[test]
    fn a_chain_of_sweeps_bounds_the_next_alone() {
        let mut pool = Pool::new(3);
        pool.add(0, PairScore { a: 0, b: 1, halves: 4 });
        pool.add(1, PairScore { a: 1, b: 2, halves: 4 });
        let settings = RatingSettings { anchor: Some(2), ..RatingSettings::default() };
        let elo = pool.rate(&settings, generator).elo;
        let [first, second] = [0, 1].map(|i: usize| elo[i].unwrap());
        assert!(first.estimate == f64::INFINITY && first.lo == f64::NEG_INFINITY);
        assert_eq!((first.elo_text().as_str(), second.elo_text().as_str()), ("> -∞", "> -636"));
    }

    #[test]
    fn a_group_is_as_uncertain_as_its_members_are_few() {
        // Three runs at 0, 100 and 200 Elo above the anchor.
        let pool = pool(4, &[(1, 0, 2), (2, 0, 3), (3, 0, 3), (1, 2, 2), (2, 3, 2), (1, 3, 1)]);
        let groups = [vec![1, 2, 3], vec![1]];
        let settings = RatingSettings { anchor: Some(0), ..RatingSettings::default() };
        let (ratings, found) = pool.rate_groups(&groups, &settings, generator);
        let elo = |i: usize| ratings.elo[i].unwrap();
        let group = found[0].unwrap();
        let mean = (elo(1).estimate + elo(2).estimate + elo(3).estimate) / 3.0;
        assert!((group.estimate - mean).abs() < 1e-9 && found[1].is_none());
        assert!(group.hi - group.lo > elo(2).hi - elo(2).lo, "{group:?}");
    }

    /// The true mean of three runs lies within about 93 % of the intervals, not 74 %.
    #[test]
    fn the_interval_of_a_few_runs_holds_their_true_mean() {
        let settings = RatingSettings { anchor: Some(0), replicates: 100, ..Default::default() };
        let held = |trial: u64| {
            let mut rng = generator(trial, "test", 0);
            let mut pool = Pool::new(4);
            for run in 1..4 {
                // Uniform between 20 % and 80 % of the pairs won, known almost without error.
                let won = 0.2 + 0.6 * rng.random::<f64>();
                (0..400).for_each(|opening| {
                    let halves = if f64::from(opening) < 400.0 * won { 4 } else { 0 };
                    pool.add(opening as usize, PairScore { a: run, b: 0, halves });
                });
            }
            let group = pool.rate_groups(&[vec![1, 2, 3]], &settings, generator).1[0].unwrap();
            u32::from(group.lo <= 0.0 && 0.0 <= group.hi)
        };
        let share = f64::from((0..1000).map(held).sum::<u32>()) / 1000.0;
        // Student's t assumes normal ratings, and these are flatter: 0.93, ± 0.016 in 1,000 trials.
        assert!((0.91..0.97).contains(&share), "{share}");
    }

    #[test]
    fn what_one_number_cannot_say_is_found() {
        let ring = |halves| pool(4, &[(0, 1, halves), (1, 2, halves), (2, 0, halves), (3, 0, 2)]);
        let circle = ring(3).misfit();
        assert!((1.0..=2.0).contains(&circle.games_per_pair), "{circle:?}");
        assert!(circle.freedom == 1 && circle.p.unwrap() < 1e-6, "{circle:?}");
        assert!(circle.meetings[0].p_holm < 1e-3 && circle.meetings[3].p_holm > 0.1);
        let ladder = pool(3, &[(0, 1, 3), (1, 2, 3)]);
        assert_eq!((ladder.misfit().freedom, ladder.misfit().p), (0, None));
        assert!(ring(2).misfit().p.unwrap() > 0.9);
        // Nearly one-sided meetings say nothing about the fit: one meeting is left, for one rating.
        let mut one_sided = Pool::new(3);
        for opening in 0..20 {
            let halves = 4 - u32::from(opening == 0);
            one_sided.add(opening, PairScore { a: 0, b: 1, halves });
            one_sided.add(opening, PairScore { a: 2, b: 0, halves: 4 - halves });
            one_sided.add(opening, PairScore { a: 1, b: 2, halves: 1 + 2 * (opening as u32 % 2) });
        }
        let found = one_sided.misfit();
        assert_eq!((found.freedom, found.p), (0, None));
        assert!(found.meetings.iter().all(|meeting| meeting.a < meeting.b), "{found:?}");
    }

    #[test]
    fn who_did_not_play_has_no_rating() {
        let ratings = pool(3, &[(0, 1, 2)]).rate(&RatingSettings::default(), generator);
        assert_eq!((ratings.elo[2], ratings.superiority[2][0]), (None, 0.5));
    }
}

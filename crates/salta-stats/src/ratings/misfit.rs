//! Whether one number per player describes the results.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

use super::bradley_terry::Fit;
use super::order::Order;
use super::scores::PairScore;
use crate::effect::holm;
use crate::elo::expected_score;
use crate::interval::{effective_games, moments};

/// Least expected number of games of the rarer outcome for which a meeting tests the fit.
const LEAST: f64 = 2.0;

/// How well the ratings of a pool fit its results: Pearson's χ² over meetings of two players. Each
/// counts as its effective number of independent games, which takes draws and openings into
/// account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Misfit {
    /// The sum of squared deviations, in standard errors.
    pub chi_square: f64,
    /// Degrees of freedom: meetings that test the fit minus ratings fitted to them.
    pub freedom: u32,
    /// Probability of at least this misfit by chance; `None` if nothing can be tested.
    pub p: Option<f64>,
    /// Mean number of independent games that a pair is worth.
    pub games_per_pair: f64,
    /// All meetings, the most significant deviation first.
    pub meetings: Vec<Meeting>,
}

/// All results of two players against each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    /// Index of a player.
    pub a: usize,
    /// Index of the other player.
    pub b: usize,
    /// Number of pairs.
    pub pairs: u32,
    /// A's score, 0–1.
    pub score: f64,
    /// A's score that the ratings expect.
    pub expected: f64,
    /// Two-sided p-value of the deviation after Holm's correction; 1 if the meeting does not test
    /// the fit.
    pub p_holm: f64,
}

/// Compares `pairs` with the fit to them.
pub(super) fn misfit<'a>(
    players: usize,
    fit: &Fit,
    pairs: impl Iterator<Item = &'a PairScore>,
) -> Misfit {
    let mut counts = BTreeMap::<(usize, usize), [u32; 5]>::new();
    for pair in pairs {
        let (key, halves) = match pair.a > pair.b {
            true => ((pair.b, pair.a), 4 - pair.halves),
            false => ((pair.a, pair.b), pair.halves),
        };
        counts.entry(key).or_default()[halves as usize] += 1;
    }
    let (mut meetings, mut squares, mut games) = (Vec::new(), Vec::new(), 0.0);
    for ((a, b), pentanomial) in counts {
        let Some((pairs, score, variance)) = moments(&pentanomial) else { continue };
        let (least, most) = fit.difference(a, b);
        let expected = expected_score(f64::midpoint(least, most));
        let worth = effective_games(pairs, score, variance);
        let spread = expected * (1.0 - expected);
        let tells = least == most && worth * expected.min(1.0 - expected) >= LEAST;
        squares.push(tells.then(|| (score - expected).powi(2) * worth / spread));
        games += worth;
        meetings.push(Meeting { a, b, pairs, score, expected, p_holm: 1.0 });
    }
    let normal = Normal::standard();
    let p = |square: &Option<f64>| square.map_or(1.0, |square| 2.0 * normal.sf(square.sqrt()));
    let corrected = holm(&squares.iter().map(p).collect::<Vec<_>>());
    meetings.iter_mut().zip(corrected).for_each(|(meeting, p_holm)| meeting.p_holm = p_holm);
    let told = || meetings.iter().zip(&squares).filter(|(_, square)| square.is_some());
    let freedom = (told().count() as u32).saturating_sub(fitted(players, told().map(|(m, _)| m)));
    let chi_square = squares.iter().flatten().fold(0.0, |sum, square| sum + square);
    let distribution = ChiSquared::new(f64::from(freedom)).ok();
    let pairs: u32 = meetings.iter().map(|meeting| meeting.pairs).sum();
    meetings.sort_by(|a, b| a.p_holm.total_cmp(&b.p_holm));
    Misfit {
        chi_square,
        freedom,
        p: distribution.map(|of| of.sf(chi_square)),
        games_per_pair: games / f64::from(pairs.max(1)),
        meetings,
    }
}

/// Number of ratings that these meetings determine: players minus sets of connected players.
fn fitted<'a>(players: usize, meetings: impl Iterator<Item = &'a Meeting>) -> u32 {
    let met: Vec<(usize, usize)> = meetings.flat_map(|of| [(of.a, of.b), (of.b, of.a)]).collect();
    let order = Order::new(players, |i, j| met.contains(&(i, j)));
    (players - order.components().len()) as u32
}

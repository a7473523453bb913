//! Results of matches and tournaments, without their games.

use std::collections::BTreeMap;

use salta_players::{Faults, Limit};
use salta_stats::{
    Interval, MeanPoints, Pair, PairScore, Pool, RatingSettings, SprtState, Statistics,
    mean_of_openings, outcome_letters,
};
use serde::{Deserialize, Serialize};

use crate::clock::TimeUsed;
use crate::game::{GameResult, pairs_of};
use crate::game_numbers::GAME_NUMBERS;
use crate::result::MatchResult;

/// The note for matches that the sequential test stopped.
pub(crate) const STOPPED: &str = "the match was stopped by its SPRT, so its score is biased towards \
    what was accepted, and its interval, made for a fixed number of pairs, may be too narrow";

/// The result of a match, without its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSummary {
    /// The variant's name.
    pub variant: String,
    /// Player A, whose result it is.
    pub a: String,
    /// Player B.
    pub b: String,
    /// What identifies A and B whatever they are called, as [`short_identity`] shortens it. Missing
    /// in files of earlier versions.
    ///
    /// [`short_identity`]: crate::short_identity
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identities: Option<[String; 2]>,
    /// The result for A.
    pub statistics: Statistics,
    /// Games played.
    pub games: u32,
    /// Number of distinct games.
    pub distinct_games: u32,
    /// For each pair the game in which A has White, then the other, a letter each:
    /// [`outcome_letters`]. Empty in files of earlier versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub outcomes: String,
    /// Seed of the openings and of the players. Missing in files of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Limit of each player's search per turn, if there was one. Missing in files of earlier
    /// versions.
    #[serde(default)]
    pub limit: Option<Limit>,
    /// State of the match's sequential test, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtState>,
    /// Time that A and B used, if time was limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<[TimeUsed; 2]>,
    /// Faults of A and B.
    #[serde(default, skip_serializing_if = "no_faults")]
    pub faults: [Faults; 2],
}

/// A limit per turn, or that there is none.
pub(crate) fn limit_text(limit: Option<Limit>) -> String {
    limit.map_or_else(|| "no limit per turn".into(), |limit| limit.to_string())
}

impl MatchResult {
    /// The match without its games, which does not know its players' identities.
    pub fn summary(&self) -> MatchSummary {
        MatchSummary {
            variant: self.variant.clone(),
            a: self.a.clone(),
            b: self.b.clone(),
            identities: None,
            statistics: self.statistics(),
            games: self.games.len() as u32,
            distinct_games: self.distinct_games(),
            outcomes: outcome_letters(&pairs_of(&self.games)),
            seed: Some(self.config.seed),
            limit: self.config.limit,
            sprt: self.sprt(),
            time: self.time,
            faults: self.faults(),
        }
    }
}

fn no_faults(faults: &[Faults; 2]) -> bool {
    faults.iter().all(Faults::is_empty)
}

/// A player's result in a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Number of the player in the tournament's list, from 0.
    pub number: usize,
    /// Its name.
    pub player: String,
    /// Elo above the anchor; `None` if no results link the two.
    pub elo: Option<Interval>,
    /// Number of pairs that count.
    pub pairs: u32,
    /// Mean score, 0–1; `None` if no pair counts.
    pub score: Option<f64>,
    /// Mean points per game; `None` without pairs.
    pub points: Option<MeanPoints>,
    /// The [`GAME_NUMBERS`] of its games by their keys; unknown ones are missing.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, f64>,
}

/// The result of a tournament, without its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentSummary {
    /// The variant's name.
    pub variant: String,
    /// Limit of each player's search per turn, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// Whether the same seed gives the same games.
    pub reproducible: bool,
    /// Name of the player whose rating is 0.
    pub anchor: String,
    /// The players, best first.
    pub standings: Vec<Standing>,
    /// Row i, column j: likelihood that the i-th of the standings is stronger than the j-th, 0–1.
    pub superiority: Vec<Vec<f64>>,
    /// The matches, in the order in which they were played.
    pub matches: Vec<MatchSummary>,
}

impl TournamentSummary {
    /// Rates all players of a tournament. `matches` holds the two players' numbers and the result
    /// of each match.
    ///
    /// # Panics
    /// Without players or matches.
    pub fn new(
        names: &[String],
        matches: &[((usize, usize), MatchResult)],
        settings: &RatingSettings,
    ) -> TournamentSummary {
        let ratings = pool(names.len(), matches).rate(settings, salta_env::generator);
        let mut standings: Vec<Standing> = (0..names.len())
            .map(|number| standing(number, &names[number], matches, ratings.elo[number]))
            .collect();
        standings.sort_by(|a, b| sort_key(b.elo).total_cmp(&sort_key(a.elo)));
        let row = |i: &Standing| -> Vec<f64> {
            standings.iter().map(|j| ratings.superiority[i.number][j.number]).collect()
        };
        let config = &matches[0].1.config;
        TournamentSummary {
            variant: matches[0].1.variant.clone(),
            limit: config.limit,
            reproducible: config.limit.is_none_or(Limit::is_reproducible),
            anchor: names[ratings.anchor].clone(),
            superiority: standings.iter().map(row).collect(),
            standings,
            matches: matches.iter().map(|(_, result)| result.summary()).collect(),
        }
    }

    /// The match between two players and whether the first of them is A, if they met.
    pub fn between(&self, player: &str, opponent: &str) -> Option<(&MatchSummary, bool)> {
        let found = |of: &&MatchSummary| {
            (of.a == player && of.b == opponent) || (of.b == player && of.a == opponent)
        };
        self.matches.iter().find(found).map(|of| (of, of.a == player))
    }
}

fn pool(players: usize, matches: &[((usize, usize), MatchResult)]) -> Pool {
    let mut pool = Pool::new(players);
    for ((a, b), result) in matches {
        for (opening, pair) in pairs_of(&result.games).iter().enumerate() {
            if let Some(halves) = pair.halves() {
                pool.add(opening, PairScore { a: *a, b: *b, halves });
            }
        }
    }
    pool
}

fn standing(
    number: usize,
    name: &str,
    matches: &[((usize, usize), MatchResult)],
    elo: Option<Interval>,
) -> Standing {
    let mut openings: Vec<Vec<Pair>> = Vec::new();
    let mut games: Vec<&GameResult> = Vec::new();
    for ((a, _), result) in matches.iter().filter(|((a, b), _)| [*a, *b].contains(&number)) {
        games.extend(&result.games);
        let pairs = pairs_of(&result.games);
        openings.resize(openings.len().max(pairs.len()), Vec::new());
        for (opening, pair) in openings.iter_mut().zip(pairs) {
            opening.push(if number == *a { pair } else { pair.swapped() });
        }
    }
    let halves: Vec<u32> = openings.iter().flatten().filter_map(Pair::halves).collect();
    let total = f64::from(halves.iter().sum::<u32>());
    Standing {
        number,
        player: name.into(),
        elo,
        pairs: halves.len() as u32,
        score: (!halves.is_empty()).then(|| total / (4 * halves.len()) as f64),
        points: mean_of_openings(openings.iter().map(Vec::as_slice)),
        numbers: GAME_NUMBERS
            .iter()
            .filter_map(|number| Some((number.key.into(), (number.of)(&games)?)))
            .collect(),
    }
}

/// The sort key of a player: its Elo estimate. If that is infinite, the finite bound, if there is
/// one, shifted so that all finite estimates lie in between. Players without a rating come last.
pub(crate) fn sort_key(elo: Option<Interval>) -> f64 {
    match elo {
        None => f64::NEG_INFINITY,
        Some(elo) if elo.estimate == f64::INFINITY => 1e6 + elo.lo.max(-1e5),
        Some(elo) if elo.estimate == f64::NEG_INFINITY => -1e6 + elo.hi.min(1e5),
        Some(elo) => elo.estimate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_without_an_estimate_stand_by_their_bound() {
        let (most, least) = (f64::INFINITY, f64::NEG_INFINITY);
        let best_first = [
            Some([most, 200.0, most]),
            Some([most, -5.0, most]),
            Some([900.0, 700.0, 1100.0]),
            Some([-900.0, -1100.0, -700.0]),
            Some([least, least, 5.0]),
            Some([least, least, -200.0]),
            None,
        ];
        let elo = |ends: [f64; 3]| Interval { estimate: ends[0], lo: ends[1], hi: ends[2] };
        assert!(best_first.map(|ends| sort_key(ends.map(elo))).is_sorted_by(|a, b| a > b));
        assert!(no_faults(&Default::default()));
    }
}

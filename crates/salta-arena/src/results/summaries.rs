//! Results of a match without its games: counts, and perhaps the outcome of each game.

use std::cell::Cell;
use std::error::Error;
use std::path::Path;

use salta_players::Limit;
use salta_stats::{Outcome, Pair, SprtState, Statistics};
use serde::{Deserialize, Deserializer};

use super::{Played, Results};
use crate::config::MAX_PAIRS;
use crate::summary::limit_text;
use crate::tournament::is_showable;

/// How many pairs may still be read from files without their games.
pub(crate) type Room = Cell<u64>;

/// A match without its games. Other keys are not read.
#[derive(Deserialize)]
pub(super) struct Summary {
    #[serde(default)]
    variant: Option<String>,
    a: String,
    b: String,
    #[serde(default)]
    identities: Option<[String; 2]>,
    statistics: Statistics,
    #[serde(default)]
    seed: Option<u64>,
    /// Missing in files of earlier versions; null if there was none.
    #[serde(default, deserialize_with = "present")]
    limit: Option<Option<Limit>>,
    #[serde(default)]
    sprt: Option<SprtState>,
    #[serde(default)]
    outcomes: Option<String>,
}

fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<Limit>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// Matches without their games.
#[derive(Deserialize)]
pub(super) struct Summaries {
    #[serde(default)]
    limit: Option<Limit>,
    matches: Vec<Summary>,
}

impl Summaries {
    /// The matches. Earlier versions wrote the limit of a tournament only once.
    pub(super) fn with_limit(self) -> Vec<Summary> {
        let limit = self.limit.map(Some);
        self.matches.into_iter().map(|of| Summary { limit: of.limit.or(limit), ..of }).collect()
    }
}

/// A line of an ablation's `matches.csv`.
#[derive(Deserialize)]
pub(super) struct Outcomes {
    a: String,
    b: String,
    /// A letter for each game.
    outcomes: String,
    a_identity: Option<String>,
    b_identity: Option<String>,
    seed: Option<u64>,
}

/// A line of `matches.csv`.
#[derive(Deserialize)]
pub(super) struct Line {
    player: String,
    opponent: String,
    wins: Option<u32>,
    draws: u32,
    losses: Option<u32>,
    truncated: Option<u32>,
    points_lo: Option<f64>,
    points_hi: Option<f64>,
    pairs_0: u32,
    pairs_half: u32,
    pairs_1: u32,
    pairs_1_half: u32,
    pairs_2: u32,
    #[serde(default)]
    sprt_decision: String,
    limit: Option<String>,
    outcomes: Option<String>,
    seed: Option<u64>,
    player_identity: Option<String>,
    opponent_identity: Option<String>,
}

pub(super) fn of_summary(path: &Path, of: Summary, room: &Room) -> Result<Results, String> {
    let bare = Results::between([of.a, of.b], path)?;
    let Statistics { pairs, wins, draws, losses, truncated, pentanomial, points, .. } =
        of.statistics;
    let games = [Some(wins), Some(draws), Some(losses), Some(truncated)];
    if !agree(games, pentanomial) || sum(&pentanomial) != u64::from(pairs) {
        return Err(contradictory(&bare));
    }
    let counted = Results {
        identities: of.identities,
        pairs: of_counts(&bare, pentanomial, room)?,
        variant: of.variant.map(|name| shown(name, "variant")).transpose()?,
        limit: of.limit.map(limit_text),
        outcomes: of.outcomes,
        seed: of.seed,
        half_points: [draws, truncated],
        points: points.map(|points| [points.lo, points.hi]),
        stopped: of.sprt.is_some_and(|state| state.decision.is_some()),
        ..bare
    };
    in_order(counted, room)
}

pub(super) fn of_line(path: &Path, of: Line, room: &Room) -> Result<Results, String> {
    let bare = Results::between([of.player, of.opponent], path)?;
    let counts = [of.pairs_0, of.pairs_half, of.pairs_1, of.pairs_1_half, of.pairs_2];
    if !agree([of.wins, Some(of.draws), of.losses, of.truncated], counts) {
        return Err(contradictory(&bare));
    }
    let counted = Results {
        identities: of.player_identity.zip(of.opponent_identity).map(<[String; 2]>::from),
        pairs: of_counts(&bare, counts, room)?,
        outcomes: of.outcomes.filter(|letters| !letters.is_empty()),
        seed: of.seed,
        limit: of.limit.map(|limit| shown(limit, "limit")).transpose()?,
        half_points: [of.draws, of.truncated.unwrap_or(0)],
        points: of.points_lo.zip(of.points_hi).map(|(lo, hi)| [lo, hi]),
        stopped: !of.sprt_decision.is_empty(),
        ..bare
    };
    in_order(counted, room)
}

pub(super) fn of_outcomes(
    path: &Path,
    of: Outcomes,
    room: &Room,
) -> Result<Results, Box<dyn Error>> {
    let bare = Results::between([of.a, of.b], path)?;
    take(of.outcomes.len() as u64 / 2, &bare, room)?;
    let pairs = pairs_of_letters(&of.outcomes, &bare)?;
    let Statistics { draws, truncated, .. } = Statistics::of_pairs(&pairs);
    Ok(Results {
        identities: of.a_identity.zip(of.b_identity).map(<[String; 2]>::from),
        seed: of.seed,
        pairs: in_openings_of(of.seed, &pairs),
        outcomes: Some(of.outcomes),
        half_points: [draws, truncated],
        ..bare
    })
}

/// The pairs of a match in the order in which they were played, if its outcomes are known.
///
/// # Errors
/// If the outcomes contradict the counts.
fn in_order(of: Results, room: &Room) -> Result<Results, String> {
    let Some(letters) = &of.outcomes else { return Ok(of) };
    // The decided pairs have their room.
    let undecided = (letters.len() / 2).saturating_sub(of.pairs.len());
    take(undecided as u64, &of, room)?;
    let found = pairs_of_letters(letters, &of)?;
    let pairs = in_openings_of(of.seed, &found);
    let halves = |pairs: &[Played]| {
        let mut halves: Vec<u32> = pairs.iter().filter_map(|pair| pair.halves).collect();
        halves.sort_unstable();
        halves
    };
    let Statistics { draws, truncated, .. } = Statistics::of_pairs(&found);
    if halves(&pairs) != halves(&of.pairs) || [draws, truncated] != of.half_points {
        let who = of.title();
        return Err(format!("{who}: the outcomes and the counts contradict each other"));
    }
    Ok(Results { pairs, ..of })
}

/// # Errors
/// On an unknown letter, or an odd number of games.
fn pairs_of_letters(letters: &str, of: &Results) -> Result<Vec<Pair>, String> {
    let mut games = Vec::new();
    for letter in letters.chars() {
        let unknown = || format!("{}: `{letter}` is no outcome of a game", of.title());
        games.push(Outcome::of_letter(letter).ok_or_else(unknown)?);
    }
    if !games.len().is_multiple_of(2) {
        return Err(format!("{}: `{letters}` is not two letters per pair", of.title()));
    }
    let pair = |of: &[Outcome]| Pair { outcomes: [of[0], of[1]], points: [(0, 0); 2] };
    Ok(games.chunks_exact(2).map(pair).collect())
}

/// The pairs of a match in the order in which they were played. Matches with one seed have the same
/// openings, unless other settings differ; then treating different openings as one does no harm.
fn in_openings_of(seed: Option<u64>, pairs: &[Pair]) -> Vec<Played> {
    let opening = |number: usize| {
        let named = seed.map(|seed| format!("pair {number} of seed {seed}"));
        named.map(|named| *blake3::hash(named.as_bytes()).as_bytes())
    };
    let numbered = pairs.iter().enumerate();
    numbered.map(|(number, pair)| Played { opening: opening(number), ..played(pair) }).collect()
}

pub(super) fn played(pair: &Pair) -> Played {
    Played { halves: pair.halves(), outcomes: Some(pair.outcomes), opening: None, games: None }
}

/// # Errors
/// If a text cannot be shown.
fn shown(text: String, of: &str) -> Result<String, String> {
    if is_showable(&text) { Ok(text) } else { Err(format!("{text:?} is no {of}")) }
}

/// Whether wins, draws, losses and truncated games, as far as they are known, are those of pairs
/// that scored 0, ½, 1, 1½ and 2.
fn agree([wins, draws, losses, truncated]: [Option<u32>; 4], pentanomial: [u32; 5]) -> bool {
    let halves: u64 = (0..5).zip(pentanomial).map(|(of, count)| of * u64::from(count)).sum();
    let games = 2 * sum(&pentanomial);
    // A win is worth two halves, and the opponent has what is left of two per game.
    let scored = |wins: Option<u32>, halves: u64| {
        let known = sum(&[draws, truncated].map(Option::unwrap_or_default));
        let left = wins.and_then(|wins| halves.checked_sub(2 * u64::from(wins)));
        match (wins, truncated) {
            (None, _) => known <= halves,
            (Some(_), Some(_)) => left == Some(known),
            (Some(_), None) => left.is_some_and(|left| left >= known),
        }
    };
    scored(wins, halves) && scored(losses, 2 * games - halves)
}

fn sum(counts: &[u32]) -> u64 {
    counts.iter().map(|count| u64::from(*count)).sum()
}

fn contradictory(of: &Results) -> String {
    format!("{}: its counts of games and pairs contradict each other", of.title())
}

/// # Errors
/// If there is no room for so many pairs.
fn of_counts(of: &Results, pentanomial: [u32; 5], room: &Room) -> Result<Vec<Played>, String> {
    take(sum(&pentanomial), of, room)?;
    let pairs = (0..5).zip(pentanomial).flat_map(|(halves, count)| {
        let pair = Played { halves: Some(halves), outcomes: None, opening: None, games: None };
        (0..count).map(move |_| pair)
    });
    Ok(pairs.collect())
}

fn take(pairs: u64, of: &Results, room: &Room) -> Result<(), String> {
    let left = room.get().checked_sub(pairs);
    room.set(left.ok_or_else(|| {
        let who = of.title();
        format!("{who}: more than {MAX_PAIRS} pairs without their games; rate fewer together")
    })?);
    Ok(())
}

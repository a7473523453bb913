//! Results of matches from any kind of file: match files, summaries, tables.

use std::cell::Cell;
use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use salta_players::{Limit, NetworkSource, PlayerSpec};
use salta_record::{json_line, read_text};
use salta_stats::{Outcome, Pair, SprtState, Statistics, outcome_letters};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

use crate::config::MAX_PAIRS;
use crate::entrant::short_identity;
use crate::error::MatchError;
use crate::game::{GameResult, pairs_of};
use crate::match_files::{is_match_path, paths_in, read_match};
use crate::result::MatchResult;
use crate::summary::limit_text;
use crate::tournament::is_showable;

/// Maximum size of a file in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// How many pairs may still be read from files without their games.
pub(crate) type Room = Cell<u64>;

/// The results of a match, as far as its file contains them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Results {
    pub(crate) path: PathBuf,
    pub(crate) variant: Option<String>,
    /// The rules in full, if the file contains them.
    pub(crate) rules: Option<String>,
    /// Limit of each player's search per turn, if the file says whether there was one.
    pub(crate) limit: Option<String>,
    pub(crate) names: [String; 2],
    /// Short identities of the players, if the file contains them.
    pub(crate) identities: Option<[String; 2]>,
    pub(crate) pairs: Vec<Played>,
    /// The outcomes of the games, as [`outcome_letters`] writes them, if the file contains them.
    pub(crate) outcomes: Option<String>,
    /// Seed of the openings and players, if the file contains it.
    pub(crate) seed: Option<u64>,
    /// Drawn and truncated games of decided pairs.
    pub(crate) half_points: [u32; 2],
    /// Lower and upper bound of A's mean points.
    pub(crate) points: Option<[f64; 2]>,
    /// Whether a sequential test ended the match.
    pub(crate) stopped: bool,
}

/// A pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    /// A's score in halves of a point, 0–4; `None` if it is undecided.
    pub(crate) halves: Option<u32>,
    /// How its games ended, if the file says so.
    pub(crate) outcomes: Option<[Outcome; 2]>,
    /// A hash of the opening.
    pub(crate) opening: Option<[u8; 32]>,
    /// Hashes of the games: players, sides and moves.
    pub(crate) games: Option<[[u8; 32]; 2]>,
}

/// A match without its games. Other keys are not read.
#[derive(Deserialize)]
struct Summary {
    #[serde(default)]
    variant: Option<String>,
    a: String,
    b: String,
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
struct Summaries {
    #[serde(default)]
    limit: Option<Limit>,
    matches: Vec<Summary>,
}

/// A line of an ablation's `matches.csv`.
#[derive(Deserialize)]
struct Outcomes {
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
struct Line {
    player: String,
    opponent: String,
    draws: u32,
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
}

/// Reads the results in a file, or in the files of a directory and its subdirectories.
///
/// # Errors
/// If a file cannot be read, a match is damaged, or there are no results.
pub(crate) fn read_results(path: &Path, room: &Room) -> Result<Vec<Results>, MatchError> {
    let found = read_any(path, room)?;
    if found.is_empty() {
        let what = "no results of matches (a match or tournament as JSON, NDJSON, or matches.csv)";
        return Err(MatchError::at(path, what));
    }
    Ok(found)
}

fn read_any(path: &Path, room: &Room) -> Result<Vec<Results>, MatchError> {
    if !path.is_dir() {
        return read_file(path, room);
    }
    let read = |paths: &[PathBuf]| -> Result<Vec<Results>, MatchError> {
        Ok(paths.iter().map(|path| read_any(path, room)).collect::<Result<Vec<_>, _>>()?.concat())
    };
    let (folders, mut files): (Vec<PathBuf>, Vec<PathBuf>) =
        paths_in(path)?.into_iter().partition(|path| path.is_dir());
    let mut found = read(&folders)?;
    // An ablation's matches.csv is made from the matches in this subdirectory.
    let is_made = found.iter().any(|of| of.path.starts_with(path.join("matches")));
    files.retain(|file| {
        let end = file.extension().and_then(|end| end.to_str()).unwrap_or_default();
        ["json", "ndjson", "csv"].contains(&end) && !(is_made && file.ends_with("matches.csv"))
    });
    let (matches, derived): (Vec<Results>, Vec<Results>) =
        read(&files)?.into_iter().partition(Results::is_match_file);
    found.extend(if matches.is_empty() { derived } else { checked(matches, &derived)? });
    Ok(found)
}

/// Returns the matches of a folder. The summaries and tables beside them have no checksum: they
/// must be derived from these matches.
fn checked(matches: Vec<Results>, derived: &[Results]) -> Result<Vec<Results>, MatchError> {
    let fingerprint = |of: &Results| of.fingerprint(&of.names);
    let mut known = HashMap::<String, Vec<&Results>>::new();
    for of in &matches {
        known.entry(fingerprint(of)).or_default().push(of);
    }
    let is_derived = |of: &Results| {
        known.get(&fingerprint(of)).is_some_and(|alike| alike.iter().any(|one| of.may_be(one)))
    };
    match derived.iter().find(|of| !is_derived(of)) {
        None => Ok(matches),
        Some(Results { path, names: [a, b], .. }) => Err(MatchError::at(
            path,
            format_args!(
                "its result of {a} – {b} is not that of a match file beside it; remove it, or move \
                 it to a folder of its own"
            ),
        )),
    }
}

/// Reads the results in a file; empty if it is a file of another kind.
///
/// # Errors
/// If the file cannot be read, or is damaged: a damaged match must not be skipped silently.
fn read_file(path: &Path, room: &Room) -> Result<Vec<Results>, MatchError> {
    let end = path.extension().and_then(|end| end.to_str());
    if end == Some("csv") {
        let text = read_text(path, MOST_BYTES)?;
        return read_table(path, &text, room).map_err(|error| MatchError::at(path, error));
    }
    let no_match = match read_match(path)? {
        Ok(kept) => {
            let of = of_games(path, &kept.result, Some(&kept.players));
            let of = of.map_err(|error| MatchError::at(path, error))?;
            return Ok(vec![Results { rules: Some(kept.rules), ..of }]);
        }
        Err(what) => what,
    };
    let text = read_text(path, MOST_BYTES)?;
    if let Some(found) = of_text(path, &text, room) {
        return found.map_err(|error| MatchError::at(path, error));
    }
    if is_match_path(path) {
        return Err(MatchError::at(path, no_match));
    }
    if end == Some("json") {
        serde_json::from_str::<IgnoredAny>(&text).map_err(|error| MatchError::at(path, error))?;
    }
    Ok(vec![])
}

/// The matches in a text of any kind but a match file; `None` if it is of no such kind.
fn of_text(path: &Path, text: &str, room: &Room) -> Option<Result<Vec<Results>, String>> {
    let several = serde_json::from_str::<Summaries>(text).map(|Summaries { limit, matches }| {
        // Earlier versions wrote the limit of a tournament only once.
        matches
            .into_iter()
            .map(|of| Summary { limit: of.limit.or(limit.map(Some)), ..of })
            .collect()
    });
    let several = several.or_else(|_| serde_json::from_str::<Vec<Summary>>(text));
    // One match may be written over several lines.
    let several = several.or_else(|_| serde_json::from_str::<Summary>(text).map(|of| vec![of]));
    if let Ok(matches) = several {
        return Some(matches.into_iter().map(|of| of_summary(path, of, room)).collect());
    }
    if let Ok(matches) = serde_json::from_str::<Vec<MatchResult>>(text) {
        return Some(matches.iter().map(|of| of_games(path, of, None)).collect());
    }
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let lines: Vec<_> = lines.map(|(number, line)| json_line::<Summary>(line, number)).collect();
    let is_any = lines.iter().any(Result::is_ok);
    is_any.then(|| lines.into_iter().map(|of| of_summary(path, of?, room)).collect())
}

/// Reads the lines of `matches.csv`; empty if the table has other columns.
fn read_table(path: &Path, text: &str, room: &Room) -> Result<Vec<Results>, Box<dyn Error>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers()?.clone();
    if columns.iter().take(3).eq(["a", "b", "outcomes"]) {
        let lines: Vec<Outcomes> = reader.deserialize().collect::<Result<_, _>>()?;
        return lines.into_iter().map(|line| of_outcomes(path, line, room)).collect();
    }
    if !columns.iter().any(|column| column == "pairs_1_half") {
        return Ok(vec![]);
    }
    let lines: Vec<Line> = reader.deserialize().collect::<Result<_, _>>()?;
    Ok(lines.into_iter().map(|line| of_line(path, line, room)).collect::<Result<_, _>>()?)
}

fn of_games(
    path: &Path,
    of: &MatchResult,
    players: Option<&[String; 2]>,
) -> Result<Results, String> {
    let bare = Results::between([of.a.clone(), of.b.clone()], path)?;
    let (pairs, statistics) = (pairs_of(&of.games), of.statistics());
    let who = players.unwrap_or(&bare.names);
    let with_games = |(pair, games): (&Pair, &[GameResult])| Played {
        opening: Some(hash(&games[0].start, &[], &moves(&games[0].opening))),
        games: Some([0, 1].map(|i| game_hash(&games[i], who))),
        ..played(pair)
    };
    Ok(Results {
        variant: Some(of.variant.clone()),
        limit: Some(limit_text(of.config.limit)),
        identities: players.map(|players| players.each_ref().map(|of| short_identity(of))),
        pairs: pairs.iter().zip(of.games.chunks(2)).map(with_games).collect(),
        outcomes: Some(outcome_letters(&pairs)),
        seed: Some(of.config.seed),
        half_points: [statistics.draws, statistics.truncated],
        points: statistics.points.map(|points| [points.lo, points.hi]),
        stopped: of.sprt().is_some_and(|state| state.decision.is_some()),
        ..bare
    })
}

fn of_summary(path: &Path, of: Summary, room: &Room) -> Result<Results, String> {
    let bare = Results::between([of.a, of.b], path)?;
    let Statistics { pairs, wins, draws, losses, truncated, pentanomial, points, .. } =
        of.statistics;
    let sum = |counts: &[u32]| counts.iter().map(|count| u64::from(*count)).sum::<u64>();
    let halves: u64 = (0..5).zip(pentanomial).map(|(of, count)| of * u64::from(count)).sum();
    if sum(&[wins, draws, losses, truncated]) != 2 * u64::from(pairs)
        || sum(&pentanomial) != u64::from(pairs)
        || halves != sum(&[wins, wins, draws, truncated])
    {
        return Err(format!("{}: the counts of {pairs} pairs contradict each other", bare.title()));
    }
    let counted = Results {
        pairs: of_counts(&bare, pentanomial, draws, room)?,
        variant: of.variant,
        limit: of.limit.map(limit_text),
        outcomes: of.outcomes,
        seed: of.seed,
        half_points: [draws, truncated],
        points: points.map(|points| [points.lo, points.hi]),
        stopped: of.sprt.is_some_and(|state| state.decision.is_some()),
        ..bare
    };
    in_order(counted)
}

fn of_line(path: &Path, of: Line, room: &Room) -> Result<Results, String> {
    let bare = Results::between([of.player, of.opponent], path)?;
    let counts = [of.pairs_0, of.pairs_half, of.pairs_1, of.pairs_1_half, of.pairs_2];
    let counted = Results {
        pairs: of_counts(&bare, counts, of.draws, room)?,
        outcomes: of.outcomes.filter(|letters| !letters.is_empty()),
        seed: of.seed,
        limit: of.limit,
        half_points: [of.draws, of.truncated.unwrap_or(0)],
        points: of.points_lo.zip(of.points_hi).map(|(lo, hi)| [lo, hi]),
        stopped: !of.sprt_decision.is_empty(),
        ..bare
    };
    in_order(counted)
}

fn of_outcomes(path: &Path, of: Outcomes, room: &Room) -> Result<Results, Box<dyn Error>> {
    let bare = Results::between([of.a, of.b], path)?;
    take(of.outcomes.len() as u64 / 2, &bare, room)?;
    let pairs = pairs_of_letters(&of.outcomes, &bare)?;
    let Statistics { draws, truncated, .. } = Statistics::of_pairs(&pairs);
    Ok(Results {
        identities: of.a_identity.zip(of.b_identity).map(<[String; 2]>::from),
        seed: of.seed,
        pairs: pairs.iter().map(played).collect(),
        outcomes: Some(of.outcomes),
        half_points: [draws, truncated],
        ..bare
    })
}

/// The pairs of a match in the order in which they were played, if its outcomes are known.
///
/// # Errors
/// If the outcomes contradict the counts.
fn in_order(of: Results) -> Result<Results, String> {
    let Some(letters) = &of.outcomes else { return Ok(of) };
    if letters.len() / 2 > MAX_PAIRS as usize {
        return Err(format!("{}: outcomes of more than {MAX_PAIRS} pairs", of.title()));
    }
    let found = pairs_of_letters(letters, &of)?;
    let pairs: Vec<Played> = found.iter().map(played).collect();
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

fn played(pair: &Pair) -> Played {
    Played { halves: pair.halves(), outcomes: Some(pair.outcomes), opening: None, games: None }
}

/// # Errors
/// If there is no room for so many pairs, or there are more draws than games.
fn of_counts(
    of: &Results,
    pentanomial: [u32; 5],
    draws: u32,
    room: &Room,
) -> Result<Vec<Played>, String> {
    let count: u64 = pentanomial.into_iter().map(u64::from).sum();
    if u64::from(draws) > 2 * count {
        return Err(format!("{}: {draws} draws in {count} pairs", of.title()));
    }
    take(count, of, room)?;
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

fn game_hash(game: &GameResult, players: &[String; 2]) -> [u8; 32] {
    let [a, b] = [&players[0], &players[1]];
    let sides = if game.white_is_a { [a, b] } else { [b, a] };
    let played = [moves(&game.opening), moves(&game.moves)].join(" ");
    hash(&game.start, &sides.map(String::as_str), &played)
}

fn moves(of: &[salta_core::Move]) -> String {
    of.iter().map(salta_core::Move::to_string).collect::<Vec<_>>().join(" ")
}

fn hash(start: &Option<String>, players: &[&str], moves: &str) -> [u8; 32] {
    *blake3::hash(format!("{start:?}\n{players:?}\n{moves}").as_bytes()).as_bytes()
}

impl Results {
    /// A match between these players, of which nothing else is known.
    ///
    /// # Errors
    /// If a name cannot be shown.
    fn between(names: [String; 2], path: &Path) -> Result<Results, String> {
        match names.iter().find(|name| !is_showable(name)) {
            Some(name) => Err(format!("{name:?} is no name of a player")),
            None => Ok(Results { path: path.into(), names, ..Results::default() }),
        }
    }

    /// Returns the identity of player `i` by its name, which says everything of a fixed player or a
    /// built-in network. Any other name, such as `generation 20`, identifies a player only within
    /// one folder.
    pub(crate) fn named(&self, i: usize, is_built_in: fn(&str) -> bool) -> String {
        let says_it_all = match self.names[i].parse() {
            Ok(PlayerSpec::Network { source: NetworkSource::Checkpoint(name), .. }) => {
                is_built_in(&name)
            }
            Ok(PlayerSpec::Network { .. }) => false,
            Ok(PlayerSpec::AlphaBeta3 { net: Some(file), .. }) => {
                !file.contains(|c| c == '.' || std::path::is_separator(c))
            }
            Ok(PlayerSpec::Perfect { .. } | PlayerSpec::Program(_)) | Err(_) => false,
            Ok(_) => true,
        };
        if says_it_all {
            return short_identity(&self.names[i]);
        }
        let folder = self.path.parent().unwrap_or(Path::new(""));
        format!("{} {}", folder.display(), self.names[i])
    }

    /// Whether the file identifies players and games itself.
    pub(crate) fn is_match_file(&self) -> bool {
        self.identities.is_some() && !self.has_counts_alone()
    }

    /// Whether only counts of the pairs are known, not their games.
    pub(crate) fn has_counts_alone(&self) -> bool {
        self.pairs.iter().all(|pair| pair.games.is_none())
    }

    /// Whether two results with the same fingerprint may be those of one match: their outcomes,
    /// points and seeds, where both are known, are the same.
    pub(crate) fn may_be(&self, other: &Results) -> bool {
        let outcomes = self.outcomes.is_none() || other.outcomes.is_none();
        // A file may have fewer digits.
        let near = |(one, other): ([f64; 2], [f64; 2])| {
            (0..2).all(|end| (one[end] - other[end]).abs() < 1e-6)
        };
        (outcomes || self.outcomes == other.outcomes)
            && self.points.zip(other.points).is_none_or(near)
            && self.may_have_seed_of(other)
    }

    /// Whether the seeds, where both are known, are the same.
    pub(crate) fn may_have_seed_of(&self, other: &Results) -> bool {
        self.seed.is_none() || other.seed.is_none() || self.seed == other.seed
    }

    /// Its players, for messages.
    pub(crate) fn title(&self) -> String {
        self.names.join(" – ")
    }

    /// Returns a text that is equal for a match and its summary, and seldom for different matches of
    /// these players.
    pub(crate) fn fingerprint(&self, players: &[String; 2]) -> String {
        let mut pentanomial = [0; 5];
        self.pairs
            .iter()
            .filter_map(|pair| pair.halves)
            .for_each(|halves| pentanomial[halves as usize] += 1);
        format!("{players:?} {pentanomial:?} {}", self.half_points[0])
    }
}

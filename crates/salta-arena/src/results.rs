//! Results of matches from any kind of file: match files, summaries, tables.

use std::collections::HashSet;
use std::error::Error;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use salta_players::{NetworkSource, PlayerSpec};
use salta_record::{json_line, read_text};
use salta_stats::{Outcome, Pair, SprtState, Statistics};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::config::MAX_PAIRS;
use crate::error::MatchError;
use crate::game::{GameResult, pairs_of};
use crate::match_files::{is_match_path, paths_in, read_match};
use crate::result::MatchResult;

/// Maximum size of a file in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// The results of a match, as far as its file contains them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Results {
    pub(crate) path: PathBuf,
    pub(crate) variant: Option<String>,
    /// The rules in full, if the file contains them.
    pub(crate) rules: Option<String>,
    pub(crate) names: [String; 2],
    /// Identities of the players, if the file contains them.
    pub(crate) identities: Option<[String; 2]>,
    pub(crate) pairs: Vec<Played>,
    /// Drawn games of decided pairs.
    pub(crate) draws: u32,
    /// Lower and upper bound of A's mean points.
    points: Option<[f64; 2]>,
    /// Whether a sequential test ended the match.
    pub(crate) stopped: bool,
}

/// A pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    /// A's score in halves of a point, 0–4; `None` if it is undecided.
    pub(crate) halves: Option<u32>,
    /// A hash of the opening.
    pub(crate) opening: Option<[u8; 32]>,
    /// Hashes of the games: players, sides and moves.
    pub(crate) games: Option<[[u8; 32]; 2]>,
}

/// A match without its games. Other keys, such as the seed in published results, are not read.
#[derive(Deserialize)]
struct Summary {
    #[serde(default)]
    variant: Option<String>,
    a: String,
    b: String,
    statistics: Statistics,
    #[serde(default)]
    sprt: Option<SprtState>,
}

/// Matches without their games.
#[derive(Deserialize)]
struct Summaries {
    matches: Vec<Summary>,
}

/// A line of an ablation's `matches.csv`.
#[derive(Deserialize)]
struct Outcomes {
    a: String,
    b: String,
    /// A letter for each game.
    outcomes: String,
}

/// A line of `matches.csv`.
#[derive(Deserialize)]
struct Line {
    player: String,
    opponent: String,
    draws: u32,
    points_lo: Option<f64>,
    points_hi: Option<f64>,
    pairs_0: u32,
    pairs_half: u32,
    pairs_1: u32,
    pairs_1_half: u32,
    pairs_2: u32,
    #[serde(default)]
    sprt_decision: String,
}

/// Reads the results in a file, or in the files of a directory and its subdirectories.
///
/// # Errors
/// If a file cannot be read, a match is damaged, or there are no results.
pub(crate) fn read_results(path: &Path) -> Result<Vec<Results>, MatchError> {
    let found = read_any(path)?;
    if found.is_empty() {
        let what = "no results of matches (a match or tournament as JSON, NDJSON, or matches.csv)";
        return Err(MatchError::Failed(format!("{}: {what}", path.display())));
    }
    Ok(found)
}

fn read_any(path: &Path) -> Result<Vec<Results>, MatchError> {
    if !path.is_dir() {
        return read_file(path);
    }
    let mut paths = paths_in(path)?;
    paths.retain(|path| {
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        path.is_dir() || ["json", "ndjson", "csv"].contains(&end)
    });
    // An ablation's matches.csv is made from the matches in this subdirectory.
    if path.join("matches").is_dir() {
        paths.retain(|path| !path.ends_with("matches.csv"));
    }
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.into_iter().partition(|p| p.is_dir());
    let read = |paths: Vec<PathBuf>| -> Result<Vec<Results>, MatchError> {
        Ok(paths.iter().map(|path| read_any(path)).collect::<Result<Vec<_>, _>>()?.concat())
    };
    let found = read(files)?;
    let (matches, derived): (Vec<Results>, Vec<Results>) =
        found.into_iter().partition(|of| of.identities.is_some());
    let mut found = if matches.is_empty() { derived } else { checked(matches, &derived)? };
    found.extend(read(folders)?);
    Ok(found)
}

/// Returns the matches of a folder. The summaries and tables beside them have no checksum: they must
/// be derived from these matches.
fn checked(matches: Vec<Results>, derived: &[Results]) -> Result<Vec<Results>, MatchError> {
    let known: HashSet<String> = matches.iter().map(Results::fingerprint).collect();
    match derived.iter().find(|of| !known.contains(&of.fingerprint())) {
        None => Ok(matches),
        Some(Results { path, names: [a, b], .. }) => Err(MatchError::Failed(format!(
            "{}: its result of {a} – {b} is not that of a match file beside it; remove it, or move \
             it to a folder of its own",
            path.display()
        ))),
    }
}

/// Reads the results in a file; empty if it is a file of another kind.
///
/// # Errors
/// If the file cannot be read, or is damaged: a damaged match must not be skipped silently.
fn read_file(path: &Path) -> Result<Vec<Results>, MatchError> {
    let damaged = |what: &dyn Display| MatchError::Failed(format!("{}: {what}", path.display()));
    let end = path.extension().and_then(|end| end.to_str());
    if end == Some("csv") {
        return read_table(path).map_err(|error| damaged(&error));
    }
    let no_match = match read_match(path)? {
        Ok(kept) => {
            let of = of_games(path, &kept.result, Some(&kept.players));
            let of = of.map_err(|error| damaged(&error))?;
            return Ok(vec![Results { rules: Some(kept.rules), ..of }]);
        }
        Err(what) => what,
    };
    let text = read_text(path, MOST_BYTES)?;
    let several = serde_json::from_str::<Summaries>(&text).map(|found| found.matches);
    if let Ok(matches) = several.or_else(|_| serde_json::from_str::<Vec<Summary>>(&text)) {
        let found: Result<_, String> = matches.into_iter().map(|of| of_summary(path, of)).collect();
        return found.map_err(|error| damaged(&error));
    }
    if let Ok(matches) = serde_json::from_str::<Vec<MatchResult>>(&text) {
        let found: Result<_, String> = matches.iter().map(|of| of_games(path, of, None)).collect();
        return found.map_err(|error| damaged(&error));
    }
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let lines: Vec<_> = lines.map(|(number, line)| json_line::<Summary>(line, number)).collect();
    if lines.iter().any(Result::is_ok) {
        let found = lines.into_iter().map(|of| of_summary(path, of?)).collect::<Result<_, _>>();
        return found.map_err(|error| damaged(&error));
    }
    if is_match_path(path) {
        return Err(damaged(&no_match));
    }
    if end == Some("json") {
        serde_json::from_str::<IgnoredAny>(&text).map_err(|error| damaged(&error))?;
    }
    Ok(vec![])
}

/// Reads the lines of `matches.csv`; empty if the table has other columns.
fn read_table(path: &Path) -> Result<Vec<Results>, Box<dyn Error>> {
    let text = read_text(path, MOST_BYTES)?;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers()?.clone();
    if columns == ["a", "b", "outcomes"][..] {
        let lines: Vec<Outcomes> = reader.deserialize().collect::<Result<_, _>>()?;
        return lines.into_iter().map(|line| of_outcomes(path, line)).collect();
    }
    if !columns.iter().any(|column| column == "pairs_1_half") {
        return Ok(vec![]);
    }
    let lines: Vec<Line> = reader.deserialize().collect::<Result<_, _>>()?;
    Ok(lines.iter().map(|line| of_line(path, line)).collect::<Result<_, _>>()?)
}

fn of_games(
    path: &Path,
    of: &MatchResult,
    players: Option<&[String; 2]>,
) -> Result<Results, String> {
    let (a, b, variant) = (of.a.clone(), of.b.clone(), Some(of.variant.clone()));
    let (statistics, sprt) = (of.statistics(), of.sprt());
    let counts = of_summary(path, Summary { variant, a, b, statistics, sprt })?;
    let who = players.unwrap_or(&counts.names);
    let played = |(pair, games): (Pair, &[GameResult])| Played {
        halves: pair.halves(),
        opening: Some(hash(&games[0].start, &[], &moves(&games[0].opening))),
        games: Some([0, 1].map(|i| game_hash(&games[i], who))),
    };
    let pairs = pairs_of(&of.games).into_iter().zip(of.games.chunks(2)).map(played).collect();
    Ok(Results { identities: players.cloned(), pairs, ..counts })
}

fn of_summary(path: &Path, of: Summary) -> Result<Results, String> {
    let Statistics { pentanomial, draws, points, .. } = of.statistics;
    Ok(Results {
        path: path.into(),
        variant: of.variant,
        rules: None,
        pairs: of_counts(&of.a, &of.b, pentanomial)?,
        names: [of.a, of.b],
        identities: None,
        draws,
        points: points.map(|points| [points.lo, points.hi]),
        stopped: of.sprt.is_some_and(|state| state.decision.is_some()),
    })
}

/// # Errors
/// On an unknown letter, or an odd number of games.
fn of_outcomes(
    path: &Path,
    Outcomes { a, b, outcomes }: Outcomes,
) -> Result<Results, Box<dyn Error>> {
    let games: Option<Vec<Outcome>> = outcomes.chars().map(Outcome::of_letter).collect();
    let games = games.filter(|games| games.len().is_multiple_of(2));
    let games =
        games.ok_or_else(|| format!("{a} – {b}: `{outcomes}` is not two letters per pair"))?;
    let pair = |of: &[Outcome]| Pair { outcomes: [of[0], of[1]], points: [(0, 0); 2] };
    let pairs: Vec<Pair> = games.chunks_exact(2).map(pair).collect();
    let played = |pair: &Pair| Played { halves: pair.halves(), opening: None, games: None };
    let (variant, statistics, sprt) = (None, Statistics::of_pairs(&pairs), None);
    let counts = of_summary(path, Summary { variant, a, b, statistics, sprt })?;
    Ok(Results { pairs: pairs.iter().map(played).collect(), points: None, ..counts })
}

fn of_line(path: &Path, of: &Line) -> Result<Results, String> {
    let counts = [of.pairs_0, of.pairs_half, of.pairs_1, of.pairs_1_half, of.pairs_2];
    Ok(Results {
        path: path.into(),
        variant: None,
        rules: None,
        names: [of.player.clone(), of.opponent.clone()],
        identities: None,
        pairs: of_counts(&of.player, &of.opponent, counts)?,
        draws: of.draws,
        points: of.points_lo.zip(of.points_hi).map(|(lo, hi)| [lo, hi]),
        stopped: !of.sprt_decision.is_empty(),
    })
}

/// # Errors
/// If there are more pairs than a match can have.
fn of_counts(a: &str, b: &str, pentanomial: [u32; 5]) -> Result<Vec<Played>, String> {
    let count: u64 = pentanomial.into_iter().map(u64::from).sum();
    if count > MAX_PAIRS.into() {
        return Err(format!("{a} – {b}: {count} pairs; at most {MAX_PAIRS} are read"));
    }
    let pairs = (0..5).zip(pentanomial).flat_map(|(halves, count)| {
        let pair = Played { halves: Some(halves), opening: None, games: None };
        (0..count).map(move |_| pair)
    });
    Ok(pairs.collect())
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
    /// Returns the identity of player `i`, or `None` if its name alone identifies it in any file,
    /// as for a fixed player or a built-in network. Any other name, such as `generation 20`,
    /// identifies a player only within one folder.
    pub(crate) fn identity(&self, i: usize) -> Option<String> {
        if let Some(identities) = &self.identities {
            return Some(identities[i].clone());
        }
        let says_it_all = match self.names[i].parse() {
            Ok(PlayerSpec::Network { source: NetworkSource::Checkpoint(path), .. }) => {
                !path.contains(std::path::is_separator)
            }
            Ok(PlayerSpec::Network { .. }) => false,
            Ok(PlayerSpec::AlphaBeta3 { net: Some(file), .. }) => {
                !file.contains(|c| c == '.' || std::path::is_separator(c))
            }
            Ok(PlayerSpec::Perfect { .. } | PlayerSpec::Program(_)) | Err(_) => false,
            Ok(_) => true,
        };
        (!says_it_all).then(|| format!("{} {}", self.folder(), self.names[i]))
    }

    /// Whether only counts of the pairs are known, not their games.
    pub(crate) fn has_counts_alone(&self) -> bool {
        self.pairs.iter().all(|pair| pair.games.is_none())
    }

    fn folder(&self) -> String {
        self.path.parent().map_or(String::new(), |folder| folder.display().to_string())
    }

    /// Returns a text that is equal for a match and its summary.
    pub(crate) fn fingerprint(&self) -> String {
        let mut pentanomial = [0; 5];
        self.pairs
            .iter()
            .filter_map(|pair| pair.halves)
            .for_each(|halves| pentanomial[halves as usize] += 1);
        let points = self.points.map(|ends| ends.map(|points| format!("{points:.6}")));
        let fixed = self.names.iter().all(|name| name.parse::<PlayerSpec>().is_ok());
        let folder = if fixed { String::new() } else { self.folder() };
        format!("{folder} {:?} {pentanomial:?} {} {points:?}", self.names, self.draws)
    }
}

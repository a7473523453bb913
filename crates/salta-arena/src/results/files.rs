//! Results of matches from any kind of file: match files, summaries, tables.

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use salta_record::{json_line, read_text};
use salta_stats::{Pair, outcome_letters};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::summaries::{
    Line, Outcomes, Room, Summaries, Summary, of_line, of_outcomes, of_summary, played,
};
use super::{Played, Results};
use crate::entrant::short_identity;
use crate::error::MatchError;
use crate::game::{GameResult, pairs_of};
use crate::match_files::{is_match_path, paths_in, read_match};
use crate::result::MatchResult;
use crate::summary::limit_text;

/// The columns of a table of one's own.
const OWN_COLUMNS: [&str; 3] = ["a", "b", "outcomes"];

/// Maximum size of a file in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// Reads the results in a file, or in the files of a directory and its subdirectories.
///
/// # Errors
/// If a file cannot be read, a match is damaged, or there are no results.
pub(crate) fn read_results(path: &Path, room: &Room) -> Result<Vec<Results>, MatchError> {
    let found = read_any(path, room)?;
    if found.is_empty() {
        let what = "no results of matches (a match or tournament as JSON, NDJSON or matches.csv, or a \
                    table with the columns a,b,outcomes)";
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
    let found = of_text(path, &text, room).map_err(|error| MatchError::at(path, error))?;
    if let Some(found) = found {
        return Ok(found);
    }
    if is_match_path(path) {
        return Err(MatchError::at(path, no_match));
    }
    if end == Some("json") {
        serde_json::from_str::<IgnoredAny>(&text).map_err(|error| MatchError::at(path, error))?;
    }
    Ok(vec![])
}

/// What all matches have, with their games or without.
#[derive(Deserialize)]
struct MatchLike {
    a: Option<IgnoredAny>,
    b: Option<IgnoredAny>,
    statistics: Option<IgnoredAny>,
    games: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct MatchesLike {
    matches: Vec<MatchLike>,
}

impl MatchLike {
    fn is_match(&self) -> bool {
        let MatchLike { a, b, statistics, games } = self;
        a.is_some() && b.is_some() && (statistics.is_some() || games.is_some())
    }
}

/// The matches in a text of any kind but a match file; `None` if it is of no such kind.
///
/// # Errors
/// If a match in it is damaged.
fn of_text(path: &Path, text: &str, room: &Room) -> Result<Option<Vec<Results>>, String> {
    let is_match = |of: &MatchLike| of.is_match();
    let without_games = |matches: Vec<Summary>| {
        matches.into_iter().map(|of| of_summary(path, of, room)).collect::<Result<Vec<_>, _>>()
    };
    let wrong = |error: serde_json::Error| error.to_string();
    if serde_json::from_str::<MatchesLike>(text).is_ok_and(|of| of.matches.iter().any(is_match)) {
        let several: Summaries = serde_json::from_str(text).map_err(wrong)?;
        return without_games(several.with_limit()).map(Some);
    }
    if let Ok(several) = serde_json::from_str::<Vec<MatchLike>>(text)
        && several.iter().any(is_match)
    {
        if several.iter().all(|of| of.statistics.is_some()) {
            return without_games(serde_json::from_str(text).map_err(wrong)?).map(Some);
        }
        let matches: Vec<MatchResult> = serde_json::from_str(text).map_err(wrong)?;
        let found = matches.iter().map(|of| of_games(path, of, None));
        return found.collect::<Result<_, _>>().map(Some);
    }
    // One match may be written over several lines.
    if serde_json::from_str::<MatchLike>(text)
        .is_ok_and(|of| of.statistics.is_some() && of.is_match())
    {
        return without_games(vec![serde_json::from_str(text).map_err(wrong)?]).map(Some);
    }
    let lines = || (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let is_any = lines().any(|(_, line)| {
        serde_json::from_str::<MatchLike>(line)
            .is_ok_and(|of| of.statistics.is_some() && of.is_match())
    });
    if !is_any {
        return Ok(None);
    }
    let read = |(number, line)| of_summary(path, json_line(line, number)?, room);
    lines().map(read).collect::<Result<_, _>>().map(Some)
}

/// Reads the lines of `matches.csv`; empty if the table has other columns.
fn read_table(path: &Path, text: &str, room: &Room) -> Result<Vec<Results>, Box<dyn Error>> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let columns = reader.headers()?.clone();
    let words: Vec<&str> = columns.iter().flat_map(|column| column.split([';', '\t'])).collect();
    if OWN_COLUMNS.iter().all(|column| words.contains(column)) {
        if words.len() > columns.len() {
            return Err("its columns are not separated by commas".into());
        }
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

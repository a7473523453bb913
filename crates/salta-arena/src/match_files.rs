//! Matches on disk.
//!
//! Each group of games is written when it ends, in a directory whose name is a hash of everything
//! that determines the games, whatever the number of pairs. So a killed tournament resumes with its
//! own groups, also if another number of pairs is asked for, and never uses those of another. When
//! a match is complete, it is written to one file, and its groups are removed; if more pairs are
//! asked for later, its games become groups again. Both kinds of files end in a checksum, and their
//! games are replayed when a tournament resumes.

use std::cmp::Ordering;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use salta_core::Variant;
use salta_record::difference::difference;
use salta_record::sealed::{Seal, open, seal};
use salta_record::{
    Fault, RecordError, check_length, read_file, read_text, remove_leftovers, write_atomically,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::config::MatchConfig;
use crate::entrant::Entrant;
use crate::error::MatchError;
use crate::opening::Opening;
use crate::replay::Terms;
use crate::result::{GroupRecord, MatchResult};
use crate::watch::Watch;

/// The directory of the groups, inside that of the results.
const GROUPS: &str = "groups";
/// Separates the players in a file name.
const VERSUS: &str = " vs ";
/// Maximum number of characters of a player's name in a file name.
const NAME_LENGTH: usize = 80;
/// Maximum size of a match file in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// The files of a match and its groups, and what they are checked against.
pub(crate) struct MatchFiles<'a> {
    /// The path of the match's files, without extension.
    stem: PathBuf,
    groups: PathBuf,
    /// Where earlier versions kept the groups, in a directory for each number of pairs.
    former_groups: PathBuf,
    identity: Identity,
    names: [&'a str; 2],
    terms: Terms<'a>,
}

/// Everything that determines the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Identity {
    /// The rules in full: two variant files may share a name.
    rules: String,
    /// The identities of the players: a path may hold another network by now.
    players: [String; 2],
    /// Checksum of the openings: a book may have changed.
    openings: String,
    config: MatchConfig,
}

impl Identity {
    /// What first differs from another identity, which is the one asked for; the number of pairs
    /// may differ.
    fn difference(&self, other: &Identity) -> String {
        let config = MatchConfig { pairs: other.config.pairs, ..self.config.clone() };
        match other {
            _ if self.rules != other.rules => "rules".into(),
            _ if self.players != other.players => "players".into(),
            _ if config != other.config => {
                let [own, asked] = [&config, &other.config].map(|of| json!(of));
                let what = difference(&asked, &own).map_or_else(String::new, |of| of.to_string());
                format!("settings: {what} as there")
            }
            _ => "openings".into(),
        }
    }

    /// The directory of the groups in that of the results.
    fn groups_dir(&self, out: &Path) -> PathBuf {
        out.join(GROUPS).join(&*blake3::hash(self.hashed_text().as_bytes()).to_hex())
    }

    /// The JSON whose hash names the groups' directory. Its keys never change, so that a tournament
    /// begun by an earlier version resumes with its groups.
    fn hashed_text(&self) -> String {
        let text = serde_json::to_string(self).expect("strings and numbers");
        // Quotes within strings are escaped, so only keys match.
        text.replace("\"exact_nodes\":", "\"points_budget\":")
            .replace("\"max_exact_nodes\":", "\"max_points_budget\":")
    }
}

/// A match as stored in its file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMatch {
    identity: Identity,
    result: MatchResult,
}

/// A finished match with its rules and players, for code that evaluates results.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptMatch {
    /// Its file.
    pub path: PathBuf,
    /// The rules in full.
    pub rules: String,
    /// The identities of the players, independent of their names.
    pub players: [String; 2],
    /// The match.
    pub result: MatchResult,
}

/// Reads the match in a file, or the matches in a directory and its subdirectories in the order of
/// their paths. Verifies checksums but does not replay games; skips other files in a directory.
///
/// # Errors
/// If a file cannot be read, a match is damaged, or `path` is a file but not a match.
pub fn read_matches(path: &Path) -> Result<Vec<KeptMatch>, MatchError> {
    if !path.is_dir() {
        return Ok(vec![read_match(path)?.map_err(|what| MatchError::at(path, what))?]);
    }
    let mut found = Vec::new();
    for path in paths_in(path)? {
        if path.is_dir() {
            found.extend(read_matches(&path)?);
        } else if path.extension().is_some_and(|end| end == "json") {
            match read_match(&path)? {
                Err(what) if is_match_path(&path) => return Err(MatchError::at(&path, what)),
                read => found.extend(read.ok()),
            }
        }
    }
    Ok(found)
}

/// Returns the paths in a directory, sorted, without links to directories: such a link may lead
/// back; and without the groups of interrupted matches, which are no results.
pub(crate) fn paths_in(dir: &Path) -> Result<Vec<PathBuf>, MatchError> {
    let entries = fs::read_dir(dir).map_err(|source| io(dir, source))?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> =
        paths.collect::<Result<_, _>>().map_err(|source| io(dir, source))?;
    paths.retain(|path| !(path.is_dir() && (path.is_symlink() || is_of_groups(path))));
    paths.sort();
    Ok(paths)
}

/// Whether a directory has the groups of interrupted matches, each match's in a directory named by
/// a hash.
fn is_of_groups(dir: &Path) -> bool {
    let is_hash = |name: &str| name.len() == 64 && name.bytes().all(|b| b.is_ascii_hexdigit());
    let names = || fs::read_dir(dir).into_iter().flatten().flatten();
    dir.ends_with(GROUPS) && names().all(|entry| entry.file_name().to_str().is_some_and(is_hash))
}

/// Returns the match in a file, or why the file holds none.
pub(crate) fn read_match(path: &Path) -> Result<Result<KeptMatch, String>, MatchError> {
    match read_stored::<SavedMatch>(path)? {
        Stored::Missing => Ok(Err("there is no such file".into())),
        Stored::Unreadable(what) => Ok(Err(what)),
        Stored::Altered(_) => Err(MatchError::at(path, ALTERED)),
        Stored::Whole(SavedMatch { identity: Identity { rules, players, .. }, result }) => {
            Ok(Ok(KeptMatch { path: path.into(), rules, players, result }))
        }
    }
}

impl<'a> MatchFiles<'a> {
    pub(crate) fn new(
        out: &Path,
        terms: Terms<'a>,
        [a, b]: [&'a Entrant<'_>; 2],
    ) -> MatchFiles<'a> {
        let identity = Identity {
            rules: terms.variant.rules().to_toml(),
            players: [a.identity.into(), b.identity.into()],
            openings: checksum(terms.variant, terms.openings),
            config: terms.config.clone(),
        };
        // Of the openings, those of the first group, which more pairs do not change.
        let per_group = terms.config.pairs_per_group as usize;
        let first = &terms.openings[..terms.openings.len().min(per_group)];
        let of_any_length = Identity {
            openings: checksum(terms.variant, first),
            config: MatchConfig { pairs: 0, ..terms.config.clone() },
            ..identity.clone()
        };
        let (stem, names) = (out.join(file_name(a.name, b.name)), [a.name, b.name]);
        let (groups, former_groups) = (of_any_length.groups_dir(out), identity.groups_dir(out));
        MatchFiles { stem, groups, former_groups, identity, names, terms }
    }

    /// Returns this match if an earlier process completed it; its games are replayed. The games of
    /// the same match with fewer pairs become groups of this one.
    ///
    /// # Errors
    /// If the file was altered, does not agree with its games, or has more pairs.
    pub(crate) fn earlier(&self, watch: &dyn Watch) -> Result<Option<MatchResult>, MatchError> {
        if self.former_groups.is_dir() && !self.groups.exists() {
            fs::rename(&self.former_groups, &self.groups)
                .map_err(|source| io(&self.former_groups, source))?;
        }
        let path = self.stem.with_added_extension("json");
        let damaged = |what: String| {
            MatchError::at(&path, format_args!("{what}; remove it to play the match again"))
        };
        let check = |of: &MatchResult| self.terms.check_match(self.names, of);
        let SavedMatch { identity, result } = match read_stored(&path)? {
            Stored::Missing => return Ok(None),
            Stored::Unreadable(what) => return Err(damaged(what)),
            Stored::Altered(saved) => {
                let wrong = saved.and_then(|saved: SavedMatch| check(&saved.result).err());
                let wrong = wrong.map_or_else(String::new, |what| format!(" ({what})"));
                return Err(damaged(format!("{ALTERED}{wrong}")));
            }
            Stored::Whole(saved) => saved,
        };
        if !self.accepts(&path, &identity, &result, watch)? {
            return Ok(None);
        }
        check(&result).map_err(damaged)?;
        self.restore_games(&result, watch)?;
        Ok(Some(result))
    }

    /// Whether the match stored in `path` is this one. If it has fewer pairs, its games become
    /// groups of this one.
    fn accepts(
        &self,
        path: &Path,
        identity: &Identity,
        result: &MatchResult,
        watch: &dyn Watch,
    ) -> Result<bool, MatchError> {
        let (asked, place) = (self.identity.config.pairs, path.display());
        let Some(pairs) = self.pairs_of_same(identity) else {
            let what = "of other players, openings or settings; played again";
            watch.say(&format!("{place}: {what}"));
            return Ok(false);
        };
        let refused = |why| {
            let what = format!("has {pairs} pairs, not {asked}: {why}; choose another directory");
            Err(MatchError::at(path, what))
        };
        match pairs.cmp(&asked) {
            Ordering::Equal => Ok(true),
            Ordering::Greater => refused("their games would be lost"),
            Ordering::Less if result.time.is_some() => {
                refused("matches with a time limit cannot be extended")
            }
            Ordering::Less => {
                self.extend(result)?;
                let found = result.games.len() / 2;
                watch.say(&format!("{place}: {found} of the {asked} pairs found"));
                Ok(false)
            }
        }
    }

    /// The number of pairs of a stored match that differs from this one in nothing else. If it has
    /// more pairs, its openings are not compared.
    fn pairs_of_same(&self, stored: &Identity) -> Option<u32> {
        let pairs = stored.config.pairs;
        let known = self.terms.openings.get(..pairs as usize);
        let openings = known
            .map_or_else(|| stored.openings.clone(), |known| checksum(self.terms.variant, known));
        let config = MatchConfig { pairs, ..self.identity.config.clone() };
        (*stored == Identity { openings, config, ..self.identity.clone() }).then_some(pairs)
    }

    /// Stores the games of the same match with fewer pairs as groups, the last of which may be
    /// incomplete.
    fn extend(&self, MatchResult { a, b, games, .. }: &MatchResult) -> Result<(), MatchError> {
        let games_per_group = 2 * self.terms.config.pairs_per_group as usize;
        for (number, games) in (0..).zip(games.chunks(games_per_group)) {
            let (a, b, games) = (a.clone(), b.clone(), games.to_vec());
            self.keep(number, &GroupRecord { a, b, games, time: None })?;
        }
        Ok(())
    }

    /// Refuses an earlier match of other players, openings or settings (apart from the number of
    /// pairs), which [`MatchFiles::earlier`] replaces.
    pub(crate) fn refuse_other(&self) -> Result<(), MatchError> {
        let path = self.stem.with_added_extension("json");
        match read_stored(&path)? {
            Stored::Whole(SavedMatch { identity, .. })
                if self.pairs_of_same(&identity).is_none() =>
            {
                let what = identity.difference(&self.identity);
                let what = format_args!("made with other {what}; choose another directory");
                Err(MatchError::at(&path, what))
            }
            _ => Ok(()),
        }
    }

    /// Writes the games again if their file is missing or does not agree with the match.
    fn restore_games(&self, result: &MatchResult, watch: &dyn Watch) -> Result<(), MatchError> {
        let (path, text) = (self.games_path(), self.games_text(result));
        let what = match read_file(&path, MOST_BYTES) {
            Ok(found) if found == text.as_bytes() => return Ok(()),
            Ok(_) => "not what the match beside it holds",
            Err(_) => "missing",
        };
        watch.say(&format!("{}: {what}; written again", path.display()));
        Ok(write_atomically(&path, text.as_bytes())?)
    }

    /// Returns a group that an earlier process played, which is incomplete if it is of a match with
    /// fewer pairs; `None` if it is missing or damaged and must be played.
    pub(crate) fn group(
        &self,
        number: u32,
        watch: &dyn Watch,
    ) -> Result<Option<GroupRecord>, MatchError> {
        let path = self.group_path(number);
        let pairs = self.terms.config.pairs_of_group(number);
        let good = match read_stored::<GroupRecord>(&path)? {
            Stored::Missing => return Ok(None),
            Stored::Unreadable(what) => Err(what),
            Stored::Altered(_) => Err(ALTERED.into()),
            Stored::Whole(record) => {
                let found = pairs.start + record.games.len() as u32 / 2;
                let known = if record.time.is_none() && found < pairs.end {
                    pairs.start..found
                } else {
                    pairs
                };
                self.terms.check(known, &record.games).map(|()| record)
            }
        };
        if let Err(what) = &good {
            watch.say(&format!("{}: {what}; the group is played again", path.display()));
        }
        Ok(good.ok())
    }

    pub(crate) fn keep(&self, number: u32, record: &GroupRecord) -> Result<(), MatchError> {
        fs::create_dir_all(&self.groups).map_err(|source| io(&self.groups, source))?;
        Ok(write_atomically(self.group_path(number), seal(record).as_bytes())?)
    }

    /// Writes the games, then the match file, after which the groups are no longer needed.
    ///
    /// # Errors
    /// If they cannot be written, or the match file is too large to be read again.
    pub(crate) fn save(&self, result: &MatchResult) -> Result<(), MatchError> {
        let saved = SavedMatch { identity: self.identity.clone(), result: result.clone() };
        let (path, text) = (self.stem.with_added_extension("json"), seal(&saved));
        check_length(&path, text.len() as u64, MOST_BYTES)
            .map_err(|error| MatchError::Failed(format!("{error}; play fewer `pairs`")))?;
        write_atomically(self.games_path(), self.games_text(result).as_bytes())?;
        Ok(write_atomically(path, text.as_bytes())?)
    }

    /// Removes the groups of this match, and their directories if they are empty then; leaves those
    /// of more pairs, which were asked for before it was interrupted.
    pub(crate) fn remove_groups(&self) -> Result<(), MatchError> {
        if !self.groups.is_dir() {
            return Ok(());
        }
        for number in 0..self.terms.config.groups() {
            let path = self.group_path(number);
            match fs::remove_file(&path) {
                Err(source) if source.kind() != ErrorKind::NotFound => {
                    return Err(io(&path, source));
                }
                _ => {}
            }
        }
        remove_leftovers(&self.groups)?;
        // Fails if groups are left.
        let _ = fs::remove_dir(&self.groups);
        let _ = self.groups.parent().map(fs::remove_dir);
        Ok(())
    }

    fn group_path(&self, number: u32) -> PathBuf {
        self.groups.join(format!("{number:06}.json"))
    }

    fn games_path(&self) -> PathBuf {
        self.stem.with_added_extension("games")
    }

    fn games_text(&self, result: &MatchResult) -> String {
        let MatchResult { a, b, games, .. } = result;
        let event = format!("{a} – {b}");
        let texts = games.iter().map(|game| game.to_game_text(self.terms.variant, &event, a, b));
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// Message for a checksum that is wrong or gone.
const ALTERED: &str = "its checksum is wrong or missing: the file was altered or damaged";

enum Stored<T> {
    Missing,
    /// The file holds no such record, for this reason.
    Unreadable(String),
    /// The checksum is wrong or gone; the record as far as it can be read.
    Altered(Option<T>),
    Whole(T),
}

fn read_stored<T: DeserializeOwned>(path: &Path) -> Result<Stored<T>, MatchError> {
    let text = match read_text(path, MOST_BYTES) {
        Err(RecordError { fault: Fault::NotFound, .. }) => return Ok(Stored::Missing),
        Err(RecordError {
            fault: what @ (Fault::OverLimit { .. } | Fault::NotText { .. }),
            ..
        }) => return Ok(Stored::Unreadable(what.to_string())),
        text => text?,
    };
    let (text, seal) = open(&text);
    Ok(match (serde_json::from_str(&text), seal) {
        (Ok(record), Seal::Whole) => Stored::Whole(record),
        (Ok(record), _) => Stored::Altered(Some(record)),
        (Err(_), Seal::Broken) => Stored::Altered(None),
        (Err(error), _) => Stored::Unreadable(format!("not the games of a match: {error}")),
    })
}

fn io(path: &Path, source: std::io::Error) -> MatchError {
    RecordError::io(path, source).into()
}

fn checksum(variant: &Variant, openings: &[Opening]) -> String {
    let mut hasher = blake3::Hasher::new();
    for opening in openings {
        hasher.update(variant.position_line(&opening.start).as_bytes());
        for mv in &opening.moves {
            hasher.update(mv.to_string().as_bytes());
        }
        hasher.update(b"\n");
    }
    hasher.finalize().to_hex().to_string()
}

/// Returns `A vs B`. If that is not a safe file name, replaces characters and adds a checksum of
/// the names, so that no two matches share a file.
fn file_name(a: &str, b: &str) -> String {
    let (plain_a, plain_b) = (plain(a), plain(b));
    let name = format!("{plain_a}{VERSUS}{plain_b}");
    if (&*plain_a, &*plain_b) == (a, b) && name.matches(VERSUS).count() == 1 {
        return name;
    }
    let names = blake3::hash(format!("{a}\n{b}").as_bytes()).to_hex();
    format!("{name} {}", &names[..8])
}

pub(crate) fn is_match_path(path: &Path) -> bool {
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    name.contains(VERSUS) && path.extension().is_some_and(|end| end == "json")
}

/// Replaces unsafe characters, and upper case too, since some file systems ignore case.
fn plain(name: &str) -> String {
    let safe = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.@= ()".contains(c);
    let lower = name.chars().take(NAME_LENGTH).flat_map(char::to_lowercase);
    lower.map(|c| if safe(c) { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_are_file_names() {
        assert_eq!(file_name("greedy@1", "random@1"), "greedy@1 vs random@1");
        let training = "generation 3 vs generation 0 (untrained)";
        assert_eq!(file_name("generation 3", "generation 0 (untrained)"), training);
    }

    #[test]
    fn matches_of_earlier_versions_are_taken_up() {
        let config = r#"{"pairs":2,"points_budget":7,"max_points_budget":9}"#;
        let identity = Identity {
            rules: "\"exact_nodes\": 1".into(),
            players: ["a".into(), "b".into()],
            openings: String::new(),
            config: serde_json::from_str(config).unwrap(),
        };
        assert_eq!((identity.config.exact_nodes.0, identity.config.max_exact_nodes.0), (7, 9));
        let text = identity.hashed_text();
        assert!(text.contains(r#""points_budget":7,"max_points_budget":9"#), "{text}");
        assert!(text.contains(r#"\"exact_nodes\": 1"#), "strings stay: {text}");
    }

    #[test]
    fn groups_of_earlier_versions_are_taken_over() {
        let (out, variant) = (tempfile::tempdir().unwrap(), Variant::named("walker").unwrap());
        let terms = Terms { variant: &variant, config: &MatchConfig::default(), openings: &[] };
        let make = Box::new(|| unreachable!());
        let player = Entrant { name: "a", identity: "a", reproducible: true, turn_cost: 1.0, make };
        let files = MatchFiles::new(out.path(), terms, [&player; 2]);
        fs::create_dir_all(&files.former_groups).unwrap();
        assert!(files.earlier(&()).unwrap().is_none());
        assert!(files.groups.is_dir() && !files.former_groups.exists());
    }

    #[test]
    fn no_two_matches_share_a_file() {
        let names = ["a:b", "a_b", "a/b", "A_b", "A:b", "a b", &"x".repeat(90), &"x".repeat(91)];
        let mut seen = std::collections::HashSet::new();
        for a in names {
            for b in names {
                let name = file_name(a, b);
                assert!(name.len() < 200 && !name.contains(['/', ':']), "{name}");
                assert!(seen.insert(name.to_lowercase()), "{name}");
            }
        }
        // "a vs b" against "c", and "a" against "b vs c".
        assert_ne!(file_name("a vs b", "c"), file_name("a", "b vs c"));
    }
}

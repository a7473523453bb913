//! Altered match files: either the result is the same or the match is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use salta_arena::{MatchConfig, MatchError, MatchResult, Matches, Opening, openings, read_matches};
use salta_core::{Variant, rules};
use salta_players::{Greedy, Limit, Random};
use salta_record::sealed::seal;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Listener, entrant, made, on, small};

fn variant() -> Variant {
    let text = "base = \"buettgenbach-1899\"\nname = \"small\"\nboard = \"6x6\"\nranks = 1\n";
    Variant::new(rules::parse(text).unwrap())
}

fn config() -> MatchConfig {
    MatchConfig { pairs_per_group: 1, opening_plies: 2, max_plies: 40, ..small(2) }
}

fn play(out: &Path, listener: &Listener) -> Result<MatchResult, MatchError> {
    play_as(&config(), out, listener, &openings(&variant(), &config()).unwrap())
}

fn play_as(
    config: &MatchConfig,
    out: &Path,
    listener: &Listener,
    openings: &[Opening],
) -> Result<MatchResult, MatchError> {
    let variant = variant();
    let (greedy, random) =
        (entrant("greedy@1", || made(Greedy)), entrant("random@1", || made(Random)));
    let (variant, watch, stop) = (&variant, listener, &listener.stop);
    let matches = Matches { variant, config, openings, watch, stop };
    Ok(on(1, || matches.play(&[[&greedy, &random]], Some(out)))?.remove(0))
}

fn said(out: &Path) -> (Result<MatchResult, String>, String) {
    let listener = Listener::default();
    let played = play(out, &listener).map_err(|error| error.to_string());
    (played, listener.said.into_inner().unwrap().join("\n"))
}

/// A finished match: its directory, its file with the text, and the result.
fn finished() -> (TempDir, PathBuf, String, MatchResult) {
    let folder = tempfile::tempdir().unwrap();
    let result = said(folder.path()).0.unwrap();
    let file = folder.path().join("greedy@1 vs random@1.json");
    let text = fs::read_to_string(&file).unwrap();
    (folder, file, text, result)
}

fn other_openings() -> Vec<Opening> {
    let mut others = openings(&variant(), &config()).unwrap();
    others.reverse();
    assert_ne!(others[0].moves, others[1].moves);
    others
}

/// Alters each byte of a text in turn, a digit to another digit, and writes what `written` makes of
/// it, if anything; returns how many alterations were refused.
fn alter_each_byte(
    out: &Path,
    file: &Path,
    good: &str,
    expected: &MatchResult,
    written: impl Fn(Vec<u8>) -> Option<Vec<u8>>,
) -> usize {
    let mut refused = 0;
    for at in 0..good.len() {
        let mut bytes = good.as_bytes().to_vec();
        bytes[at] = match bytes[at] {
            digit @ b'0'..=b'9' => b'0' + (digit - b'0' + 1) % 10,
            other => other ^ 1,
        };
        let Some(bytes) = written(bytes) else { continue };
        fs::write(file, bytes).unwrap();
        match said(out).0 {
            Ok(found) => assert_eq!(found, *expected, "byte {at}"),
            Err(error) => {
                assert!(error.starts_with(&file.display().to_string()), "{error}");
                refused += 1;
            }
        }
    }
    refused
}

fn without_checksum(sealed: &str) -> String {
    let (fields, _) = sealed.rsplit_once(",\"checksum\":").unwrap();
    format!("{fields}}}")
}

#[test]
fn no_byte_of_a_match_changes_unnoticed() {
    let (folder, file, good, expected) = finished();
    let out = folder.path();
    let found = format!("4 games found in {}, not played again", out.display());
    assert_eq!(said(out), (Ok(expected.clone()), found));
    assert_eq!(alter_each_byte(out, &file, &good, &expected, Some), good.len());
    fs::write(&file, without_checksum(&good)).unwrap();
    for error in [said(out).0.unwrap_err(), read_matches(out).unwrap_err().to_string()] {
        assert!(error.contains("its checksum is wrong or missing"), "{error}");
    }
    // Behind a valid checksum, the games are replayed.
    let plain = without_checksum(&good);
    let sealed = |bytes: Vec<u8>| Some(seal(&serde_json::from_slice::<Value>(&bytes).ok()?).into());
    assert!(alter_each_byte(out, &file, &plain, &expected, sealed) > 100);
}

#[test]
fn a_match_with_fewer_pairs_is_extended_and_one_with_more_is_kept() {
    let all = openings(&variant(), &MatchConfig { pairs: 5, ..config() }).unwrap();
    let of = |pairs: u32| MatchConfig { pairs, pairs_per_group: 2, ..config() };
    let play = |config: &MatchConfig, out: &Path| {
        let openings = &all[..config.pairs as usize];
        play_as(config, out, &Listener::default(), openings).map_err(|error| error.to_string())
    };
    let [grown, whole] = [0; 2].map(|_| tempfile::tempdir().unwrap());
    play(&of(3), grown.path()).unwrap();
    let extended = play(&of(5), grown.path()).unwrap();
    assert_eq!(extended, play(&of(5), whole.path()).unwrap());
    let fewer = play(&of(4), grown.path()).unwrap_err();
    assert!(fewer.contains("has 5 pairs, not 4: their games would be lost"), "{fewer}");
    // The games of three pairs under a time limit are kept too.
    let timed = |pairs| MatchConfig { limit: Some(Limit::TimeMs(1000)), ..of(pairs) };
    let other = tempfile::tempdir().unwrap();
    play(&timed(3), other.path()).unwrap();
    let refused = play(&timed(5), other.path()).unwrap_err();
    assert!(refused.contains("matches with a time limit cannot be extended"), "{refused}");
}

#[test]
fn no_game_of_a_match_that_is_extended_is_played_again() {
    let changed = AtomicBool::new(false);
    // Plays in another way the second time, as a program may.
    let player = || if changed.load(Ordering::Relaxed) { made(Random) } else { made(Greedy) };
    let (greedy, random) = (entrant("greedy@1", player), entrant("random@1", || made(Random)));
    let folder = tempfile::tempdir().unwrap();
    let (variant, listener) = (&variant(), Listener::default());
    let play = |pairs| {
        let config = &MatchConfig { pairs, pairs_per_group: 2, ..config() };
        let openings = &openings(variant, config).unwrap();
        let (watch, stop) = (&listener, &listener.stop);
        let matches = Matches { variant, config, openings, watch, stop };
        matches.play(&[[&greedy, &random]], Some(folder.path())).unwrap().remove(0).games
    };
    let before = play(3);
    changed.store(true, Ordering::Relaxed);
    let after = play(5);
    assert_eq!(after[..6], before);
    assert_eq!(after.len(), 10);
    let said = listener.said.lock().unwrap().join("\n");
    assert!(said.contains("3 of the 5 pairs found"), "{said}");
}

#[test]
fn an_interrupted_match_keeps_its_groups_whatever_the_number_of_pairs() {
    let all = openings(&variant(), &MatchConfig { pairs: 7, ..config() }).unwrap();
    let play = |pairs: u32, out: &Path, stop_after: Option<usize>| {
        let config = MatchConfig { pairs, pairs_per_group: 2, ..config() };
        let listener = Listener { stop_after, ..Listener::default() };
        play_as(&config, out, &listener, &all[..pairs as usize])
    };
    let whole = tempfile::tempdir().unwrap();
    let expected = [2, 7].map(|pairs| play(pairs, whole.path(), None).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    assert!(matches!(play(5, out, Some(2)), Err(MatchError::Stopped)));
    let directory = fs::read_dir(out.join("groups")).unwrap().next().unwrap().unwrap().path();
    let written = |group: u32| {
        let file = fs::metadata(directory.join(format!("{group:06}.json"))).ok();
        file.map(|file| file.modified().unwrap())
    };
    let second = written(1);
    assert!(written(0).is_some() && second.is_some());
    assert_eq!(play(2, out, None).unwrap(), expected[0]);
    assert_eq!((written(0), written(1)), (None, second), "fewer pairs leave the second group");
    assert!(matches!(play(7, out, Some(3)), Err(MatchError::Stopped)));
    assert_eq!(written(1), second, "more pairs take it");
    assert_eq!(play(7, out, None).unwrap(), expected[1]);
    assert!(!out.join("groups").exists());
}

#[test]
fn a_match_from_other_openings_is_played_again() {
    let (folder, listener) = (finished().0, Listener::default());
    play_as(&config(), folder.path(), &listener, &other_openings()).unwrap();
    let note = listener.said.into_inner().unwrap().join("\n");
    assert!(note.contains("of other players, openings or settings; played again"), "{note}");
}

#[test]
fn a_refusal_names_the_game() {
    let (folder, file, good, MatchResult { games, .. }) = finished();
    let ending = format!("\"ending\":\"{}\"", games[3].ending.name());
    let other = if games[3].ending.name() == "limit" { "blockade" } else { "limit" };
    let (before, after) = good.rsplit_once(&ending).unwrap();
    let altered = format!("{before}\"ending\":\"{other}\"{after}");
    for text in [without_checksum(&altered), altered] {
        fs::write(&file, text).unwrap();
        let error = said(folder.path()).0.unwrap_err();
        assert!(error.contains("game 3 (pair 1, B is White): its moves end by"), "{error}");
        assert!(error.contains("remove it to play the match again"), "{error}");
    }
}

#[test]
fn games_that_are_no_pairs_are_refused_behind_a_valid_checksum_too() {
    let (folder, file, good, _) = finished();
    let out = folder.path();
    let altered =
        without_checksum(&good).replacen("\"white_is_a\":false", "\"white_is_a\":true", 1);
    let value: Value = serde_json::from_str(&altered).unwrap();
    fs::write(&file, seal(&value)).unwrap();
    for error in [said(out).0.unwrap_err(), read_matches(out).unwrap_err().to_string()] {
        assert!(error.contains("its games are not pairs with colours swapped"), "{error}");
    }
}

#[test]
fn a_pair_too_many_is_refused() {
    let (folder, file, good, _) = finished();
    let mut value: Value = serde_json::from_str(&without_checksum(&good)).unwrap();
    let games = value["result"]["games"].as_array_mut().unwrap();
    for number in [2, 3] {
        let mut game = games[number].clone();
        game["pair"] = 2.into();
        games.push(game);
    }
    let sealed = seal(&value);
    for text in [value.to_string(), sealed.replacen("\"pairs\":2", "\"pairs\": 2", 1), sealed] {
        fs::write(&file, text).unwrap();
        let error = said(folder.path()).0.unwrap_err();
        assert!(error.contains("3 pairs instead of 2"), "{error}");
    }
}

#[test]
fn games_that_are_gone_are_written_again() {
    let (folder, file, _, expected) = finished();
    let file = file.with_extension("games");
    let good = fs::read_to_string(&file).unwrap();
    for (text, what) in [(None, "missing"), (Some("[Event \"x\"]"), "not what the match")] {
        text.map_or_else(|| fs::remove_file(&file), |text| fs::write(&file, text)).unwrap();
        let (found, note) = said(folder.path());
        assert_eq!(found.as_ref(), Ok(&expected));
        assert!(note.contains(what) && note.contains("written again"), "{note}");
        assert_eq!(fs::read_to_string(&file).unwrap(), good);
    }
}

/// Stops the match after a group; returns the directory of its groups.
fn stopped(out: &Path) -> PathBuf {
    let listener = Listener { stop_after: Some(1), ..Listener::default() };
    assert!(matches!(play(out, &listener), Err(MatchError::Stopped)));
    fs::read_dir(out.join("groups")).unwrap().next().unwrap().unwrap().path()
}

#[test]
fn a_match_removes_its_own_groups_only() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    let group = stopped(out).join("000000.json");
    let others = other_openings();
    // Played, then complete already.
    for _ in 0..2 {
        play_as(&config(), out, &Listener::default(), &others).unwrap();
        assert!(group.exists());
        assert_eq!(fs::read_dir(out.join("groups")).unwrap().count(), 1);
    }
    said(out).0.unwrap();
    assert!(!out.join("groups").exists());
}

#[test]
fn groups_are_no_results_but_a_folder_may_be_called_so() {
    let folder = tempfile::tempdir().unwrap();
    let groups = stopped(folder.path());
    fs::write(groups.join("a vs b.json"), "damaged").unwrap();
    assert!(read_matches(folder.path()).unwrap().is_empty());
    let named = folder.path().join("groups");
    fs::rename(&groups, named.join("results")).unwrap();
    assert!(read_matches(folder.path()).is_err());
}

#[test]
fn a_damaged_group_is_played_again_aloud() {
    let (.., whole) = finished();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path();
    let groups = stopped(out);
    let file = groups.join("000000.json");
    let good = fs::read_to_string(&file).unwrap();
    for at in (0..good.len()).step_by(41) {
        let mut bytes = good.as_bytes().to_vec();
        bytes[at] ^= 1;
        fs::create_dir_all(&groups).unwrap();
        fs::write(&file, bytes).unwrap();
        let (found, note) = said(out);
        assert_eq!(found.as_ref(), Ok(&whole), "byte {at}");
        assert!(note.contains("the group is played again"), "byte {at}: {note}");
        fs::remove_file(out.join("greedy@1 vs random@1.json")).unwrap();
    }
    fs::create_dir_all(&groups).unwrap();
    fs::write(&file, &good).unwrap();
    assert_eq!(said(out), (Ok(whole), String::new()), "a good group is kept");
}

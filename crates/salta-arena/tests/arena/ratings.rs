//! Results from several files in one pool.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use salta_arena::{
    Entrant, MatchConfig, MatchResult, Matches, RatedPool, openings, rate_results, read_matches,
};
use salta_core::{Ending, Margin, Rules, Variant};
use salta_players::Limit;
use salta_stats::{RatingSettings, Sprt};

use crate::common::{self, opponent, variant};

/// Greedy, or random if its identity says so.
pub(crate) fn entrant<'a>(name: &'a str, identity: &'a str) -> Entrant<'a> {
    let player = if identity.contains("random") { "random" } else { "greedy" };
    Entrant { identity, ..common::entrant(name, move || opponent(player)) }
}

pub(crate) fn play(
    variant: &Variant,
    config: &MatchConfig,
    pairs: &[[&Entrant<'_>; 2]],
    out: &Path,
) {
    let openings = openings(variant, config).unwrap();
    let stop = AtomicBool::new(false);
    fs::create_dir_all(out).unwrap();
    let matches = Matches { variant, config, openings: &openings, watch: &(), stop: &stop };
    matches.play(pairs, Some(out)).unwrap();
}

pub(crate) fn matches(variant: &Variant, config: &MatchConfig, names: &[[&str; 2]], out: &Path) {
    let entrants: Vec<[Entrant<'_>; 2]> =
        names.iter().map(|names| names.map(|name| entrant(name, name))).collect();
    let pairs: Vec<[&Entrant<'_>; 2]> = entrants.iter().map(|[a, b]| [a, b]).collect();
    play(variant, config, &pairs, out);
}

pub(crate) fn rate(paths: &[PathBuf], anchor: Option<&str>) -> Result<RatedPool, String> {
    let settings = RatingSettings { replicates: 100, ..RatingSettings::default() };
    let is_built_in = |name: &str| name == "two-cores";
    rate_results(paths, anchor, &settings, is_built_in).map_err(|error| error.to_string())
}

/// Keeps the default node budgets, which decide the winner of every game.
pub(crate) fn small(pairs: u32) -> MatchConfig {
    MatchConfig { pairs, pairs_per_group: 4, ..MatchConfig::default() }
}

const NAMES: [[&str; 2]; 3] = [["greedy@1", "run-1"], ["greedy@1", "run-2"], ["run-2", "random@1"]];

/// A folder with a table of these matches.
pub(crate) fn table(dir: &Path, folder: &str, lines: &[(&str, &str, &str)]) -> PathBuf {
    let folder = dir.join(folder);
    fs::create_dir_all(&folder).unwrap();
    let lines: String = lines.iter().map(|(a, b, of)| format!("{a},{b},{of}\n")).collect();
    fs::write(folder.join("matches.csv"), format!("a,b,outcomes\n{lines}")).unwrap();
    folder
}

#[test]
fn games_that_are_in_two_files_count_once() {
    let (variant, dir) = (variant("buettgenbach-1899"), tempfile::tempdir().unwrap());
    let [first, second, third] = ["first", "second", "third"].map(|name| dir.path().join(name));
    matches(&variant, &small(4), &NAMES, &first);
    #[cfg(unix)]
    std::os::unix::fs::symlink(".", first.join("again")).unwrap();
    let alone = rate(std::slice::from_ref(&first), Some("greedy@1")).unwrap();
    assert_eq!((alone.matches, alone.pairs, alone.duplicates), (3, 12, 0));
    assert_eq!(alone.variant.as_deref(), Some("buettgenbach-1899"));
    assert_eq!((alone.groups[0].group.as_str(), alone.groups[0].runs), ("run-*", 2));
    let mut pairs: Vec<_> = alone.players.iter().map(|p| (&*p.player, p.pairs)).collect();
    pairs.sort_unstable();
    assert_eq!(pairs, [("greedy@1", 8), ("random@1", 4), ("run-1", 4), ("run-2", 8)]);
    // The same match with two more openings, and a summary of the first.
    matches(&variant, &small(6), &NAMES[..1], &second);
    let kept = read_matches(&first).unwrap();
    let summaries: Vec<_> = kept.iter().map(|kept| kept.result.summary()).collect();
    let line = |summary| serde_json::to_string(summary).unwrap() + "\n";
    let fixed: String = summaries.iter().take(1).map(line).collect();
    // A summary beside the match that it is derived from is not read, one of another match is
    // refused.
    fs::write(first.join("again.ndjson"), &fixed).unwrap();
    fs::write(first.join("other.ndjson"), fixed.replace("run-1", "other")).unwrap();
    let mixed = rate(std::slice::from_ref(&first), None).unwrap_err().to_string();
    assert!(mixed.contains("other.ndjson: its result of"), "{mixed}");
    fs::remove_file(first.join("other.ndjson")).unwrap();
    let both = rate(&[first.clone(), second], Some("greedy")).unwrap();
    assert_eq!((both.pairs, both.duplicates), (14, 4));
    assert!(both.notes[0].starts_with("the same games as others, so counted once: 4 pairs"));
    // Another seed gives other games.
    matches(&variant, &MatchConfig { seed: 2, ..small(4) }, &NAMES, &third);
    let more = rate(&[first, third], None).unwrap();
    assert_eq!((more.pairs, more.duplicates), (24, 0));
}

#[test]
fn what_cannot_be_rated_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| dir.path().join(name));
    matches(&variant("buettgenbach-1899"), &small(2), &NAMES[..1], &first);
    matches(&variant("nestor"), &small(2), &NAMES[..1], &second);
    let other = rate(&[first.clone(), second], None).unwrap_err();
    assert!(other.contains("results of `nestor`") && other.contains("rate them apart"), "{other}");
    let rules = variant("buettgenbach-1899").rules().clone();
    let third = dir.path().join("third");
    matches(&Variant::new(Rules { move_limit: 9, ..rules }), &small(2), &NAMES[..1], &third);
    let other = rate(&[first.clone(), third], None).unwrap_err();
    assert!(other.contains("results of `buettgenbach-1899` with other rules than"), "{other}");
    let [few, many] = ["few", "many"].map(|name| dir.path().join(name));
    for (path, limit) in [(&few, 10), (&many, 20)] {
        let config = MatchConfig { limit: Some(Limit::Nodes(limit)), ..small(2) };
        matches(&variant("buettgenbach-1899"), &config, &NAMES[..1], path);
    }
    let summary = |path: &Path| vec![read_matches(path).unwrap()[0].result.summary()];
    let [json, csv] = ["many.json", "many.csv"].map(|name| dir.path().join(name));
    for (of, limit) in [(&many, "20 nodes"), (&first, "no limit")] {
        fs::write(&json, serde_json::to_string(&summary(of)).unwrap()).unwrap();
        fs::write(&csv, salta_arena::report::matches_table(&summary(of)).csv()).unwrap();
        for other in [of, &json, &csv] {
            let mixed = rate(&[few.clone(), other.clone()], None).unwrap_err();
            assert!(mixed.contains(&format!("`{limit} per turn`")), "{mixed}");
        }
    }
    let unlimited = serde_json::to_string(&summary(&first)).unwrap();
    fs::write(&json, unlimited.replace(",\"limit\":null", "")).unwrap();
    let notes = rate(&[few, json], None).unwrap().notes;
    let note = "matches that do not name their limit: 1; check that it is the others', 10 nodes";
    assert!(notes.iter().any(|line| line.starts_with(note)), "{notes:?}");
    let notes = rate(&[first.clone(), dir.path().join("many.json")], None).unwrap().notes;
    assert!(!notes.iter().any(|line| line.contains("per turn")), "{notes:?}");
    let unknown = rate(std::slice::from_ref(&first), Some("nobody")).unwrap_err();
    assert!(unknown.starts_with("no player is called `nobody` (players: "), "{unknown}");
    let empty = rate(&[dir.path().join("none.json")], None).unwrap_err();
    assert!(empty.contains("none.json"), "{empty}");
    let path = read_matches(&first).unwrap()[0].path.clone();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"plies\":", "\"plies\":1", 1)).unwrap();
    let altered = rate(std::slice::from_ref(&first), None).unwrap_err();
    assert!(altered.contains("its checksum is wrong"), "{altered}");
    // A truncated match file is not skipped, wherever it ends.
    for kept in [0, 1, text.len() / 2, text.len() - 70, text.len() - 2] {
        fs::write(&path, &text[..kept]).unwrap();
        let cut = rate(std::slice::from_ref(&first), None).unwrap_err();
        assert!(cut.contains(" vs ") && cut.contains("not the games of a match"), "{kept}: {cut}");
        assert_eq!(read_matches(&first).unwrap_err().to_string(), cut);
    }
}

#[test]
fn a_draw_beside_an_undecided_game_counts_neither_in_a_match_nor_in_its_summary() {
    let dir = tempfile::tempdir().unwrap();
    let [games, counts] = ["games.json", "counts.json"].map(|name| dir.path().join(name));
    matches(&variant("buettgenbach-1899"), &small(4), &[["greedy@1", "random@1"]], dir.path());
    let mut result = read_matches(dir.path()).unwrap().remove(0).result;
    for (game, margin) in
        result.games.iter_mut().zip([Margin::Exact(0), Margin::Bounds { lo: -1, hi: 1 }])
    {
        (game.margin, game.ending) = (margin, Ending::Finished);
    }
    fs::write(&games, serde_json::to_string(&[&result]).unwrap()).unwrap();
    fs::write(&counts, serde_json::to_string(&[result.summary()]).unwrap()).unwrap();
    let statistics = result.statistics();
    assert_eq!((statistics.pairs, statistics.undecided), (3, 1));
    let rated = rate(&[games.clone(), counts.clone()], None).unwrap();
    assert_eq!((rated.pairs, rated.duplicates), (3, 3), "{:?}", rated.notes);
    assert_eq!(rate(&[counts, games], None).unwrap(), rated);
    assert_eq!(rated.draws, f64::from(statistics.draws) / 6.0);
}

#[test]
fn a_damaged_summary_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    matches(&variant("buettgenbach-1899"), &small(2), &NAMES, dir.path());
    let kept = read_matches(dir.path()).unwrap();
    let lines: Vec<_> = kept
        .iter()
        .map(|kept| serde_json::to_string(&kept.result.summary()).unwrap() + "\n")
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let refused = |name: &str, text: &str, why: &str| {
        fs::write(folder.path().join("whole.ndjson"), lines.concat()).unwrap();
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let error = rate(&[folder.path().into()], None).unwrap_err();
        fs::remove_file(path).unwrap();
        assert!(error.contains(name) && error.contains(why), "{error}");
    };
    refused("cut.ndjson", &lines.concat()[..lines[0].len() + 20], ": line 2: EOF while parsing");
    refused(
        "bad.ndjson",
        &(lines[0].clone() + "\n{]\n"),
        ": line 3: key must be a string at column 2",
    );
    refused("cut.json", "{\"matches\":[", "");
    refused("cut.csv", "player,opponent,draws,pairs_1_half\nrandom@1,greedy@1,x,1\n", "");
    let table = "player,opponent,draws,pairs_0,pairs_half,pairs_1,pairs_1_half,pairs_2\n";
    let huge = format!("{table}random@1,greedy@1,0,0,0,0,1,4000000000\n");
    refused("huge.csv", &huge, "more than 1000000 pairs without their games; rate fewer");
    let many = table.to_owned() + &"random@1,greedy@1,0,0,0,300000,0,0\n".repeat(4);
    refused("many.csv", &many, "more than 1000000 pairs without their games; rate fewer");
    let long = format!("a,b,outcomes\nrandom@1,greedy@1,{}\n", "ww".repeat(1_000_001));
    refused("long.csv", &long, "more than 1000000 pairs without their games; rate fewer");
    let drawn = format!("{table}random@1,greedy@1,4000000000,0,0,3,0,0\n");
    refused("drawn.csv", &drawn, "random@1 – greedy@1: its counts of games and pairs contradict");
    // One of these wins would be half a point too many.
    let won = format!("{}wins\nrandom@1,greedy@1,1,1,1,0,0,0,3\n", table.replace('\n', ","));
    refused("won.csv", &won, "random@1 – greedy@1: its counts of games and pairs contradict");
    refused("other.csv", "a;b;outcomes\nrandom@1;greedy@1;wl\n", "not separated by commas");
    let hidden = format!("{table}\u{1b}[31mrandom,greedy@1,0,0,0,3,0,0\n");
    refused("hidden.csv", &hidden, "is no name of a player");
    let mut summary: serde_json::Value = serde_json::from_str(&lines[0]).unwrap();
    summary["statistics"]["wins"] = 100.into();
    refused("sum.ndjson", &summary.to_string(), "pairs contradict each other");
    // Of a later version, or damaged: nothing with the keys of a match is skipped.
    for (key, value) in [("extra", 1.into()), ("undecided", (-1).into())] {
        let mut summary: serde_json::Value = serde_json::from_str(&lines[1]).unwrap();
        summary["statistics"][key] = value;
        let first = lines[0].trim_end();
        refused("one.json", &summary.to_string(), "at line 1 column");
        refused("several.json", &format!("[{first},\n{summary}]"), "at line 2 column");
        refused("matches.json", &format!("{{\"matches\":[{summary}]}}"), "at line 1 column");
    }
    let mut coloured: serde_json::Value = serde_json::from_str(&lines[0]).unwrap();
    coloured["variant"] = "\u{1b}[31m".into();
    refused("hidden.json", &coloured.to_string(), "is no variant");
    let games = serde_json::to_value([&kept[0].result]).unwrap();
    for (key, value, why) in [
        ("margin", serde_json::json!({"exact": i32::MIN}), "a margin from -2147483648"),
        ("margin", serde_json::json!({"bounds": {"lo": 4, "hi": 1}}), "a margin from 4 to 1"),
        ("ending", serde_json::json!("forfeit"), "a forfeit without its player"),
    ] {
        let mut games = games.clone();
        games[0]["games"][1][key] = value;
        refused("games.json", &games.to_string(), why);
    }
}

#[test]
fn lines_of_one_table_are_different_matches() {
    let dir = tempfile::tempdir().unwrap();
    let lines = |letters: &str, count| format!("me,greedy@1,{letters}\n").repeat(count);
    let text = lines("ww", 70) + &lines("ll", 20) + &lines("wl", 10);
    // Columns in another order, with spaces.
    let path = dir.path().join("sessions.csv");
    fs::write(&path, format!("a, b, outcomes\n{text}")).unwrap();
    let rated = rate(std::slice::from_ref(&path), Some("greedy@1")).unwrap();
    assert_eq!((rated.pairs, rated.duplicates, rated.players[0].score), (100, 0, Some(0.75)));
    // In another file, so few pairs may be others too; the same file under another path is not.
    let other = dir.path().join("more.csv");
    fs::write(&other, "outcomes,a,b\nww,me,greedy@1\n").unwrap();
    assert_eq!(rate(&[path.clone(), other], None).unwrap().pairs, 101);
    let detour = dir.path().join(".").join("sessions.csv");
    let rated = rate(&[path, detour, dir.path().into()], None).unwrap();
    assert_eq!((rated.pairs, rated.duplicates), (101, 0));
    assert_eq!(rated.players.len(), 2, "{:?}", rated.players);
}

#[test]
fn a_match_that_a_test_ended_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let sprt = Some(Sprt { elo0: 0.0, elo1: 150.0, ..Sprt::default() });
    let config = MatchConfig { sprt, ..small(40) };
    matches(&variant("buettgenbach-1899"), &config, &NAMES[2..], dir.path());
    let rated = rate(&[dir.path().into()], None).unwrap();
    let note = rated.notes.last().unwrap();
    assert!(note.starts_with("run-2 – random@1: the match was stopped by its SPRT"), "{note}");
    let results: Vec<MatchResult> =
        read_matches(dir.path()).unwrap().into_iter().map(|kept| kept.result).collect();
    assert!(results[0].games.len() < 80);
}

pub(crate) const HEADS: &str =
    "player,opponent,draws,points_lo,points_hi,pairs_0,pairs_half,pairs_1,pairs_1_half,pairs_2";

#[test]
fn outcomes_with_a_seed_are_rated_like_the_games() {
    let (dir, variant) = (tempfile::tempdir().unwrap(), variant("buettgenbach-1899"));
    let games = dir.path().join("games");
    matches(&variant, &small(12), &NAMES, &games);
    let summaries: Vec<_> =
        read_matches(&games).unwrap().iter().map(|kept| kept.result.summary()).collect();
    let table = salta_arena::report::matches_table(&summaries).csv();
    let outcomes: Vec<_> =
        summaries.iter().map(|of| format!("{},{},{},1\n", of.a, of.b, of.outcomes)).collect();
    let elos = |path: PathBuf| -> Vec<_> {
        let rated = rate(&[path], Some("greedy")).unwrap();
        rated.players.into_iter().map(|of| (of.player, of.elo)).collect()
    };
    let of_table = |table: &str| {
        let csv = dir.path().join("matches.csv");
        fs::write(&csv, table).unwrap();
        elos(csv)
    };
    let by_games = elos(games);
    assert_eq!(of_table(&table), by_games);
    assert_eq!(of_table(&("a,b,outcomes,seed\n".to_owned() + &outcomes.concat())), by_games);
    // Without the seed, each pair has an opening of its own.
    let seedless = table.replace(",1,,\n", ",,,\n");
    assert!(seedless != table && of_table(&seedless) != by_games, "{table}");
}

#[test]
fn counts_are_those_of_a_match_only_with_its_points() {
    let dir = tempfile::tempdir().unwrap();
    let [games, counts] = ["games", "counts.json"].map(|name| dir.path().join(name));
    matches(&variant("buettgenbach-1899"), &small(4), &[["greedy@1", "random@1"]], &games);
    let mut summary =
        serde_json::to_value(read_matches(&games).unwrap()[0].result.summary()).unwrap();
    for key in ["outcomes", "seed"] {
        summary.as_object_mut().unwrap().remove(key).unwrap();
    }
    for duplicates in [4, 0] {
        fs::write(&counts, summary.to_string()).unwrap();
        let rated = rate(&[games.clone(), counts.clone()], None).unwrap();
        assert_eq!((rated.pairs, rated.duplicates), (8 - duplicates, duplicates), "{summary}");
        let points = summary.pointer_mut("/statistics/points/lo").unwrap();
        *points = (points.as_f64().unwrap() - 1.0).into();
    }
}

#[test]
fn counts_are_rated_and_what_they_do_not_say_is_said() {
    let dir = tempfile::tempdir().unwrap();
    // Each beats the next: 20 pairs with two wins, 20 with a win and a draw.
    let lines = [["greedy", "random"], ["random", "uct:sims=1"], ["uct:sims=1", "greedy"]]
        .map(|[a, b]| format!("{a},{b},20,1.5,2.5,0,0,0,20,20"));
    for folder in ["first", "second"] {
        fs::create_dir(dir.path().join(folder)).unwrap();
        let text = format!("{HEADS}\n{}\n", lines.join("\n"));
        fs::write(dir.path().join(folder).join("matches.csv"), text).unwrap();
    }
    let rated = rate(&[dir.path().into()], Some("random")).unwrap();
    let counted = (rated.matches, rated.pairs, rated.duplicates, rated.variant.as_deref());
    assert_eq!(counted, (6, 120, 120, None));
    // 60 of 240 games.
    assert_eq!((rated.draws, rated.anchor.as_str()), (0.25, "random"));
    for player in &rated.players {
        assert_eq!((player.pairs, player.score), (80, Some(0.5)), "{player:?}");
        assert!(player.elo.unwrap().estimate.abs() < 1e-6, "{player:?}");
    }
    let parts = [
        "the same games as others, so counted once: 120 pairs",
        "matches with neither games nor outcomes and a seed: 3; whether",
        "matches that do not name their variant: 3; check",
        "a pair is worth ",
        "warning: goodness of fit: χ² = ",
        "warning: not transitive: greedy scores 87.5 % against random over 40 pairs, the ratings \
         expect 50.0 %",
    ];
    for (note, part) in rated.notes.iter().zip(parts) {
        assert!(note.starts_with(part), "{note}");
    }
    // Each meeting: 80 games at 87.5 % where 50 % were expected; 3 · 80 · 0.375² / 0.25.
    let fit = "χ² = 135.0 on 1 degrees of freedom, p < 0.001: one number per player does not";
    assert!(rated.notes[4].contains(fit));
    assert_eq!(rated.notes.len(), 8, "{:?}", rated.notes);
    // Results with the same draws and points but other pairs are other games.
    let text = format!("{HEADS}\ngreedy,random,20,1.5,2.5,0,0,10,0,30\n");
    fs::write(dir.path().join("second/matches.csv"), text).unwrap();
    let rated = rate(&[dir.path().into()], None).unwrap();
    assert_eq!((rated.pairs, rated.duplicates), (160, 0));
}

#[test]
fn published_results_without_games_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let table = dir.path().join("matches.csv");
    fs::write(&table, "a,b,outcomes\nrun-1,greedy@1,wlwwdlwu\nrun-1,random@1,wwwtwwww\n").unwrap();
    let rated = rate(std::slice::from_ref(&table), None).unwrap();
    assert_eq!((rated.matches, rated.pairs, rated.draws), (2, 7, 1.0 / 14.0));
    let run = rated.players.iter().find(|player| player.player == "run-1").unwrap();
    assert_eq!(run.score, Some((1.0 + 2.0 + 0.5 + 2.0 + 1.5 + 2.0 + 2.0) / 14.0));
    let lines: String = (0..129).map(|n| format!("run {n},greedy@1,wl\n")).collect();
    fs::write(&table, format!("a,b,outcomes\n{lines}")).unwrap();
    let many = rate(std::slice::from_ref(&table), None).unwrap_err();
    assert!(many.starts_with("results of more than 128 players"), "{many}");
    fs::write(&table, "a,b,outcomes\nrun-1,greedy@1,wlwwdlwu\nrun-1,random@1,wwwtwwww\n").unwrap();
    // The same counts in another order are other games.
    fs::create_dir(dir.path().join("other")).unwrap();
    let other = dir.path().join("other/matches.csv");
    fs::write(&other, "a,b,outcomes\nuct@1:sims=1,greedy@1,wwwlww\n").unwrap();
    let again = dir.path().join("matches.csv.csv");
    fs::write(&again, "a,b,outcomes\nuct@1:sims=1,greedy@1,wlwwww\n").unwrap();
    let rated = rate(&[other, again.clone()], None).unwrap();
    assert_eq!((rated.pairs, rated.duplicates), (6, 0));
    fs::write(&again, "a,b,outcomes\nuct@1:sims=1,greedy@1,uw\n").unwrap();
    let error = rate(std::slice::from_ref(&again), None).unwrap_err();
    assert_eq!(error, "no pair of games between two players is decided");
    fs::remove_file(again).unwrap();
    fs::remove_dir_all(dir.path().join("other")).unwrap();
    // Beside the matches it is made from, it is not read; beside an empty folder it is.
    fs::create_dir(dir.path().join("matches")).unwrap();
    assert_eq!(rate(&[dir.path().into()], None).unwrap().matches, 2);
    let path = dir.path().join("matches/a match");
    matches(&variant("buettgenbach-1899"), &small(4), &NAMES[..1], &path);
    assert_eq!(rate(&[dir.path().into()], None).unwrap().matches, 1);
    for (outcomes, what) in
        [("wlw", "two letters per pair"), ("wlwx", "`x` is no outcome of a game")]
    {
        fs::write(&table, format!("a,b,outcomes\nrun-1,greedy@1,{outcomes}\n")).unwrap();
        let error = rate(std::slice::from_ref(&table), None).unwrap_err();
        assert!(error.contains(what) && error.contains("matches.csv"), "{error}");
    }
    // Lines with keys of their own, such as the points of every game.
    let summary = &read_matches(&path).unwrap()[0].result.summary();
    let mut line = serde_json::to_value(summary).unwrap();
    line["seed"] = 7.into();
    line["points"] = serde_json::json!([[1, 2]]);
    let lines = dir.path().join("published.ndjson");
    fs::write(&lines, format!("{line}\n")).unwrap();
    let pairs = summary.statistics.pairs;
    assert_eq!(rate(std::slice::from_ref(&lines), None).unwrap().pairs, pairs);
    // With another seed it is another match, even if it ends in the same way.
    for (seed, expected) in [(7, (pairs, pairs)), (8, (2 * pairs, 0))] {
        let mut other = line.clone();
        other["seed"] = seed.into();
        fs::write(&lines, format!("{line}\n{other}\n")).unwrap();
        let rated = rate(std::slice::from_ref(&lines), None).unwrap();
        assert_eq!((rated.pairs, rated.duplicates), expected, "seed {seed}");
    }
    let mut wrong = line.clone();
    wrong["outcomes"] = summary.outcomes.replacen(['w', 'l'], "d", 1).into();
    fs::write(&lines, format!("{wrong}\n")).unwrap();
    let error = rate(std::slice::from_ref(&lines), None).unwrap_err();
    assert!(error.contains("the outcomes and the counts contradict each other"), "{error}");
    wrong["outcomes"] = "u".repeat(2_000_002).into();
    fs::write(&lines, format!("{wrong}\n")).unwrap();
    let error = rate(std::slice::from_ref(&lines), None).unwrap_err();
    assert!(error.contains("more than 1000000 pairs without their games"), "{error}");
    for (key, value) in
        [("pentanomial", serde_json::json!([0, pairs, 0, 0, 0])), ("wins", 1.into())]
    {
        let mut wrong = line.clone();
        wrong["statistics"][key] = value;
        fs::write(&lines, format!("{wrong}\n")).unwrap();
        let error = rate(std::slice::from_ref(&lines), None).unwrap_err();
        assert!(error.contains("contradict each other"), "{error}");
    }
    // One match over several lines.
    let pretty = dir.path().join("pretty.json");
    fs::write(&pretty, format!("{line:#}\n")).unwrap();
    assert_eq!(rate(&[pretty], None).unwrap().pairs, pairs);
}

#[test]
fn truncated_games_and_players_apart_are_said() {
    let dir = tempfile::tempdir().unwrap();
    let folder = table(dir.path(), "one", &[("a", "b", "wttd"), ("c", "d", "wlwl")]);
    let rated = rate(&[folder], None).unwrap();
    assert_eq!((rated.draws, rated.truncated), (1.0 / 8.0, 2.0 / 8.0));
    let note = "players without a rating, since no results connect them with a: 2";
    assert!(rated.notes.iter().any(|of| of == note), "{:?}", rated.notes);
}

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
fn entrant<'a>(name: &'a str, identity: &'a str) -> Entrant<'a> {
    let player = if identity.contains("random") { "random" } else { "greedy" };
    Entrant { identity, ..common::entrant(name, move || opponent(player)) }
}

fn play(variant: &Variant, config: &MatchConfig, pairs: &[[&Entrant<'_>; 2]], out: &Path) {
    let openings = openings(variant, config).unwrap();
    let stop = AtomicBool::new(false);
    fs::create_dir_all(out).unwrap();
    let matches = Matches { variant, config, openings: &openings, watch: &(), stop: &stop };
    matches.play(pairs, Some(out)).unwrap();
}

fn matches(variant: &Variant, config: &MatchConfig, names: &[[&str; 2]], out: &Path) {
    let entrants: Vec<[Entrant<'_>; 2]> =
        names.iter().map(|names| names.map(|name| entrant(name, name))).collect();
    let pairs: Vec<[&Entrant<'_>; 2]> = entrants.iter().map(|[a, b]| [a, b]).collect();
    play(variant, config, &pairs, out);
}

fn rate(paths: &[PathBuf], anchor: Option<&str>) -> Result<RatedPool, String> {
    let settings = RatingSettings { replicates: 100, ..RatingSettings::default() };
    let is_built_in = |name: &str| name == "two-cores";
    rate_results(paths, anchor, &settings, is_built_in).map_err(|error| error.to_string())
}

/// Keeps the default node budgets, which decide the winner of every game.
fn small(pairs: u32) -> MatchConfig {
    MatchConfig { pairs, pairs_per_group: 4, ..MatchConfig::default() }
}

const NAMES: [[&str; 2]; 3] = [["greedy@1", "run-1"], ["greedy@1", "run-2"], ["run-2", "random@1"]];

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

#[test]
fn a_match_of_one_player_under_two_names_is_left_out_with_a_note() {
    let (dir, variant) = (tempfile::tempdir().unwrap(), variant("buettgenbach-1899"));
    let [greedy, copy, random] =
        [("greedy@1", "greedy"), ("copy", "greedy"), ("random@1", "random")]
            .map(|(name, identity)| entrant(name, identity));
    play(&variant, &small(4), &[[&greedy, &copy], [&greedy, &random]], dir.path());
    let rated = rate(&[dir.path().into()], Some("greedy@1")).unwrap();
    assert_eq!((rated.players.len(), rated.matches, rated.pairs), (2, 1, 4));
    assert_eq!(rated.players.iter().map(|player| player.pairs).collect::<Vec<_>>(), [4, 4]);
    let note = rated.notes.last().unwrap();
    assert_eq!(note, "greedy@1 – copy: one player against itself; the match is left out");
    let alone = tempfile::tempdir().unwrap();
    play(&variant, &small(4), &[[&greedy, &copy]], alone.path());
    let error = rate(&[alone.path().into()], None).unwrap_err().to_string();
    assert!(error.ends_with(&format!("is decided; {note}")), "{error}");
}

const HEADS: &str =
    "player,opponent,draws,points_lo,points_hi,pairs_0,pairs_half,pairs_1,pairs_1_half,pairs_2";

#[test]
fn generations_and_checkpoints_in_another_folder_are_other_players() {
    let dir = tempfile::tempdir().unwrap();
    for (folder, points) in [("first", 1.5), ("second", 2.0)] {
        fs::create_dir(dir.path().join(folder)).unwrap();
        let lines = ["generation 1", "checkpoint:mine", "checkpoint:two-cores"]
            .map(|player| format!("{player},random,20,{points},2.5,0,0,0,20,20"));
        let text = format!("{HEADS}\n{}\n", lines.join("\n"));
        fs::write(dir.path().join(folder).join("matches.csv"), text).unwrap();
    }
    let rated = rate(&[dir.path().into()], None).unwrap();
    let mut names: Vec<_> = rated.players.iter().map(|player| &*player.player).collect();
    names.sort_unstable();
    assert_eq!((rated.pairs, rated.duplicates), (240, 0));
    let own = ["checkpoint:mine", "checkpoint:mine (2)"];
    let [built_in, first, second] = ["checkpoint:two-cores", "generation 1", "generation 1 (2)"];
    assert_eq!(names, [own[0], own[1], built_in, first, second, "random"]);
}

#[test]
fn a_table_names_a_fixed_player_that_has_another_name_in_a_match() {
    let (dir, variant) = (tempfile::tempdir().unwrap(), variant("buettgenbach-1899"));
    let [mine, random] = [("mine", "greedy@1"), ("random@1", "random@1")]
        .map(|(name, identity)| entrant(name, identity));
    play(&variant, &small(4), &[[&mine, &random]], dir.path());
    fs::create_dir(dir.path().join("table")).unwrap();
    let text = format!("{HEADS}\ngreedy@1,random@1,20,1.5,2.5,0,0,0,20,20\n");
    fs::write(dir.path().join("table").join("matches.csv"), text).unwrap();
    let rated = rate(&[dir.path().into()], None).unwrap();
    let pairs: Vec<_> = rated.players.iter().map(|p| (&*p.player, p.pairs)).collect();
    assert_eq!(pairs, [("mine", 44), ("random@1", 44)]);
}

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
    let seedless = table.replace(",1\n", ",\n");
    assert!(seedless != table && of_table(&seedless) != by_games, "{table}");
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

/// Outcomes of 52 pairs.
fn outcomes() -> String {
    "wlwwllwdlwlwwwllwlwdlwwlwwllwlwlwwldwlllwwwllwwwllwl".repeat(2)
}

/// A folder with a table of these matches.
fn table(dir: &Path, folder: &str, lines: &[(&str, &str, &str)]) -> PathBuf {
    let folder = dir.join(folder);
    fs::create_dir_all(&folder).unwrap();
    let lines: String = lines.iter().map(|(a, b, of)| format!("{a},{b},{of}\n")).collect();
    fs::write(folder.join("matches.csv"), format!("a,b,outcomes\n{lines}")).unwrap();
    folder
}

#[test]
fn runs_of_one_name_that_played_the_same_games_are_one() {
    let (dir, played) = (tempfile::tempdir().unwrap(), outcomes());
    let table = |folder, lines: &[_]| table(dir.path(), folder, lines);
    // No match tells alone: together they do, also that base-1 is one, who won all here.
    let matches: Vec<_> =
        [("base-1", "base-2", 0), ("base-2", "base-1", 12), ("base-1", "base-2", 24)]
            .map(|(a, b, from)| (a, b, &played[from..from + 20]))
            .into_iter()
            .chain([("base-1", "random@1", "wwwwww")])
            .collect();
    let first = table("first", &matches);
    let second = table("second", &[&matches[..], &[("wide-1", "base-1", "wllw")]].concat());
    let third = table("third", &matches[..3]);
    let rated = rate(&[first.clone(), second.clone(), third], None).unwrap();
    assert_eq!((rated.pairs, rated.duplicates), (33 + 2, 33 + 30), "{:?}", rated.notes);
    assert_eq!(rated.players.len(), 4, "{:?}", rated.players);
    // With identities they are one without any doubt, and with another seed there are other games.
    let known = |folder: &str, seed: u64| {
        let folder = dir.path().join(folder);
        fs::create_dir(&folder).unwrap();
        let text =
            format!("a,b,outcomes,a_identity,b_identity,seed\nbase-1,base-2,wlww,x,y,{seed}\n");
        fs::write(folder.join("matches.csv"), text).unwrap();
        folder
    };
    let rated = rate(&[known("4", 4), known("4 again", 4), known("5", 5)], None).unwrap();
    assert_eq!((rated.pairs, rated.duplicates, rated.players.len()), (4, 2, 2), "{rated:?}");
    // Whatever agrees, a run that has played another game from the same seed is another.
    let seeded = |folder: &str, last: &str| {
        let folder = dir.path().join(folder);
        fs::create_dir(&folder).unwrap();
        let lines = matches.iter().map(|(a, b, of)| format!("{a},{b},{of},\n")).collect::<String>();
        let text = format!("a,b,outcomes,seed\n{lines}base-1,greedy@1,{last},7\n");
        fs::write(folder.join("matches.csv"), text).unwrap();
        folder
    };
    let same = [seeded("same", "wlww"), seeded("same again", "wlww")];
    assert_eq!(rate(&same, None).unwrap().players.len(), 4);
    let apart = [same[0].clone(), seeded("apart", "wllw")];
    let rated = rate(&apart, None).unwrap();
    let base_1 = rated.players.iter().filter(|player| player.player.starts_with("base-1"));
    assert_eq!(base_1.count(), 2, "{:?}", rated.players);
    // Two matches alone may agree by chance.
    let few = table("few", &matches[..1]);
    let rated = rate(&[first, few], None).unwrap();
    assert_eq!((rated.pairs, rated.duplicates, rated.players.len()), (43, 0, 5));
}

#[test]
fn checkpoints_of_one_name_in_two_folders_are_two_players() {
    let dir = tempfile::tempdir().unwrap();
    let won = [("checkpoint:runs/mine:sims=4", "random@1", "wwwwww")];
    let folders = ["one", "two"].map(|folder| table(dir.path(), folder, &won));
    let rated = rate(&folders, None).unwrap();
    assert_eq!((rated.pairs, rated.duplicates, rated.players.len()), (6, 0, 3));
    // So are two networks under the name of a built-in one, if the files have their checksums.
    let variant = variant("buettgenbach-1899");
    let folders = ["first", "second"].map(|sum| {
        let network = entrant("checkpoint:two-cores:sims=4", sum);
        let folder = dir.path().join(sum);
        play(&variant, &small(4), &[[&network, &entrant("random@1", "random@1")]], &folder);
        folder
    });
    assert_eq!(rate(&folders, None).unwrap().players.len(), 3);
}

#[test]
fn players_that_are_called_like_each_other_stay_two() {
    let (dir, variant) = (tempfile::tempdir().unwrap(), variant("buettgenbach-1899"));
    let folders = [["greedy@1", "random@1"], ["random@1", "greedy@1"]].map(|[name, identity]| {
        let folder = dir.path().join(name);
        play(&variant, &small(4), &[[&entrant(name, identity), &entrant("net-1", "net")]], &folder);
        folder
    });
    assert_eq!(rate(&folders, None).unwrap().players.len(), 3);
}

#[test]
fn matches_that_begin_others_are_recognised_by_their_outcomes() {
    let (dir, played) = (tempfile::tempdir().unwrap(), outcomes());
    let table =
        |folder, outcomes| table(dir.path(), folder, &[("greedy@1", "uct@1:sims=9", outcomes)]);
    // Read in the order of their paths: the shorter one first, or last.
    for (short, long) in [("a", "b"), ("d", "c")] {
        let [short, long] = [table(short, &played[..60]), table(long, &played)];
        let other = table("other", &played[2..62]);
        let rated = rate(&[long, short, other], None).unwrap();
        assert_eq!((rated.pairs, rated.duplicates), (52 + 30, 30), "{:?}", rated.notes);
        let draws = played.matches('d').count() + played[2..62].matches('d').count();
        assert_eq!(rated.draws, draws as f64 / (2.0 * 82.0));
    }
    // Under other names, they only may be the same.
    let runs = self::table(dir.path(), "runs", &[("base-1", "base-2", &played)]);
    let rated = rate(&[runs, dir.path().join("a")], None).unwrap();
    assert_eq!((rated.pairs, rated.duplicates), (52 + 30, 0));
    let note = "warning: matches with the outcomes of another, pair by pair, but other players: 1, \
                such as base-1 – base-2 and greedy@1 – uct@1:sims=9; if ";
    assert!(rated.notes.iter().any(|of| of.starts_with(note)), "{:?}", rated.notes);
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

#[test]
fn the_games_of_match_files_are_recognised_in_tables_elsewhere() {
    let (dir, variant) = (tempfile::tempdir().unwrap(), variant("buettgenbach-1899"));
    let files = dir.path().join("files");
    // One identity under two names.
    let [mine, greedy] = [entrant("mine-1", "greedy@1 of mine"), entrant("greedy@1", "greedy@1")];
    play(&variant, &small(40), &[[&mine, &greedy]], &files);
    let result = read_matches(&files).unwrap().remove(0).result;
    let summary = result.summary();
    let few = dir.path().join("few");
    play(&variant, &small(4), &[[&mine, &greedy]], &few);
    let of_few = read_matches(&few).unwrap().remove(0).result.summary().outcomes;
    let of_few = table(dir.path(), "of few", &[("mine-1", "greedy@1", &of_few)]);
    // Four pairs do not tell that these are the same games.
    assert_eq!(rate(&[few, of_few], None).unwrap().pairs, 8);
    let table = table(dir.path(), "table", &[("mine-1", "greedy@1", &summary.outcomes)]);
    let bare = dir.path().join("bare.json");
    fs::write(&bare, serde_json::to_string(&[&result]).unwrap()).unwrap();
    for other in [table, bare] {
        let rated = rate(&[files.clone(), other], None).unwrap();
        assert_eq!((rated.pairs, rated.duplicates, rated.players.len()), (40, 40, 2), "{rated:?}");
    }
    // A summary beside them with another seed is not theirs.
    let mut line = serde_json::to_value(&summary).unwrap();
    line["seed"] = 77.into();
    fs::write(files.join("other.ndjson"), format!("{line}\n")).unwrap();
    let error = rate(&[files], None).unwrap_err();
    assert!(error.contains("other.ndjson: its result of mine-1"), "{error}");
}

//! `salta arena` and `salta match`: kills, threads, names, opening books, SPRTs and output files.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;

use salta_tests::SHORT;
use salta_tests::place::{Place, files, killed};

/// Three matches of many small groups each; the SPRT ends some of the matches early.
const ARENA: &str = r#"
variant = "short.toml"
players = ["random", "greedy"]
format = "round-robin"
replicates = 50
[[player]]
player = "alphabeta:depth=3"
name = "the/looker:on"
[match]
pairs = 300
pairs_per_group = 2
sprt = { elo0 = 0, elo1 = 60 }
"#;

fn place() -> Place {
    Place::with([("short.toml", SHORT), ("arena.toml", ARENA)])
}

/// Counts the groups written so far; the directory may disappear meanwhile.
fn groups_in(dir: &Path) -> usize {
    let inside = |dir: &Path| fs::read_dir(dir).into_iter().flatten().flatten();
    inside(dir).map(|entry| inside(&entry.path()).count()).sum()
}

/// Starts the tournament, kills it once `groups` groups exist, and returns its exit status.
fn kill_after(place: &Place, groups: usize) -> ExitStatus {
    let mut command = place.command("arena arena.toml --threads 2 --out killed");
    killed(&mut command, || groups_in(&place.path("killed/groups")) >= groups)
}

#[test]
fn a_killed_tournament_goes_on_to_the_same_bytes() {
    let place = place();
    place.run("arena arena.toml --threads 1 --out whole").well();
    let mut killed = 0;
    for groups in [3, 20, 60] {
        killed += u32::from(kill_after(&place, groups).signal() == Some(9));
    }
    assert!(killed >= 2, "only {killed} kills came before the end");
    place.run("arena arena.toml --threads 2 --out killed").well();
    assert_eq!(files(&place.path("killed")), files(&place.path("whole")));
    let names: Vec<String> = files(&place.path("whole")).into_keys().collect();
    assert!(!names.iter().any(|name| name.contains("groups") || name.ends_with(".tmp")));
    for name in ["summary.json", "standings.csv", "cross.csv", "matches.csv", "report.html"] {
        assert!(names.iter().any(|found| found == name), "{names:?}");
    }
}

#[test]
fn the_games_of_a_tournament_replay() {
    let place = place();
    let told = place.json("arena arena.toml --set match.pairs=4 --out out --json");
    assert_eq!(told["standings"].as_array().unwrap().len(), 3);
    assert_eq!(told["reproducible"], true);
    let games = |name: &str| name.ends_with(".games");
    let mut seen = 0;
    for name in files(&place.path("out")).into_keys().filter(|name| games(name)) {
        fs::copy(place.path("out").join(&name), place.path("one.games")).unwrap();
        let checked = place.json("replay one.games --variant short.toml --json");
        assert_eq!(checked["games"], 8, "{name}");
        seen += 1;
    }
    assert_eq!(seen, 3);
    let one = place.json("replay one.games --variant short.toml --game 8 --json");
    assert_eq!(one["position"].as_str().unwrap().split(' ').nth(2), Some("24"));
    place.run("replay one.games --variant short.toml --game 9").failed(&["games 1 to 8"]);
    let parts = ["one.games: header `Variant`: `short` is not built in (", "give its file with"];
    for command in ["replay", "review"] {
        place.run(&format!("{command} one.games")).refused(&parts);
    }
    let again = place.run("arena arena.toml --set match.pairs=4 --out out").well().err;
    assert!(again.contains("24 games found in out, not played again\n"), "{again}");
    let duel = "match greedy random --variant short.toml --out duel --pairs";
    place.run(&format!("{duel} 4")).well();
    let parts = ["has 4 pairs, not 2: their games would be lost; choose another directory"];
    place.run(&format!("{duel} 2")).refused(&parts);
    let part = "made with other settings: `seed` is 3, not 1 as there; choose another directory";
    for pairs in [4, 20] {
        place.run(&format!("{duel} {pairs} --seed 3")).refused(&[part]);
    }
    let more = place.run(&format!("{duel} 20")).well().err;
    assert!(more.contains("greedy@1 vs random@1.json: 4 of the 20 pairs found"), "{more}");
}

#[test]
fn tables_and_notes_for_a_reader() {
    let place = place();
    let parts =
        ["│ # ┆ player", "the/looker:on", "LOS %", "SPRT of 0 against 60 Elo: LLR", "Elo above "];
    place.run("arena arena.toml --set match.pairs=4 --out out").says(&parts);
    let said = place.run("match greedy greedy --pairs 2 --variant short.toml --time-ms 1").out;
    assert!(said.contains("time used: greedy@1 "), "{said}");
    let network = "checkpoint:quickstart:sims=1";
    let said = place.run(&format!("match {network} random --pairs 1 --variant short.toml")).well();
    let note = format!("{network} was trained in buettgenbach-1899, not in short\n");
    assert!(said.err.contains(&note), "{said:?}");
    let book = "c3-d4 d8-e7\ne3-f4 d8-e7\n";
    place.file("book.txt", book);
    let short =
        "match alphabeta:depth=2 greedy --variant short.toml --json --opening-book book.txt";
    let told = place.json(&format!("{short} --pairs 2 --points-budget 50"));
    assert_eq!((&told["games"], &told["sprt"]), (&4.into(), &serde_json::Value::Null));
    let told = place.json("match greedy random --variant short.toml --json --sprt 0,100");
    assert_eq!(told["sprt"]["decision"], "h1");
    assert!(told["games"].as_u64().unwrap() < 400);
}

#[test]
fn bad_tournaments_are_refused_in_a_sentence() {
    let place = place();
    place.file("book.txt", "c3-d4\nc3-e5\n");
    for (arguments, part) in [
        ("arena arena.toml --set anchor=me", "--set anchor=me: `anchor` is `me`"),
        ("arena arena.toml --set match.opening_book=book.txt", "book.txt: line 2: ply 1: "),
        ("match greedy random --opening-book none.txt", "none.txt: "),
        ("match greedy random --nodes 0", "`limit.nodes` must be from 1"),
    ] {
        place.run(arguments).refused(&[part]);
    }
}

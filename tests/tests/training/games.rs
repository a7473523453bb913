//! Games without learning: `salta selfplay`, `arena` and `match`.

use salta_tests::binary::root;
use serde_json::json;

use salta_tests::TINY;
use salta_tests::place::{Place, files};

#[test]
fn selfplay_plays_the_games_of_the_run() {
    let place = Place::with([("tiny.toml", TINY)]);
    assert_eq!(place.run("train tiny.toml --out run --set generations=2").code, 0);
    let played = place.json("selfplay tiny.toml --out first --json --set threads=1");
    assert_eq!(played["games"]["games"], 4);
    assert!(played["time"]["positions"].as_u64().unwrap() > 0);
    assert!(played["instruction_set"].is_string(), "{played}");
    let int8 = place.json("selfplay tiny.toml --out int8 --json --set network.precision=int8");
    assert!(int8["instruction_set"].is_null(), "{int8}");
    let shards = |name: &str| {
        let mut files = files(&place.path(name));
        files.remove("config.toml").expect("the config of the games is kept with them");
        files.retain(|name, _| !name.ends_with("-network.json"));
        files
    };
    let first = shards("first");
    assert_eq!(first, files(&place.path("run/games/gen-0001")));
    // Existing games are read, not played again.
    let again = place.json("selfplay tiny.toml --out first --json --set threads=2");
    assert_eq!((&again["games"], &again["time"]["positions"]), (&played["games"], &json!(0)));
    assert_eq!(shards("first"), first);
    let said = place.run("selfplay tiny.toml --out first --games 0..3").well().err;
    let lines = "games found in first, not played again: 2\n\
        games played of 0..3: 2, those of the generation in whole groups of 2\n";
    assert_eq!(said, lines);
    let said = place.run("selfplay tiny.toml --out first --games 0..2").well().err;
    assert_eq!(said, "games found in first, not played again: 2\n");
    let second = "selfplay tiny.toml --out second --generation 2 --checkpoint";
    let said = place.run(&format!("{second} run/checkpoints/gen-0001 --set threads=2")).well().out;
    assert!(said.starts_with("4 games in ") && said.ends_with(": second\n"), "{said}");
    assert_eq!(shards("second"), files(&place.path("run/games/gen-0002")));
    let other = place.run(&format!("{second} run/checkpoints/gen-0002"));
    assert!(other.err.contains("gen-0002-network.json: its games are of another network"));
    let other = place.run("selfplay tiny.toml --out first --set train.td_lambda=0.5");
    assert!(other.code == 2 && other.err.contains("`train.td_lambda`"), "{}", other.err);
}

#[test]
fn a_run_takes_only_the_games_that_it_would_play() {
    let place = Place::with([("tiny.toml", TINY)]);
    place.run("train tiny.toml --out run --until 0 --quiet").well();
    place.run("selfplay tiny.toml --out run/games/gen-0001").well();
    place.run("train --resume run --until 1 --quiet").well();
    let into = "selfplay tiny.toml --generation 2 --out run/games/gen-0002";
    let network = "--checkpoint run/checkpoints/gen-0001";
    for (arguments, part) in [
        (format!("{into} {network} --set selfplay.search.simulations=3"), "`selfplay.search."),
        (format!("{into} {network} --set variant=walker"), "other rules than the config's"),
        (format!("{into} {network} --set train.td_lambda=0.5"), "`train.td_lambda` or"),
        (
            format!(
                "{} --checkpoint run/checkpoints/gen-0000",
                into.replace("run/", "run/checkpoints/../")
            ),
            "plays generation 2, not this",
        ),
        (format!("{into} --checkpoint run/checkpoints/gen-0000"), "plays generation 2, not this"),
        (into.into(), "plays generation 2, not this"),
        (format!("{} {network}", into.replace("gen-0002", "gen-0003")), "belong in gen-0002"),
        (format!("{into} {network}").replace("02", "03").replace("n 2", "n 3"), "gen-0002"),
    ] {
        let before = files(&place.path("run"));
        place.run(&arguments).refused(&[part]);
        assert_eq!(files(&place.path("run")), before, "{arguments}");
    }
    let moved = place.path("moved");
    std::fs::rename(place.path("run/games"), &moved).unwrap();
    std::os::unix::fs::symlink(&moved, place.path("run/games")).unwrap();
    place.run(&format!("{into} --checkpoint run/checkpoints/gen-0000")).refused(&["not this"]);
    place.run(&format!("{into} {network} --set threads=1 --games 4..6")).well();
    place.run("train --resume run --quiet").well();
    place.run("train tiny.toml --out whole --quiet").well();
    assert_eq!(place.result("run"), place.result("whole"));
}

#[test]
fn an_arena_is_played_once() {
    let place = Place::new();
    let config = root().join("configs/arena/fixed.toml");
    std::fs::copy(config, place.path("fixed.toml")).unwrap();
    let small = "--set match.pairs=2 --set match.exact_nodes=1000 \
                 --set match.max_exact_nodes=1000";
    let arena = format!("arena fixed.toml {small}");
    let part = "\nresults and games: runs/arena-fixed, as a page: ";
    let said = place.run(&arena).well().says(&[part]);
    // random@1 is the first player of three of the six matches.
    assert_eq!(said.out.matches("│ random@1 ").count(), 3, "{}", said.out);
    let all = files(&place.path("runs/arena-fixed"));
    let again = place.json(&format!("{arena} --json"));
    assert_eq!(files(&place.path("runs/arena-fixed")), all);
    let kept = serde_json::from_slice::<serde_json::Value>(&all["summary.json"].0);
    assert_eq!(again, kept.unwrap());
}

#[test]
fn a_match_does_not_depend_on_the_threads() {
    let place = Place::new();
    let duel = "match greedy random --pairs 4 --json";
    let one = place.json(&format!("{duel} --threads 1"));
    assert_eq!(place.json(&format!("{duel} --threads 2")), one);
    assert_eq!((&one["a"], &one["variant"]), (&json!("greedy@1"), &json!("buettgenbach-1899")));
    assert_eq!(one["statistics"]["pairs"], 4);
    assert_eq!(one["statistics"]["wins"], 8);
    assert_ne!(place.json(&format!("{duel} --seed 2")), one);
    let row = "│ greedy@1 ┆ random@1 ┆ 2 ";
    place.run("match greedy random --pairs 2 --out games").well().says(&[row]);
    let names: Vec<String> = files(&place.path("games")).into_keys().collect();
    assert_eq!(names, ["greedy@1 vs random@1.games", "greedy@1 vs random@1.json", "lock"]);
}

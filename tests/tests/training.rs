//! `salta train`, `selfplay`, `arena` and `match`, run as a user runs them.

#[path = "training/bad_input.rs"]
mod bad_input;
#[path = "training/boards.rs"]
mod boards;
#[cfg(unix)]
#[path = "training/elsewhere.rs"]
mod elsewhere;
#[path = "training/games.rs"]
mod games;
#[cfg(unix)]
#[path = "training/interrupted.rs"]
mod interrupted;
#[cfg(target_os = "linux")]
#[path = "training/no_room.rs"]
mod no_room;
#[cfg(unix)]
#[path = "training/tournaments.rs"]
mod tournaments;

use std::process::Stdio;

use salta_tests::place::{Place, files, metrics};
use salta_tests::{SHORT, TINY};

#[test]
fn a_run_ends_with_a_table_and_tells_how_to_go_on() {
    let place = Place::with([("tiny.toml", TINY)]);
    let lines = [
        "│ generation 3 ┆ generation 0 (untrained) ┆ 1 ",
        "│ generation 3 ┆ random@1 ",
        "\nThe network: run/checkpoints/gen-0003\n",
        "\nResume:      salta train --resume run --set generations=6\n",
        "\nTry it:      salta match checkpoint:run/checkpoints/gen-0003 alphabeta:depth=2 --pairs",
    ];
    let told = ["run run: 3 generations", "generation   1/3", "generation   3/3", "tournament"];
    let said = place.run("train tiny.toml --out run").well().says(&lines).warns(&told);
    // Repeated, the command finds everything done; another config is refused.
    let kept = || {
        let mut all = files(&place.path("run"));
        all.retain(|name, _| !name.starts_with("tensorboard/"));
        all
    };
    let before = kept();
    assert_eq!(place.run("train tiny.toml --out run").well().out, said.out);
    assert_eq!(kept(), before);
    place.file("other.toml", TINY.replace("games_per_generation = 4", "games_per_generation = 3"));
    for (arguments, part) in [
        (
            "train other.toml --out run",
            "made with another config: `games_per_generation` is 3, not 4 as there",
        ),
        (
            "train tiny.toml --out run --set generations=4",
            "`generations` is 4, not 3 as there; choose another directory, or restore the \
             config, or resume it: `salta train --resume run` (changes go through --resume with --set)",
        ),
        ("train tiny.toml --out run --set seed=12345", "`seed` is 12345, not "),
        ("train tiny.toml --out new --until 4", "--until 4: the run has 3 generations"),
    ] {
        place.run(arguments).refused(&[part]);
    }
    assert_eq!(kept(), before);
    assert!(!place.path("new").exists());
    // The two suggested commands work.
    let on = place.run("train --resume run --set generations=4").well().out;
    assert!(on.contains("The network: run/checkpoints/gen-0004"), "{on}");
    place.file("short.toml", SHORT);
    let duel = "match checkpoint:run/checkpoints/gen-0003:sims=2 random --pairs 1";
    place.run(&format!("{duel} --variant short.toml")).well();
}

#[test]
fn the_suggested_match_has_the_rules_of_the_run() {
    let place = Place::with([("tiny.toml", TINY)]);
    let one = "train tiny.toml --out run --set generations=1 --set variant=checkerboard";
    let trained = place.run(one).well().out;
    assert!(trained.ends_with(" --pairs 50 --variant checkerboard\n"), "{trained}");
}

#[test]
fn a_run_leaves_what_its_page_says() {
    let place = Place::with([("tiny.toml", TINY)]);
    assert_eq!(place.run("train tiny.toml --out run --quiet").err, "");
    let names: Vec<String> = files(&place.path("run")).into_keys().collect();
    let (events, names): (Vec<_>, Vec<_>) =
        names.into_iter().partition(|name| name.starts_with("tensorboard/events.out.tfevents."));
    assert_eq!(events.len(), 1);
    let mut expected: Vec<String> = [
        "config.toml",
        "lock",
        "metrics.ndjson",
        "run.json",
        "tournament/generation 3 vs generation 0 (untrained).games",
        "tournament/generation 3 vs generation 0 (untrained).json",
        "tournament/generation 3 vs random@1.games",
        "tournament/generation 3 vs random@1.json",
        "tournament/summary.json",
        "variant.toml",
    ]
    .map(String::from)
    .into();
    for generation in 0..=3 {
        expected.push(format!("manifests/gen-000{generation}.json"));
        for file in ["checkpoint.json", "ema.safetensors"] {
            expected.push(format!("checkpoints/gen-000{generation}/{file}"));
        }
    }
    for generation in [2, 3] {
        expected.push(format!("learner/gen-000{generation}/checkpoint.json"));
        for file in ["ema", "weights", "adam_mean", "adam_square"] {
            expected.push(format!("learner/gen-000{generation}/{file}.safetensors"));
        }
    }
    for (generation, first) in [(1, [0, 2]), (2, [4, 6]), (3, [8, 10])] {
        for game in first {
            expected.push(format!("games/gen-000{generation}/games-{game:08}.shard"));
        }
    }
    expected.sort();
    assert_eq!(names, expected);
    let metrics = metrics(&place.path("run"));
    let steps: Vec<_> = metrics.iter().map(|line| line["steps"].as_u64().unwrap()).collect();
    assert_eq!(steps, [6, 12, 18]);
}

#[test]
fn the_result_does_not_depend_on_the_threads() {
    let place = Place::with([("tiny.toml", TINY)]);
    for threads in [1, 2] {
        place.run(&format!("train tiny.toml --out r{threads} --set threads={threads}")).well();
    }
    let [one, two] = ["r1", "r2"].map(|name| place.result(name));
    assert!(one.keys().any(|name| name.ends_with(".shard")));
    assert!(one.keys().any(|name| name.starts_with("checkpoints/gen-0003/")));
    assert_eq!(one, two);
    assert_eq!(metrics(&place.path("r1")), metrics(&place.path("r2")));
    place.run("train tiny.toml --out other --set seed=8").well();
    assert_ne!(place.result("other"), one);
}

#[test]
fn training_outlives_whoever_reads_its_messages() {
    let place = Place::with([("tiny.toml", TINY)]);
    let mut command = place.command("train tiny.toml --out run");
    let mut child = command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    drop((child.stderr.take(), child.stdout.take()));
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(metrics(&place.path("run")).len(), 3);
}

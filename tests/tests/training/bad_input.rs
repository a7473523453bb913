//! Bad configs and damaged runs: exit code 2, one sentence, nothing changed.

use std::fs;

use salta_tests::place::{Place, files};
use salta_tests::{FOUR, TINY};

/// Runs a command that must be refused and must not change any file.
fn refused(place: &Place, arguments: &str, parts: &[&str]) {
    let before = files(&place.path(""));
    place.run(arguments).refused(parts);
    assert_eq!(files(&place.path("")), before, "{arguments}");
}

#[test]
fn bad_configs() {
    let place = Place::with([("tiny.toml", TINY), ("four.toml", FOUR)]);
    fs::create_dir(place.path("runs")).unwrap();
    place.file("key.toml", TINY.replace("steps_per_generation", "steps"));
    place
        .file("arena.toml", "variant = \"walker\"\nplayers = [\"random\", \"greedy\"]\nmatchs = 1");
    place.file("chess.toml", "variant = \"chess\"\nplayers = [\"random\", \"greedy\"]");
    for (arguments, parts) in [
        ("train key.toml", ["key.toml: line ", "`train.steps`"]),
        ("train missing.toml", ["missing.toml: ", "o such file"]),
        ("train tiny.toml --set train.bach=3", ["--set train.bach=3: ", "`bach`"]),
        (
            "train tiny.toml --set variant=chess",
            ["--set variant=chess: variant: no variant is named `chess`", "named variants"],
        ),
        (
            "train tiny.toml --set tournament.opponents.x=1",
            ["`opponents` is a list (items: ", "`x` is none of them"],
        ),
        (
            "arena chess.toml",
            ["chess.toml: line 1: variant: no variant is named `chess`", "named variants"],
        ),
        ("train tiny.toml --set variant=missing.toml", ["missing.toml: ", "o such file"]),
        (
            "train tiny.toml --from tiny.toml --out other",
            ["tiny.toml: ", "a checkpoint's directory"],
        ),
        ("selfplay tiny.toml --out games --generation 0", ["--generation 0: ", "from 1"]),
        (
            "selfplay tiny.toml --out games --checkpoint two-cores --set stage=[] \
             --set variant=four.toml --set selfplay.max_plies=9",
            ["two-cores: ", "4x4"],
        ),
        ("arena arena.toml", ["arena.toml: line 3: ", "`matchs`"]),
        (
            "train tiny.toml --set tournament.opponents=[\"alphabeta@1:depth=1\"] \
             --set tournament.match.limit.time_ms=5",
            ["player `alphabeta@1:depth=1`: ", "does not support 5 ms per turn"],
        ),
        (
            "train tiny.toml --set variant=four.toml \
             --set tournament.opponents=[\"checkpoint:quickstart:sims=2\"]",
            ["player `checkpoint:quickstart", "4x4"],
        ),
        (
            "train tiny.toml --set tournament.match.limit.nodes=2000000",
            ["`tournament.match.limit`: ", "at most 1000000 simulations"],
        ),
        (
            "train tiny.toml --set selfplay.games_per_group=4096 --set selfplay.batch=4096 \
             --set selfplay.search.simulations=60000 --set threads=64 \
             --set games_per_generation=262144",
            ["self-play may take", "`selfplay.batch`"],
        ),
        ("match random checkpoint:nowhere", ["nowhere: ", "no such checkpoint"]),
        (
            "export tiny.toml --format onnx",
            ["tiny.toml: not a checkpoint or run", "checkpoints are RUN/checkpoints/gen-NNNN"],
        ),
        ("match random checkpoint:runs", ["runs: not a checkpoint or run", "gen-NNNN"]),
    ] {
        refused(&place, arguments, &parts);
    }
    // Errors of clap take more than one line.
    place.run("match random chance").failed(&["unknown player `chance`"]);
    place.run("match random runs").failed(&["player `runs`; did you mean checkpoint:runs?"]);
    place.run("train").failed(&["--resume <RUN>\n", "--fork <RUN@GENERATION>\n"]);
    let seed = "'-1' for '--seed <N>': it must be a whole number from 0 to";
    place.run("match random greedy --seed -1").failed(&[seed]);
    place.run("train tiny.toml --resume run").failed(&[]);
    let plies = "101 is not in 0..=100";
    place.run("regret random walker --opening-plies 101").failed(&[plies]);
}

#[test]
fn networks_that_do_not_fit() {
    let place = Place::with([("tiny.toml", TINY)]);
    let bytes = "--set network.precision=int8 --set";
    for (set, part) in [
        ("network.block=[{kind=\"fold\"}]", "network.block=[{kind=\"fold\"}]: unknown value"),
        (
            "network.block=[{kind=\"residual\",layers=16,channels=4096}]",
            "[network] `block` = a list of 1: the network would have",
        ),
        (
            "network.value_hidden=65536 --set network.margin_bins=4095",
            "[network] `value_hidden` = 65536: the network would have",
        ),
        (
            "network.channels=1024 --set learner.micro_batch=1 --set train.batch=65536",
            "by `network`, `train.batch` and `learner.micro_batch`; this machine has",
        ),
        ("network.precision=4", "network.precision=4: expected a string"),
        (
            &format!("network.block=[{{kind=\"residual\",normalise=true}}] {bytes} seed=2"),
            "[network] `precision` = int8: normalisation and attention blocks need `f32`",
        ),
        (&format!("compute=vulkan {bytes} seed=2"), "`precision` = int8: that is for the CPU"),
        (
            "compute=vulkan --set evaluator=onnx",
            "`compute`: the networks of `evaluator = \"onnx\"` run",
        ),
    ] {
        refused(&place, &format!("train tiny.toml --set {set}"), &[part]);
    }
    let said = place.run("train tiny.toml --set compute=vulkan --out gpu --quiet");
    let begun = place.path("gpu").exists();
    assert!(said.code == 0 || said.err.starts_with("error: `compute`: ") && !begun, "{}", said.err);
}

#[test]
fn a_damaged_learner_is_passed_over_aloud() {
    let place = Place::with([("tiny.toml", TINY)]);
    place.run("train tiny.toml --out run --quiet").well();
    let whole = place.result("run");
    for (name, part) in [
        ("weights.safetensors", "has 10 bytes"),
        ("checkpoint.json", "is not a valid checkpoint.json"),
    ] {
        let path = place.path("run/learner/gen-0003").join(name);
        fs::write(&path, &fs::read(&path).unwrap()[..10]).unwrap();
        place.run("train --resume run --quiet").well().warns(&[part, "going back to the"]);
        assert_eq!(place.result("run"), whole);
    }
}

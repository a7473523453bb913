//! Every config in `configs/` is read unchanged, and run at a reduced size.

use std::fs;
use std::path::PathBuf;

use salta_tests::SHORT;
use salta_tests::binary;
use salta_tests::place::{Place, call};

/// A board that is solved instantly.
const SMALL: &str = "base = \"buettgenbach-1899-free\"\nboard = \"4x4\"\nranks = 1\n";

/// The files of a folder of `configs/`.
fn configs(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(binary::root().join("configs").join(folder)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    assert!(!paths.is_empty(), "{folder}");
    assert!(paths.iter().all(|path| path.extension().is_some_and(|end| end == "toml")));
    paths
}

fn with_sets<'a>(arguments: &[&'a str], sets: &'a [String]) -> Vec<&'a str> {
    let sets = sets.iter().flat_map(|set| ["--set", set.as_str()]);
    arguments.iter().copied().chain(sets).collect()
}

/// Overrides that make the matches of `key` short.
fn few_games(key: &str) -> Vec<String> {
    ["pairs=1", "exact_nodes=500", "max_exact_nodes=500"].map(|set| format!("{key}.{set}")).into()
}

/// Overrides that shrink a training config to one generation of few games for every stage.
fn in_small(text: &str) -> Vec<String> {
    let stages = text.matches("\n[[stage]]").count();
    let mut sets = few_games("tournament.match");
    let plain = [
        "compute=cpu",
        "games_per_generation=2",
        "network.channels=8",
        "network.blocks=2",
        "selfplay.search.simulations=2",
        "selfplay.exact_nodes=500",
        "train.batch=8",
        "train.steps_per_generation=2",
        "tournament.simulations=2",
        "tournament.generations=[0]",
    ];
    sets.extend(plain.map(String::from));
    sets.push(format!("generations={}", stages.max(1)));
    if stages == 0 {
        sets.push("stage=[{from = 1, move_limit = 6}]".into());
    }
    for stage in 0..stages {
        let changes = [("from", stage + 1), ("games", 2), ("move_limit", 6), ("simulations", 2)];
        sets.extend(changes.map(|(key, value)| format!("stage.{stage}.{key}={value}")));
    }
    sets
}

#[test]
fn training_configs() {
    for path in [configs("train"), configs("train/ablations")].concat() {
        let place = Place::new();
        let config = path.to_str().unwrap();
        let occupied = place.file("occupied", "not a run");
        // Without overrides, the whole config is checked before the output path is.
        let error = call(&["train", config, "--out", &occupied]).err;
        let unbuilt = error.contains("this build has no Vulkan");
        assert!(unbuilt || error.contains("occupied: exists already"), "{error}");
        let out = place.path("run");
        let sets = in_small(&fs::read_to_string(&path).unwrap());
        let said =
            call(&with_sets(&["train", config, "--out", out.to_str().unwrap()], &sets)).well().out;
        assert!(said.contains("The network: "), "{said}");
    }
}

#[test]
fn evaluation_configs() {
    for path in configs("eval") {
        let place = Place::new();
        let out = place.path("run");
        let several = fs::read_to_string(&path).unwrap().contains("more_variants");
        let games = format!("games_per_generation={}", if several { 160 } else { 1 });
        let sets = ["generations=1", &games, "games.nodes=2", "learn.steps=2"].map(String::from);
        let arguments = ["train-eval", path.to_str().unwrap(), "--out", out.to_str().unwrap()];
        let said = call(&with_sets(&arguments, &sets)).well().out;
        assert!(said.contains("The network: "), "{said}");
    }
}

#[test]
fn arena_configs() {
    for path in configs("arena") {
        let place = Place::new();
        let out = place.path("out");
        let arguments = ["arena", path.to_str().unwrap(), "--out", out.to_str().unwrap()];
        // So few moves that even the slowest players of a ladder finish quickly.
        let short = place.file("short.toml", SHORT.replace("move_limit = 12", "move_limit = 4"));
        let mut sets = few_games("match");
        sets.push(format!("variant={}", short));
        if fs::read_to_string(&path).unwrap().contains("\nplayer = \"checkpoint:") {
            // Replaces networks that have to be trained before the comparison.
            sets.push("player=[{player = \"random\", name = \"a network\"}]".into());
        }
        let said = call(&with_sets(&arguments, &sets)).well().out;
        assert!(said.contains("results and games: "), "{said}");
    }
}

#[test]
fn study_configs() {
    for path in configs("study") {
        let place = Place::new();
        let out = place.path("out");
        let arguments = ["study", path.to_str().unwrap(), "--out", out.to_str().unwrap()];
        // Without other overrides, the whole config is read before the baseline is looked up.
        let error = call(&with_sets(&arguments, &["baseline=nobody".into()])).err;
        assert!(error.contains("`baseline` is `nobody`"), "{error}");
        let mut sets: Vec<String> = [
            "player=[{player = \"greedy\", pairs = 1, drama_nodes = 2}]",
            "games.exact_nodes=10",
            "games.max_exact_nodes=10",
            "games.max_plies=8",
        ]
        .map(String::from)
        .into();
        if fs::read_to_string(&path).unwrap().contains("\n[skill]") {
            let short = ["pairs=1", "nodes=2", "doublings=1", "player=alphabeta@2:nodes={}"];
            sets.extend(short.map(|set| format!("skill.{set}")));
        }
        let said = call(&with_sets(&arguments, &sets)).well().out;
        let text = fs::read_to_string(&path).unwrap();
        let baseline = text.lines().find_map(|line| line.strip_prefix("baseline = \"")).unwrap();
        let baseline = baseline.split('"').next().unwrap();
        assert!(said.contains(&format!("comparisons with {baseline} are")), "{said}");
    }
}

#[test]
fn scaling_configs() {
    for path in configs("scaling") {
        let place = Place::new();
        let (out, board) = (place.path("out"), place.file("small.toml", SMALL));
        let arguments = ["scaling", path.to_str().unwrap(), "--out", out.to_str().unwrap()];
        let mut sets: Vec<String> =
            ["seeds=[1]", "generations=[1,2]", "simulations=[1,2]", "games=1", "placements=9"]
                .map(String::from)
                .into();
        let text = fs::read_to_string(&path).unwrap();
        let base = text.lines().find_map(|line| line.strip_prefix("base = ")).unwrap();
        let base = binary::root().join(base.trim_matches('"'));
        let small = in_small(&fs::read_to_string(base).unwrap());
        sets.extend(small.into_iter().map(|set| format!("set.{set}")));
        if text.contains("\npanel = ") {
            sets.extend(few_games("match"));
            sets.push("panel=[\"random\"]".into());
        } else {
            sets.push(format!("set.variant={board}"));
        }
        let said = call(&with_sets(&arguments, &sets)).well().out;
        assert!(said.contains("frontier"), "{said}");
    }
}

#[test]
fn ablation_configs() {
    for path in configs("ablate") {
        let place = Place::new();
        let out = place.path("out");
        let arguments = ["ablate", path.to_str().unwrap(), "--out", out.to_str().unwrap()];
        // Only one arm is run; the plan, which covers all arms, checks that the others can be.
        let mut sets = few_games("match");
        sets.extend(["seeds=[1]", "search=sims=2", "panel=[\"random\"]"].map(String::from));
        let text =
            fs::read_to_string(binary::root().join("configs/train/quickstart.toml")).unwrap();
        sets.extend(in_small(&text).into_iter().map(|set| format!("set.{set}")));
        let plan = ["--plan", "--seconds", "0.1", "--json"];
        call(&with_sets(&[&arguments[..], &plan[..]].concat(), &sets)).well();
        sets.push("arm=[{name = \"wide\", set = {network.channels = 16}}]".into());
        let said = call(&with_sets(&arguments, &sets)).well().out;
        assert!(said.contains("rows for experiments/METHODS.md"), "{said}");
    }
}

#[test]
fn variants() {
    let place = Place::new();
    let stages = "stage=[{from = 1, move_limit = 6, points = \"distance\"}]";
    let quickstart = binary::root().join("configs/train/quickstart.toml");
    for (number, path) in configs("variants").into_iter().enumerate() {
        let out = place.path(&number.to_string());
        let mut sets = in_small("");
        sets.push(stages.into());
        sets.push(format!("variant={}", path.display()));
        let arguments = ["train", quickstart.to_str().unwrap(), "--out", out.to_str().unwrap()];
        let said = call(&with_sets(&arguments, &sets)).well().out;
        assert!(said.contains("The network: "), "{said}");
        let variant = path.to_str().unwrap();
        let duel = ["match", "greedy", "random", "--pairs", "1", "--variant", variant, "--json"];
        let said = call(&duel).well().out;
        assert!(said.contains("\"pairs\":1") || said.contains("\"undecided\":1"), "{said}");
    }
}

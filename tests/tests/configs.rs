//! Every config in `configs/` is read unchanged, and run at a reduced size.

use std::fs;
use std::path::{Path, PathBuf};

use salta_tests::binary;
use salta_tests::place::{Place, Said, call};
use salta_tests::{FOUR, SHORT};

fn configs(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(binary::root().join("configs").join(folder)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    assert!(!paths.is_empty(), "{folder}");
    assert!(paths.iter().all(|path| path.extension().is_some_and(|end| end == "toml")));
    paths
}

/// Runs a command, which is split at spaces, with a config and overrides; its output goes to a
/// temporary directory.
fn run(command: &str, config: &Path, sets: &[String]) -> Said {
    let place = Place::new();
    let out = place.path("out");
    let paths = [config.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let sets = sets.iter().flat_map(|set| ["--set", set]);
    call(&command.split(' ').chain(paths).chain(sets).collect::<Vec<_>>())
}

fn text_of(config: &Path) -> String {
    fs::read_to_string(config).unwrap()
}

fn quickstart() -> PathBuf {
    binary::root().join("configs/train/quickstart.toml")
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
        "selfplay.games_per_group=2",
        "network.channels=8",
        "network.blocks=2",
        "selfplay.search.simulations=2",
        "selfplay.exact_nodes=500",
        "train.batch=8",
        "train.steps_per_generation=2",
        "tournament.simulations=2",
        "tournament.opponents=[\"random\"]",
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

/// The overrides that an ablation or a scaling study takes.
fn without_tournament(sets: Vec<String>) -> impl Iterator<Item = String> {
    sets.into_iter().filter(|set| !set.starts_with("tournament."))
}

#[test]
fn training_configs() {
    let place = Place::new();
    let occupied = place.file("occupied", "not a run");
    for path in [configs("train"), configs("train/ablations")].concat() {
        // Without overrides, the whole config is checked before the output path is.
        let error = call(&["train", path.to_str().unwrap(), "--out", &occupied]).err;
        let unbuilt = error.contains("this build has no Vulkan");
        assert!(unbuilt || error.contains("occupied: exists already"), "{error}");
        run("train", &path, &in_small(&text_of(&path))).well().says(&["The network: "]);
    }
}

#[test]
fn evaluation_configs() {
    for path in configs("eval") {
        let several = text_of(&path).contains("more_variants");
        let games = format!("games_per_generation={}", if several { 160 } else { 1 });
        let sets = ["generations=1", &games, "games.nodes=2", "learn.steps=2"].map(String::from);
        run("train-eval", &path, &sets).well().says(&["The network: "]);
    }
}

#[test]
fn arena_configs() {
    // So few moves that even the slowest players of a ladder finish quickly.
    let place = Place::new();
    let short = place.file("short.toml", SHORT.replace("move_limit = 12", "move_limit = 4"));
    for path in configs("arena") {
        let mut sets = few_games("match");
        sets.push(format!("variant={short}"));
        if text_of(&path).contains("\nplayer = \"checkpoint:") {
            // Replaces networks that have to be trained before the comparison.
            sets.push("player=[{player = \"random\", name = \"a network\"}]".into());
        }
        run("arena", &path, &sets).well().says(&["results and games: "]);
    }
}

#[test]
fn study_configs() {
    for path in configs("study") {
        // Without other overrides, the whole config is read before the baseline is looked up.
        run("study", &path, &["baseline=nobody".into()]).warns(&["`baseline` is `nobody`"]);
        let player = "player=[{player = \"greedy\", pairs = 1, drama_nodes = 2}]";
        let games = ["exact_nodes=10", "max_exact_nodes=10", "max_plies=8"];
        let mut sets = vec![player.to_owned()];
        sets.extend(games.map(|set| format!("games.{set}")));
        let text = text_of(&path);
        if text.contains("\n[skill]") {
            let short = ["pairs=1", "nodes=2", "doublings=1", "player=alphabeta@2:nodes={}"];
            sets.extend(short.map(|set| format!("skill.{set}")));
        }
        let said = run("study", &path, &sets).well().out;
        let baseline = text.lines().find_map(|line| line.strip_prefix("baseline = \"")).unwrap();
        let baseline = baseline.split('"').next().unwrap();
        assert!(said.contains(&format!("comparisons with {baseline} are")), "{said}");
    }
}

#[test]
fn scaling_configs() {
    let place = Place::new();
    let board = place.file("four.toml", FOUR);
    for path in configs("scaling") {
        let mut sets: Vec<String> =
            ["seeds=[1]", "generations=[1,2]", "simulations=[1,2]", "games=1", "placements=9"]
                .map(String::from)
                .into();
        let text = text_of(&path);
        let base = text.lines().find_map(|line| line.strip_prefix("base = ")).unwrap();
        let small = in_small(&text_of(&binary::root().join(base.trim_matches('"'))));
        let sized = without_tournament(small).filter(|set| !set.starts_with("generations="));
        sets.extend(sized.map(|set| format!("set.{set}")));
        // As many steps as two generations take.
        sets.extend(["warmup_steps=1", "total_steps=4"].map(|set| format!("set.learner.{set}")));
        if text.contains("\npanel = ") {
            sets.extend(few_games("match"));
            sets.push("panel=[\"random\"]".into());
        } else {
            sets.push(format!("set.variant={board}"));
        }
        run("scaling", &path, &sets).well().says(&["frontier"]);
    }
}

#[test]
fn no_two_ablations_or_tournaments_share_their_openings() {
    for folder in ["ablate", "arena"] {
        let seeds = configs(folder).into_iter().map(|config| {
            let table: toml::Table = text_of(&config).parse().unwrap();
            table["match"].get("seed").unwrap_or_else(|| panic!("{config:?}")).to_string()
        });
        let mut seeds: Vec<String> = seeds.collect();
        let all = seeds.len();
        seeds.sort();
        seeds.dedup();
        assert_eq!(seeds.len(), all, "{folder}");
    }
}

#[test]
fn ablation_configs() {
    for path in configs("ablate") {
        // Only one arm is run; the plan, which covers all arms, checks that the others can be.
        let mut sets = few_games("match");
        sets.extend(["seeds=[1]", "search=sims=2", "panel=[\"random\"]"].map(String::from));
        let small = in_small(&text_of(&quickstart()));
        sets.extend(without_tournament(small).map(|set| format!("set.{set}")));
        run("ablate --plan --seconds 0.1 --json", &path, &sets).well();
        sets.push("arm=[{name = \"wide\", set = {network.channels = 16}}]".into());
        run("ablate", &path, &sets).well().says(&["rows for experiments/METHODS.md"]);
    }
}

#[test]
fn small_boards() {
    for path in configs("small").iter().filter(|path| !path.ends_with("family.toml")) {
        call(&["variants", path.to_str().unwrap()]).well();
    }
}

#[test]
fn variants() {
    let stages = "stage=[{from = 1, move_limit = 6, points = \"distance\"}]";
    for path in configs("variants") {
        let mut sets = in_small("");
        sets.push(stages.into());
        sets.push(format!("variant={}", path.display()));
        run("train", &quickstart(), &sets).well().says(&["The network: "]);
        let variant = path.to_str().unwrap();
        let duel = ["match", "greedy", "random", "--pairs", "1", "--variant", variant, "--json"];
        let said = call(&duel).well().out;
        assert!(said.contains("\"pairs\":1") || said.contains("\"undecided\":1"), "{said}");
    }
}

//! Run directories: created once, locked by one process, resumed with the same config.

use std::fs;

use salta_run::{Display, Manifest, RunDir, RunMatches, rules_of_run, train_until, watch};

use crate::common::{created, fails_with, file, files, folder, go_on, sets, tiny, trained};

#[test]
fn a_run_is_made_once_and_held_by_one() {
    let folder = folder();
    let root = folder.path().join("run");
    let run = created(&root, &[]);
    let names: Vec<_> = files(&root).into_keys().collect();
    assert_eq!(names, ["config.toml", "lock", "run.json", "variant.toml"]);
    let before = files(&root);
    let held = RunDir::open(&root).unwrap_err();
    assert_eq!(held.to_string(), format!("{}: in use by another process", root.display()));
    fails_with(RunDir::create(tiny(&[]), root.clone(), None), &["salta train --resume"]);
    drop(run);
    let run = RunDir::open(&root).unwrap();
    assert_eq!((run.config(), run.root()), (&tiny(&[]), root.as_path()));
    assert_eq!(files(&root), before);
}

#[test]
fn what_is_no_run_is_left_alone() {
    let folder = folder();
    fs::write(folder.path().join("thesis.txt"), "years of work").unwrap();
    let before = files(folder.path());
    for out in [folder.path().into(), folder.path().join("thesis.txt")] {
        let start = format!("{}: exists already and is not a training run", out.display());
        fails_with(RunDir::create(tiny(&[]), out, None), &[&start]);
    }
    for root in [folder.path().into(), folder.path().join("nowhere")] {
        fails_with(RunDir::open(&root), &["not a training run (config.toml is missing)"]);
    }
    assert_eq!(files(folder.path()), before);
}

#[test]
fn runs_of_other_versions_are_refused() {
    let folder = folder();
    created(folder.path(), &[]);
    let path = folder.path().join("run.json");
    let good: Manifest = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let refused = |text: &str, part: &str| {
        fs::write(&path, text).unwrap();
        fails_with(RunDir::open(folder.path()), &[part]);
    };
    let other = Manifest { rules_version: good.rules_version + 1, ..good.clone() };
    let part = format!("rules version {}", other.rules_version);
    refused(&serde_json::to_string(&other).unwrap(), &part);
    let other = Manifest { encoding_version: good.encoding_version + 1, ..good };
    let part = format!("encoding version {}", other.encoding_version);
    refused(&serde_json::to_string(&other).unwrap(), &part);
    refused("{", "run.json");
}

#[test]
fn a_resume_changes_how_long_and_how_fast_and_nothing_else() {
    let folder = folder();
    created(folder.path(), &[]);
    let before = files(folder.path());
    for set in [
        "seed=8",
        "name=other",
        "variant=walker",
        "games_per_generation=5",
        "network.channels=8",
        "selfplay.temperature=0.5",
        "train.window=61",
        "stage.0.move_limit=7",
    ] {
        let changed = RunDir::resume(folder.path(), &sets(&["generations=9", set]));
        fails_with(changed, &[set, "only `generations`, `games_bytes`, `threads`, "]);
        assert_eq!(files(folder.path()), before, "{set}");
    }
    assert!(RunDir::resume(folder.path(), &sets(&["generations=0"])).is_err());
    assert_eq!(files(folder.path()), before);
    let allowed = ["generations=9", "threads=3", "tournament.simulations=8"];
    let resumed = RunDir::resume(folder.path(), &sets(&allowed)).unwrap();
    assert_eq!(*resumed.config(), tiny(&allowed));
    // Recorded once training has read everything it needs.
    train_until(&resumed, 0, &Display::hidden()).unwrap();
    drop(resumed);
    assert_eq!(*RunDir::open(folder.path()).unwrap().config(), tiny(&allowed));
}

#[test]
fn generations_that_are_trained_stay() {
    let folder = folder();
    drop(trained(folder.path(), &[]));
    let fewer = RunDir::resume(folder.path(), &sets(&["generations=1"]));
    fails_with(fewer, &["`generations`: 1 is below the 2 already trained"]);
}

#[test]
fn a_run_is_not_repeated_under_edited_rules() {
    let folder = folder();
    let (variant, root) = (folder.path().join("my.toml"), folder.path().join("run"));
    let own = format!("more_variants=[{:?}]", variant.display().to_string());
    let again = |points: &str| {
        let rules = format!("base = \"walker\"\nname = \"my\"\npoints = \"{points}\"\n");
        fs::write(&variant, rules).unwrap();
        RunDir::create_or_resume(tiny(&[&own]), Some(root.clone()), None)
    };
    drop(again("distance").unwrap());
    drop(again("distance").unwrap());
    let part = "variant-2.toml: made with another variant: `points` is \"win\", not \"distance\"";
    fails_with(again("win"), &[part, "salta train --resume"]);
    // The run has a copy of the rules, with which it goes on once the file is gone.
    let config = tiny(&[&own]);
    fs::remove_file(&variant).unwrap();
    RunDir::create_or_resume(config, Some(root.clone()), None).unwrap();
}

#[test]
fn the_same_overrides_resume_a_run_whose_board_needs_another_encoding() {
    let folder = folder();
    let small = "base = \"buettgenbach-1899\"\nname = \"small\"\nboard = \"4x4\"\nranks = 1\n";
    let variant = format!("variant={}", file(&folder, "small.toml", small).display());
    let overrides = [variant.as_str(), "stage=[]", "network.features=53"];
    let root = folder.path().join("run");
    for _ in 0..2 {
        let config = tiny(&overrides);
        let run = RunDir::create_or_resume(config, Some(root.clone()), None).unwrap();
        assert_eq!(run.config().network.features, 54);
    }
    // Whoever watches the run learns the variant's name, not where its file was.
    assert_eq!(watch(&root).unwrap().variant, "small");
    assert_eq!(rules_of_run(&root).unwrap()[0].name, "small");
}

#[test]
fn games_without_end_are_refused() {
    let folder = folder();
    let root = folder.path().join("run");
    let refused = |overrides: &[&str], part: &str| {
        let made = RunDir::create(tiny(overrides), folder.path().join("none"), None);
        fails_with(made, &["walker", part]);
        assert!(!folder.path().join("none").exists());
    };
    refused(&["variant=walker", "stage=[]"], "so `selfplay.max_plies`");
    refused(&["variant=walker", "stage.0.from=2"], "so `selfplay.max_plies`");
    // All generations of the run have a limit, but those of its continuation do not.
    let limits = "stage=[{from = 1, move_limit = 6}, {from = 3}]";
    drop(created(&root, &["variant=walker", limits]));
    fails_with(RunDir::resume(&root, &sets(&["generations=3"])), &["`selfplay.max_plies`"]);
    let capped = ["variant=walker", limits, "generations=3", "selfplay.max_plies=12"];
    created(&folder.path().join("capped"), &capped);
    // Regret is measured in games without the stages' limits.
    let limit = "stage=[{from = 1, move_limit = 6}]";
    refused(
        &["variant=walker", limit, "evaluate.regret=true"],
        "games that measure regret need `max_plies`",
    );
}

#[test]
fn a_final_tournament_that_cannot_be_played_is_refused_at_once() {
    let folder = folder();
    let root = folder.path().join("run");
    for (set, part) in [
        ("tournament.opponents=[\"checkpoint:nowhere\"]", "nowhere"),
        ("tournament.opponents=[\"program:nowhere\"]", "there is no such program"),
        ("tournament.match.pairs=12", "different openings"),
    ] {
        let config = tiny(&[set, "tournament.match.opening_plies=0"]);
        fails_with(RunDir::create(config, root.clone(), None), &[part]);
        assert!(!root.exists());
    }
    // Without matches no openings are needed.
    let none = ["tournament.generations=[]", "tournament.opponents=[]"];
    let few = ["tournament.match.pairs=12", "tournament.match.opening_plies=0"];
    let run = created(&root, &[none, few].concat());
    go_on(&run).unwrap();
    let (matches, out) = (RunMatches::new(&run, 2).unwrap(), folder.path().join("matches"));
    assert_eq!(matches.play(None, 1, &out, &Display::hidden()).unwrap().len(), 0);
    assert_eq!(matches.open(&out).unwrap().len(), 0);
}

#[test]
fn leftovers_of_killed_processes_are_removed() {
    let folder = folder();
    let run = created(folder.path(), &["generations=1"]);
    go_on(&run).unwrap();
    drop(run);
    let before = files(folder.path());
    for dir in ["checkpoints/.gen-0002.a1b2.tmp/new", "learner/.gen-0001.c3.tmp/old"] {
        fs::create_dir_all(folder.path().join(dir)).unwrap();
        fs::write(folder.path().join(dir).join("ema.safetensors"), "half").unwrap();
    }
    fs::write(folder.path().join(".salta-x.tmp"), "half").unwrap();
    RunDir::open(folder.path()).unwrap();
    assert_eq!(files(folder.path()), before);
    assert!(!folder.path().join("checkpoints/.gen-0002.a1b2.tmp").exists());
}

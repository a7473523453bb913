//! The training loop: stopped or killed and then resumed, it gives the same results.

use std::fs;
use std::path::PathBuf;

use salta_record::read_shard;
use salta_run::{Display, Metrics, RunConfig, RunDir, read_metrics, selfplay_only, train_until};

use crate::common::{
    TINY, assert_same, fails_with, file, files, folder, go_on, part, resumed, sets, timeless, tiny,
    trained,
};

/// A run trained to generation `first`, then reopened as by a new process and trained to 3.
fn in_two_parts(folder: &tempfile::TempDir, first: u32, overrides: &[&str]) -> RunDir {
    let root = folder.path().join(format!("from-{first}"));
    let first = format!("generations={first}");
    drop(trained(&root, &[overrides, &[first.as_str()]].concat()));
    resumed(&root, &["generations=3"])
}

/// Trains three generations at once and in two parts, which must come to the same.
fn metrics_at_once_and_in_parts(overrides: &[&str]) -> Vec<Metrics> {
    let folder = folder();
    let all = [overrides, &["generations=3"]].concat();
    let whole = trained(&folder.path().join("whole"), &all);
    assert_same(&in_two_parts(&folder, 2, overrides), &whole);
    timeless(&whole)
}

#[test]
fn metrics_are_those_of_the_games_on_disk() {
    let folder = folder();
    let run = trained(&folder.path().join("run"), &["generations=2"]);
    for metrics in timeless(&run) {
        let shards = files(&run.games(metrics.generation)).into_keys();
        let read = |name| read_shard(run.games(metrics.generation).join(name)).unwrap().1;
        let games: Vec<_> = shards.flat_map(read).collect();
        let simulations: u64 = (games.iter().flat_map(|game| &game.decisions))
            .map(|decision| u64::from(decision.simulations))
            .sum();
        let margins: i32 = games.iter().map(|game| game.outcome.distance_margin).sum();
        let found = &metrics.games;
        assert!(simulations > 1 && found.simulations == simulations, "{found:?}");
        assert!((found.white_margin - f64::from(margins) / games.len() as f64).abs() < 1e-9);
    }
}

#[test]
fn a_resumed_run_comes_to_the_same() {
    let folder = folder();
    let whole = trained(&folder.path().join("whole"), &["generations=3"]);
    let metrics = timeless(&whole);
    assert_eq!(metrics.iter().map(|of| of.generation).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(metrics.iter().map(|of| of.learned.steps).collect::<Vec<_>>(), [3, 6, 9]);
    assert_eq!(metrics[2].learned.window, 60);
    let learners: Vec<_> = part(&whole, "learner").into_keys().collect();
    assert!(learners.iter().all(|path| !path.starts_with("learner/gen-0001")), "{learners:?}");
    for first in [1, 2] {
        assert_same(&in_two_parts(&folder, first, &[]), &whole);
    }
}

#[test]
fn the_window_is_refilled_whatever_share_of_the_games_is_learned_from() {
    // Most games are random to the end: a generation has 96 decisions and few samples.
    let overrides = ["selfplay.opening_plies=60", "games_per_generation=8", "train.window=45"];
    let metrics = metrics_at_once_and_in_parts(&overrides);
    let windows: Vec<u64> = metrics.iter().map(|of| of.learned.window).collect();
    // The window holds all samples, although one generation has twice its size in decisions.
    assert!(0 < windows[0] && windows[0] < windows[2] && windows[2] < 45, "{windows:?}");
}

#[test]
fn steps_follow_the_samples_where_a_replay_ratio_is_set() {
    let (mut samples, mut steps) = (0, 0);
    for of in metrics_at_once_and_in_parts(&["train.replay_ratio=1.5", "train.batch=8"]) {
        steps += (1.5 * (of.learned.samples - samples) as f64 / 8.0).round() as u64;
        samples = of.learned.samples;
        assert_eq!(of.learned.steps, steps, "generation {}", of.generation);
    }
}

#[test]
fn groups_take_turns_in_the_variants() {
    let variants = r#"more_variants=["walker", "nestor", "meyers-1908"]"#;
    let folder = folder();
    let whole = trained(&folder.path().join("whole"), &["generations=3", variants]);
    let played = |generation| -> Vec<String> {
        let shards = part(&whole, "games").into_keys();
        let of_it = shards.filter(|path| path.starts_with(&format!("games/gen-000{generation}")));
        of_it.map(|path| read_shard(whole.root().join(path)).unwrap().0.variant).collect()
    };
    // Two groups per generation, four variants: every other generation has the same two.
    assert_eq!(played(1), ["buettgenbach-1899", "walker"]);
    assert_eq!(played(2), ["nestor", "meyers-1908"]);
    assert_eq!(played(3), played(1));
    assert_same(&in_two_parts(&folder, 1, &[variants]), &whole);
    // The run has its own copy of the rules, independent of the files that they came from.
    let path = whole.root().join("variant-3.toml");
    assert!(fs::read_to_string(&path).unwrap().contains("nestor"));
    let twice = sets(&[r#"more_variants=["walker", "buettgenbach-1899"]"#]);
    let loaded = RunConfig::load(&file(&folder, "tiny.toml", TINY), &twice);
    fails_with(loaded, &["two variants named `buettgenbach-1899`"]);
}

#[test]
fn games_of_a_network_that_is_learned_again_are_played_again() {
    let folder = folder();
    let root = folder.path().join("run");
    drop(trained(&root, &["generations=3"]));
    let learners = files(&root.join("learner"));
    let run = resumed(&root, &["generations=4"]);
    let (stale, before) = (files(&run.games(4)), files(&run.games(3)));
    // As if it had been killed while it learned from the games of generation 4, and then the learner
    // of generation 3 removed.
    fs::remove_dir_all(root.join("learner")).unwrap();
    for (name, bytes) in &learners {
        let path = root.join("learner").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &bytes.0).unwrap();
    }
    fs::remove_dir_all(root.join("learner/gen-0003")).unwrap();
    fs::remove_file(root.join("manifests/gen-0004.json")).unwrap();
    drop(run);
    let run = resumed(&root, &["learner.learning_rate=0.5"]);
    assert_eq!(files(&run.games(3)), before);
    assert_ne!(files(&run.games(4)), stale);
}

#[test]
fn games_that_nothing_needs_make_room() {
    let folder = folder();
    let all = ["generations=3", "train.window=61", "games_bytes=1"];
    let whole = trained(&folder.path().join("whole"), &all);
    // A generation has 48 decisions, less the openings: the window needs the last two generations.
    let kept: Vec<_> = part(&whole, "games").into_keys().collect();
    assert!(kept.iter().all(|path| !path.starts_with("games/gen-0001")), "{kept:?}");
    assert!(kept.iter().any(|path| path.starts_with("games/gen-0002")), "{kept:?}");
    assert_same(&in_two_parts(&folder, 2, &all[1..]), &whole);
}

/// A run that keeps only the games that a window of this many bytes needs. A file would have to say
/// a million bytes or more.
fn bounded(root: PathBuf, window_bytes: u64, more: &str) -> RunDir {
    let mut config = tiny(&["train.window=1000", "games_bytes=1", more]);
    config.train.window_bytes = window_bytes;
    RunDir::create(config, root, None).unwrap()
}

#[test]
fn a_window_bounded_by_memory_needs_no_game_that_made_room() {
    let folder = folder();
    // About ten samples.
    let [whole, parts] =
        ["whole", "parts"].map(|name| bounded(folder.path().join(name), 4000, "generations=3"));
    go_on(&whole).unwrap();
    for last in [1, 2, 3] {
        train_until(&parts, last, &Display::hidden()).unwrap();
    }
    let metrics = timeless(&whole);
    assert!(metrics.iter().all(|line| (2..40).contains(&line.learned.window)), "{metrics:?}");
    assert_same(&parts, &whole);
    // Nothing is left to do, and nothing is played again.
    go_on(&whole).unwrap();
    let kept: Vec<_> = part(&whole, "games").into_keys().collect();
    assert!(kept.iter().all(|path| path.starts_with("games/gen-0003")), "{kept:?}");
}

#[test]
fn a_window_that_holds_just_the_last_generation_needs_no_other() {
    let folder = folder();
    // A seed whose second generation has at least as many bytes of samples as the first.
    let found = (1..20).map(|seed| format!("seed={seed}")).find_map(|seed| {
        let run = bounded(folder.path().join(&seed), u64::MAX, &seed);
        go_on(&run).unwrap();
        let lines = timeless(&run);
        let [one, both] = [0, 1].map(|line: usize| lines[line].learned.window_bytes);
        (both - one >= one).then_some((seed, both - one))
    });
    let (seed, bytes) = found.unwrap();
    // Almost a sample more than the second generation takes.
    let run = bounded(folder.path().join("edge"), bytes + 1, &seed);
    go_on(&run).unwrap();
    let first = run.root().join("games/gen-0001");
    assert!(!first.exists());
    go_on(&run).unwrap();
    assert!(!first.exists(), "a resume played removed games again");
}

#[test]
fn a_growing_window_goes_on_as_it_was() {
    let growing = ["train.window=20", "train.window_growth=0.5"];
    let metrics = metrics_at_once_and_in_parts(&growing);
    assert!(
        metrics[1].learned.window < metrics[2].learned.window
            && metrics[2].learned.window < metrics[2].learned.samples
    );
}

#[test]
fn metrics_of_work_that_is_done_again_are_rewound() {
    let folder = folder();
    let whole = trained(&folder.path().join("whole"), &["generations=3"]);
    let root = folder.path().join("cut");
    drop(trained(&root, &[]));
    // Killed before the learner was saved: one line of generation 3, and another cut short.
    let lines = fs::read_to_string(whole.metrics()).unwrap();
    let third = lines.lines().nth(2).unwrap().replacen("\"games\":4", "\"games\":5", 1);
    let path = root.join("metrics.ndjson");
    let text = format!("{}{third}\n{}", fs::read_to_string(&path).unwrap(), &third[..40]);
    fs::write(&path, &text).unwrap();
    assert_eq!(read_metrics(&path).unwrap().len(), 3);
    let run = resumed(&root, &["generations=3"]);
    assert_same(&run, &whole);
    drop(run);
    // An invalid line anywhere but at the end is an error.
    fs::write(&path, text.replacen('{', "", 1)).unwrap();
    let part = format!("{}: line 1: ", path.display());
    fails_with(go_on(&RunDir::open(&root).unwrap()), &[&part]);
}

#[test]
fn a_damaged_shard_is_named_and_played_again_once_removed() {
    let folder = folder();
    let whole = trained(&folder.path().join("whole"), &["generations=3"]);
    let root = folder.path().join("damaged");
    let run = trained(&root, &[]);
    let shard = run.games(2).join("games-00000006.shard");
    drop(run);
    let good = fs::read(&shard).unwrap();
    let other = fs::read(root.join("games/gen-0001/games-00000002.shard")).unwrap();
    let flipped: Vec<u8> = good.iter().map(|byte| byte ^ 1).collect();
    for (bad, part) in [
        (&good[..good.len() - 1], "truncated"),
        (&[&good[..60], &flipped[60..]].concat(), "checksum"),
        (&other, "holds games other than"),
    ] {
        fs::write(&shard, bad).unwrap();
        let before = files(&root);
        let run = RunDir::open(&root).unwrap();
        fails_with(go_on(&run), &[&shard.display().to_string(), part, "again"]);
        assert_eq!(files(&root), before);
    }
    fs::remove_file(&shard).unwrap();
    let run = resumed(&root, &["generations=3"]);
    assert_eq!(fs::read(&shard).unwrap(), good);
    assert_same(&run, &whole);
}

#[test]
fn selfplay_alone_measures_the_games_of_a_run() {
    let folder = folder();
    let run = trained(&folder.path().join("run"), &[]);
    let play = |config: &[&str]| {
        let out = folder.path().join("games");
        selfplay_only(&tiny(config), 1, None, None, &out, &Display::hidden())
    };
    assert_eq!(play(&[]).unwrap().0, timeless(&run)[0].games);
    fails_with(play(&["variant=walker", "stage=[]"]), &["`selfplay.max_plies`"]);
}

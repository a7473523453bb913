//! A run's files are checked against its manifests: errors name what was edited or replaced.

use std::fs;
use std::path::Path;

use salta_run::{
    Display, NetworkFormat, RunDir, RunError, export_network, read_metrics, train_until, verify,
};

use crate::common::{created, fails_with, files, folder, go_on, resumed, sets, timeless, trained};

/// Damages a file and returns the error of resuming the run, which must change no file; then
/// restores the file.
fn refused(root: &Path, file: &str, damage: impl FnOnce(&Path)) -> String {
    let path = root.join(file);
    let good = fs::read(&path).unwrap();
    damage(&path);
    let before = files(root);
    let error = RunDir::open(root).and_then(|run| go_on(&run)).unwrap_err();
    assert_eq!(files(root), before, "{file}");
    fails_with(verify(root, false, &Display::hidden()), &[file.split('/').next().unwrap()]);
    fs::write(&path, good).unwrap();
    error.to_string()
}

fn replace(from: &'static str, to: &'static str) -> impl FnOnce(&Path) {
    move |path| {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(from), "{from}: {text}");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    }
}

/// Replaces text in a manifest, and its checksum with it.
fn reseal(from: &'static str, to: &'static str) -> impl FnOnce(&Path) {
    move |path| {
        replace(from, to)(path);
        let text = fs::read_to_string(path).unwrap();
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        let checksum = read["checksum"].as_str().unwrap();
        let hash = blake3::hash(text.replacen(checksum, "", 1).as_bytes()).to_hex();
        fs::write(path, text.replacen(checksum, &hash, 1)).unwrap();
    }
}

fn copy(from: &Path, to: &Path) {
    fs::remove_dir_all(to).unwrap();
    fs::create_dir(to).unwrap();
    for (path, bytes) in files(from) {
        fs::write(to.join(path), bytes.0).unwrap();
    }
}

#[test]
fn edited_files_are_named_with_key_and_generation() {
    let folder = folder();
    let root = folder.path();
    drop(trained(root, &[]));
    for (file, from, to, part) in [
        (
            "config.toml",
            "simulations = 3",
            "simulations = 4",
            "`selfplay.search.simulations` is 4, not 3 as recorded in generation 2",
        ),
        ("config.toml", "channels = 4", "channels = 8", "`network.channels` is 8, not 4"),
        ("config.toml", "threads = 1", "threads = 2", "`threads` is 2, not 1"),
        (
            "run.json",
            "\"seed\": 7",
            "\"seed\": 8",
            "`seed` is 8, not 7 as recorded in generation 2",
        ),
        ("variant.toml", "\"forward\"", "\"any\"", "`jump_direction` is \"any\", not \"forward\""),
        (
            "metrics.ndjson",
            "\"steps\":3",
            "\"steps\":4",
            "`steps` is 4, not 3 as recorded in generation 1",
        ),
        (
            "manifests/gen-0001.json",
            "\"network\": \"",
            "\"network\": \"0",
            "gen-0001.json: does not match its checksum",
        ),
        (
            "manifests/gen-0002.json",
            "\"generation\": 2",
            "\"generation\": 3",
            "gen-0002.json: does not match",
        ),
    ] {
        let said = refused(root, file, replace(from, to));
        assert!(said.contains(file) && said.contains(part), "{file}: {said}");
    }
    let said = refused(root, "manifests/gen-0002.json", reseal("\"config.toml\": {", "\"a\": {"));
    assert!(said.contains("gen-0002.json: its `identity` has no `config.toml`"), "{said}");
    let said = refused(root, "manifests/gen-0001.json", |path| fs::remove_file(path).unwrap());
    assert!(said.contains("manifests/gen-0001.json"), "{said}");
    let [manifests, away] = ["manifests", "away"].map(|name| root.join(name));
    fs::rename(&manifests, &away).unwrap();
    let run = RunDir::open(root).unwrap();
    fails_with(go_on(&run), &["manifests/gen-0000.json"]);
    fails_with(run.checked_metrics(), &["manifests/gen-0000.json"]);
    drop(run);
    assert!(verify(root, false, &Display::hidden()).is_err());
    fs::rename(&away, &manifests).unwrap();
    resumed(root, &[]);
}

#[test]
fn exchanged_networks_learners_and_shards_are_named() {
    let folder = folder();
    let (root, other) = (folder.path().join("run"), folder.path().join("other"));
    let run = trained(&root, &[]);
    let twin = trained(&other, &["learner.learning_rate=2e-3", "selfplay.search.simulations=4"]);
    let again = || {
        let opened = RunDir::open(&root).unwrap();
        go_on(&opened).unwrap_err().to_string()
    };
    let keep = folder.path().join("keep");
    let cases = [
        (run.checkpoint(2), run.checkpoint(1), 2),
        (run.checkpoint(2), twin.checkpoint(2), 2),
        (run.checkpoint(0), run.checkpoint(2), 0),
        (run.learner(2), run.learner(1), 2),
        (run.learner(2), twin.learner(2), 2),
    ];
    drop(run);
    for (place, by, generation) in cases {
        fs::create_dir_all(&keep).unwrap();
        copy(&place, &keep);
        copy(&by, &place);
        let said = again();
        assert!(said.starts_with(&place.display().to_string()), "{said}");
        assert!(said.contains(&format!("not what generation {generation} recorded")), "{said}");
        copy(&keep, &place);
    }
    // An intact shard of the same game numbers with the right header, played by another search.
    let shard = "games/gen-0002/games-00000004.shard";
    let said = refused(&root, shard, |path| {
        fs::copy(other.join(shard), path).unwrap();
    });
    assert!(said.contains(shard) && said.contains("not what generation 2 recorded"), "{said}");
    resumed(&root, &[]);
}

#[test]
fn games_played_again_with_other_bits_do_not_stay() {
    let folder = folder();
    let root = folder.path();
    let run = trained(root, &[]);
    let [lost, kept] = [4, 6].map(|n| run.games(2).join(format!("games-{n:08}.shard")));
    drop(run);
    fs::remove_file(&lost).unwrap();
    // As if a processor had played it that computes other bits.
    let manifest = root.join("manifests/gen-0002.json");
    let [played, recorded] = ["4.shard\": \"", "4.shard\": \"0"];
    reseal(played, recorded)(&manifest);
    fails_with(go_on(&RunDir::open(root).unwrap()), &["games-00000004.shard: not what generation"]);
    assert!(!lost.exists() && kept.exists());
    reseal(recorded, played)(&manifest);
    resumed(root, &[]);
    assert!(lost.exists());
}

#[test]
fn lost_metrics_change_no_weight() {
    // The window grows with the number of samples, which the metrics record.
    let grow = ["train.window=20", "train.window_growth=0.5", "generations=3"];
    let folder = folder();
    let whole = trained(&folder.path().join("whole"), &grow);
    for (name, damage) in [
        ("lost", &(|path: &Path| fs::remove_file(path).unwrap()) as &dyn Fn(&Path)),
        ("cut", &|path| {
            let bytes = fs::read(path).unwrap();
            fs::write(path, &bytes[..bytes.len() - 20]).unwrap();
        }),
    ] {
        let root = folder.path().join(name);
        let run = created(&root, &grow);
        train_until(&run, 2, &Display::hidden()).unwrap();
        damage(&run.metrics());
        let verified = verify(&root, false, &Display::hidden());
        fails_with(verified, &["metrics.ndjson: the line of generation"]);
        go_on(&run).unwrap();
        assert_eq!(timeless(&run), timeless(&whole), "{name}");
        let [one, other] =
            [&run, &whole].map(|run| fs::read(run.learner(3).join("checkpoint.json")));
        assert_eq!(one.unwrap(), other.unwrap(), "{name}");
    }
}

#[test]
fn a_run_without_its_learners_is_not_begun_again() {
    let folder = folder();
    let root = folder.path();
    let run = trained(root, &["generations=3"]);
    fs::remove_dir_all(root.join("learner")).unwrap();
    let before = files(root);
    fails_with(go_on(&run), &["the learner of generation 3 is gone", "train --fork"]);
    assert_eq!(files(root), before);
    let verified = verify(root, true, &Display::hidden()).unwrap();
    assert_eq!((verified.generations, verified.networks, verified.learners), (3, 4, 0));
    assert!(verified.without_learner);
    fs::remove_dir_all(run.checkpoint(2)).unwrap();
    assert!(verify(root, false, &Display::hidden()).is_err());
    // As an ablation leaves it.
    fs::write(root.join("finished.json"), "{}\n").unwrap();
    assert_eq!(verify(root, true, &Display::hidden()).unwrap().networks, 3);
    fs::remove_dir_all(run.checkpoint(3)).unwrap();
    assert!(verify(root, false, &Display::hidden()).is_err());
}

#[test]
fn a_run_of_one_generation_is_not_begun_again_either() {
    let folder = folder();
    let root = folder.path();
    let run = trained(root, &["generations=1"]);
    fs::remove_dir_all(run.learner(1)).unwrap();
    // As if it had been killed just before that was written.
    assert!(!verify(root, false, &Display::hidden()).unwrap().without_learner);
    go_on(&run).unwrap();
    fs::remove_dir_all(root.join("learner")).unwrap();
    let before = files(root);
    fails_with(go_on(&run), &["the learner of generation 1 is gone", "train --fork"]);
    assert_eq!(files(root), before);
    assert!(verify(root, false, &Display::hidden()).unwrap().without_learner);
}

#[test]
fn changes_by_set_are_recorded_once_training_goes_on() {
    let folder = folder();
    let root = folder.path();
    drop(trained(root, &[]));
    let before = files(root);
    let change = ["generations=3", "learner.learning_rate=5e-4"];
    drop(RunDir::resume(root, &sets(&change)).unwrap());
    assert_eq!(files(root), before, "nothing is written before training has begun");
    let run = resumed(root, &change);
    let rate = read_metrics(&run.metrics()).unwrap()[2].losses.learning_rate;
    assert_eq!(rate, 5e-4);
    drop(run);
    let text = fs::read_to_string(root.join("changes.json")).unwrap();
    assert!(text.contains("learner.learning_rate=5e-4") && text.contains("\"after\": 2"), "{text}");
    assert_eq!(resumed(root, &[]).changes().unwrap(), [(2, sets(&change))]);
    let said = refused(root, "changes.json", replace("=5e-4", "=1e-4"));
    assert!(said.contains("changes.json: `0.set.1`"), "{said}");
    let said = refused(root, "changes.json", |path| fs::remove_file(path).unwrap());
    assert!(said.contains("changes.json"), "{said}");
    verify(root, true, &Display::hidden()).unwrap();
}

#[test]
fn a_kill_between_the_record_of_a_change_and_the_config_is_made_good() {
    let folder = folder();
    let root = folder.path();
    drop(trained(root, &[]));
    let config = fs::read(root.join("config.toml")).unwrap();
    drop(resumed(root, &["threads=2"]));
    fs::write(root.join("config.toml"), config).unwrap();
    assert_eq!(RunDir::open(root).unwrap().config().threads, 2);
    assert_eq!(RunDir::look(root).unwrap().config().threads, 2);
}

#[test]
fn a_damaged_newest_learner_falls_back_to_the_one_before_it() {
    let folder = folder();
    let root = folder.path();
    let run = trained(root, &[]);
    let learner = files(&run.learner(2));
    let manifest = fs::read(root.join("manifests/gen-0002.json")).unwrap();
    for file in ["weights.safetensors", "checkpoint.json"] {
        fs::remove_file(run.learner(2).join(file)).unwrap();
        go_on(&run).unwrap();
        assert_eq!(files(&run.learner(2)), learner, "{file}");
        assert_eq!(fs::read(root.join("manifests/gen-0002.json")).unwrap(), manifest);
    }
    // What another program could read is not damaged.
    let path = run.learner(2).join("checkpoint.json");
    replace("\"format\": 2", "\"format\": 3")(&path);
    fails_with(go_on(&run), &["checkpoint format 3"]);
    replace("\"format\": 3", "\"format\": 2")(&path);
    let (weights, away) = (run.learner(2).join("weights.safetensors"), root.join("away"));
    fs::rename(&weights, &away).unwrap();
    fs::create_dir(&weights).unwrap();
    fails_with(go_on(&run), &["cannot read", "weights.safetensors"]);
    fs::remove_dir(&weights).unwrap();
    fs::rename(&away, &weights).unwrap();
    assert_eq!(files(&run.learner(2)), learner);
    // Its manifest goes after it; here it cannot, as if a kill came between.
    fs::write(run.learner(2).join("checkpoint.json"), "x").unwrap();
    fs::remove_file(root.join("manifests/gen-0002.json")).unwrap();
    fs::create_dir(root.join("manifests/gen-0002.json")).unwrap();
    fails_with(go_on(&run), &["manifests/gen-0002.json"]);
    assert!(!run.learner(2).exists());
    fs::remove_dir(root.join("manifests/gen-0002.json")).unwrap();
    go_on(&run).unwrap();
    assert_eq!(files(&run.learner(2)), learner);
    fs::write(run.learner(1).join("weights.safetensors"), "x").unwrap();
    fs::write(run.learner(2).join("weights.safetensors"), "x").unwrap();
    let error = go_on(&run).unwrap_err();
    assert!(matches!(error, RunError::Checkpoint(_)), "{error}");
}

#[test]
fn a_generation_is_repeated_only_with_the_settings_that_it_had() {
    let folder = folder();
    let root = folder.path();
    let run = trained(root, &[]);
    let rate = run.config().learner.learning_rate;
    let network = files(&run.checkpoint(2));
    drop(run);
    let run = resumed(root, &["learner.learning_rate=5e-4"]);
    fs::remove_file(run.learner(2).join("weights.safetensors")).unwrap();
    drop(run);
    let run = RunDir::resume(root, &sets(&["generations=3"])).unwrap();
    let before = files(root);
    let said = format!("`learner.learning_rate` is 0.0005, not {rate} as then");
    fails_with(go_on(&run), &["learner/gen-0002", &said, "--set"]);
    assert_eq!(files(root), before);
    drop(run);
    let run = resumed(root, &[&format!("learner.learning_rate={rate}")]);
    assert_eq!(files(&run.checkpoint(2)), network);
}

#[test]
fn verify_looks_at_generation_0_even_if_it_is_the_last() {
    let folder = folder();
    let root = folder.path();
    let run = created(root, &[]);
    train_until(&run, 0, &Display::hidden()).unwrap();
    drop(run);
    assert_eq!(verify(root, true, &Display::hidden()).unwrap().networks, 1);
    fs::write(root.join("checkpoints/gen-0000/ema.safetensors"), "x").unwrap();
    fails_with(verify(root, false, &Display::hidden()), &["checkpoints/gen-0000"]);
}

#[test]
fn verify_looks_at_every_file_and_deep_makes_the_run_again() {
    let folder = folder();
    let root = folder.path();
    drop(trained(root, &["generations=3"]));
    let before = files(root);
    let check = |deep| verify(root, deep, &Display::hidden());
    let verified = check(true).unwrap();
    assert_eq!(files(root), before);
    assert_eq!((verified.generations, verified.networks, verified.learners), (3, 4, 2));
    assert_eq!((verified.shards, verified.groups_played, verified.steps), (6, 3, 3));
    for file in ["checkpoints/gen-0001/ema.safetensors", "games/gen-0001/games-00000000.shard"] {
        let path = root.join(file);
        let good = fs::read(&path).unwrap();
        let mut bad = good.clone();
        *bad.last_mut().unwrap() ^= 1;
        fs::write(&path, bad).unwrap();
        fails_with(check(false), &[file]);
        fs::write(&path, good).unwrap();
    }
    check(false).unwrap();
    // Without the previous learner, the last generation's steps cannot be repeated.
    let aside = folder.path().join("aside");
    fs::rename(root.join("learner/gen-0002"), &aside).unwrap();
    assert_eq!(check(true).unwrap().steps, 0);
    fs::rename(&aside, root.join("learner/gen-0002")).unwrap();
    // This run keeps all games, so none may be missing.
    fs::remove_dir_all(root.join("games/gen-0001")).unwrap();
    fails_with(check(false), &["games/gen-0001"]);
}

#[test]
fn verify_accepts_games_that_made_room_whatever_the_config_says_now() {
    let folder = folder();
    let root = folder.path();
    drop(trained(root, &["generations=3", "train.window=61", "games_bytes=1"]));
    let removed = || verify(root, false, &Display::hidden()).unwrap().removed;
    // The untrained network has no games.
    assert_eq!(removed(), 1);
    // The window of generation 2 held some of the first, that of generation 3 none.
    assert_eq!(verify(root, true, &Display::hidden()).unwrap().steps, 3);
    assert!(!root.join("games/gen-0001").exists(), "a check played removed games again");
    drop(resumed(root, &["generations=4", "games_bytes=0"]));
    assert_eq!(removed(), 1);
}

#[test]
fn divergence_names_the_step_and_what_to_lower_and_loses_nothing() {
    let folder = folder();
    let root = folder.path();
    let run = created(root, &["generations=3", "train.steps_per_generation=40"]);
    train_until(&run, 1, &Display::hidden()).unwrap();
    drop(run);
    let before = files(&root.join("learner"));
    // Rate times decay is 100, so every step makes the weights about a hundred times as large.
    let hot = ["learner.learning_rate=10", "learner.weight_decay=10", "learner.warmup_steps=0"];
    let first =
        created(&root.join("first"), &[&hot[..], &["train.steps_per_generation=40"]].concat());
    fails_with(go_on(&first), &["generation 1: step ", "nothing was saved"]);
    assert!(first.games(1).is_dir() && !first.learner(1).exists());
    let run = RunDir::resume(root, &sets(&hot)).unwrap();
    let parts = [
        "generation 2: step ",
        "is not a finite number, so training has diverged",
        "`learner.learning_rate` (10 now)",
        "generation 1 is intact",
    ];
    fails_with(go_on(&run), &parts);
    drop(run);
    assert_eq!(files(&root.join("learner")), before);
    resumed(root, &["learner.learning_rate=1e-3", "learner.weight_decay=0"]);
}

#[test]
fn what_is_exported_is_what_the_manifest_recorded() {
    let folder = folder();
    let run = trained(&folder.path().join("run"), &["generations=2"]);
    let out = folder.path().join("net.onnx");
    let export = |what: &Path| export_network(what, NetworkFormat::Onnx, None, &out);
    let rules = run.root().join("variant.toml");
    let text = fs::read_to_string(&rules).unwrap();
    fs::write(&rules, text.replace("\"forward\"", "\"any\"")).unwrap();
    for what in [run.root(), &run.checkpoint(1)] {
        fails_with(export(what), &["variant.toml: `jump_direction`"]);
    }
    fs::write(&rules, text).unwrap();
    export(run.root()).unwrap();

    let (first, last) = (run.checkpoint(1), run.checkpoint(2));
    fs::remove_dir_all(&last).unwrap();
    fs::rename(&first, &last).unwrap();
    fails_with(export(run.root()), &["gen-0002"]);
}

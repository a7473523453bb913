//! Runs that do not begin with random weights: from a checkpoint, from a generation of another
//! run, or from another program's weights.

use std::fs;
use std::path::{Path, PathBuf};

use salta_env::Precision;
use salta_net::{SavedNetwork, checkpoint_checksum, load_network, save_network};
use salta_run::players::PlayerFactory;
use salta_run::{
    Display, ImportAs, NetworkFormat, RunConfig, RunDir, Start, Verified, export_network,
    import_network, read_metrics, train_until, verify,
};

use crate::common::{
    fails_with, file, files, folder, go_on, part, resumed, sets, timeless, tiny, trained,
};

fn verified(run: &RunDir) -> Verified {
    verify(run.root(), true, &Display::hidden()).unwrap()
}

/// A run of `config` that goes on from a generation of another one, not trained yet.
fn forked(run: &RunDir, generation: u32, config: &RunConfig, root: PathBuf) -> RunDir {
    let start = Start::fork(run, generation, config).unwrap();
    RunDir::create(config.clone(), root, Some(&start)).unwrap()
}

fn weights(checkpoint: &Path) -> Vec<f32> {
    load_network(checkpoint).unwrap().network.values().to_vec()
}

#[test]
fn a_run_starts_from_the_weights_of_a_checkpoint() {
    let folder = folder();
    let first = trained(&folder.path().join("first"), &["generations=1"]);
    let config = tiny(&["seed=8"]);
    let start = Start::from(first.root(), &config).unwrap();
    let root = folder.path().join("second");
    let second = RunDir::create(config, root, Some(&start)).unwrap();
    go_on(&second).unwrap();
    assert_eq!(weights(&second.checkpoint(0)), weights(&first.checkpoint(1)));
    assert_ne!(weights(&second.checkpoint(1)), weights(&second.checkpoint(0)));
    let origin = second.versions().origin.as_ref().unwrap();
    assert_eq!((origin.from.as_path(), origin.generation), (first.root(), None));
    // The learning steps of generation 1, which began with these weights, can be verified too.
    drop(second);
    let root = folder.path().join("second");
    fs::remove_dir_all(root.join("learner/gen-0002")).unwrap();
    fs::remove_file(root.join("manifests/gen-0002.json")).unwrap();
    let again = RunDir::look(&root).unwrap();
    assert_eq!(verified(&again).steps, 3);
    // The source run is no longer needed.
    fs::remove_dir_all(first.root()).unwrap();
    resumed(&root, &[]);
}

/// Another version of the program writes other metadata; what the run began with stays as it was.
#[test]
fn a_start_that_another_version_wrote_stays() {
    let folder = folder();
    let first = trained(&folder.path().join("first"), &["generations=1"]);
    let (config, root) = (tiny(&["seed=8"]), folder.path().join("second"));
    let start = Start::from(first.root(), &config).unwrap();
    let run = RunDir::create(config, root.clone(), Some(&start)).unwrap();
    let at = run.checkpoint(0);
    let SavedNetwork { network, mut metadata, .. } = load_network(&at).unwrap();
    metadata["salta"] = "0.0.1".into();
    let earlier = checkpoint_checksum(&at).unwrap();
    save_network(&network, &at, &metadata).unwrap();
    let checksum = checkpoint_checksum(&at).unwrap();
    let text = fs::read_to_string(root.join("run.json")).unwrap().replace(&earlier, &checksum);
    fs::write(root.join("run.json"), text).unwrap();
    drop(run);
    let run = RunDir::open(&root).unwrap();
    train_until(&run, 1, &Display::hidden()).unwrap();
    assert_eq!(checkpoint_checksum(&at).unwrap(), checksum);
    drop(run);
    resumed(&root, &[]);
    assert_eq!(checkpoint_checksum(&at).unwrap(), checksum);
}

#[test]
fn other_shapes_are_refused_by_their_key() {
    let folder = folder();
    let first = trained(&folder.path().join("first"), &["generations=1"]);
    let other = Start::from(first.root(), &tiny(&["network.channels=8"]));
    fails_with(other, &["its `network.channels` is 4; the config has 8"]);
    let config = tiny(&["evaluator=onnx"]);
    let start = Start::from(first.root(), &config).unwrap();
    let root = folder.path().join("outside");
    fails_with(RunDir::create(config, root, Some(&start)), &["`evaluator = \"onnx\"`: "]);
    fails_with(Start::fork(&first, 2, &tiny(&[])), &["has no generation 2"]);
}

#[cfg(unix)]
#[test]
fn a_path_that_is_no_text_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let path = Path::new(OsStr::from_bytes(b"runs/\xff"));
    fails_with(Start::from(path, &tiny(&[])), &["runs/", "not UTF-8"]);
}

#[test]
fn the_same_start_again_resumes() {
    let folder = folder();
    let first = trained(&folder.path().join("first"), &["generations=2"]);
    let begin = |from: (&Path, Option<u32>), name: &str| {
        let root = Some(folder.path().join(name));
        RunDir::create_or_resume(tiny(&[]), root, Some(from))
    };
    for (name, generation, other) in [("fork", Some(1), Some(2)), ("from", None, Some(1))] {
        let run = begin((first.root(), generation), name).unwrap();
        train_until(&run, 1, &Display::hidden()).unwrap();
        drop(run);
        fails_with(begin((first.root(), other), name), &["exists already; resume it with"]);
        fails_with(begin((folder.path(), generation), name), &["exists already; resume it with"]);
        assert_eq!(begin((first.root(), generation), name).unwrap().done().unwrap(), 1);
    }
}

#[test]
fn the_same_fork_again_resumes_whatever_the_file_of_its_variant_says_by_now() {
    let folder = folder();
    let variant = folder.path().join("my.toml");
    let write = |limit: u32| {
        let rules = format!("base = \"walker\"\nname = \"my\"\nmove_limit = {limit}\n");
        fs::write(&variant, rules).unwrap();
    };
    write(5);
    let own = format!("variant={:?}", variant.display().to_string());
    let first = trained(&folder.path().join("first"), &["generations=1", &own]);
    write(6);
    for _ in 0..2 {
        let config = RunConfig::load_of_run(first.root(), &[]).unwrap();
        let root = Some(folder.path().join("fork"));
        let fork = RunDir::create_or_resume(config, root, Some((first.root(), Some(1))));
        assert_eq!(fork.unwrap().rules().move_limit, 5);
    }
}

#[test]
fn a_fork_takes_what_the_manifests_of_its_source_recorded() {
    let folder = folder();
    let first = trained(&folder.path().join("first"), &["generations=2"]);
    let files = ["checkpoints/gen-000N", "learner/gen-000N", "games/gen-000N/games-0000000M.shard"];
    for file in files {
        let at = |number, game| file.replace('N', number).replace('M', game);
        let [one, two] = [at("1", "2"), at("2", "4")].map(|file| first.root().join(file));
        let aside = folder.path().join("aside");
        let exchange = || {
            for (from, to) in [(&one, &aside), (&two, &one), (&aside, &two)] {
                fs::rename(from, to).unwrap();
            }
        };
        exchange();
        fails_with(Start::fork(&first, 2, &tiny(&[])), &["recorded; it was exchanged"]);
        exchange();
        Start::fork(&first, 2, &tiny(&[])).unwrap();
    }
}

#[test]
fn a_fork_takes_no_shard_that_the_run_did_not_play() {
    let folder = folder();
    let first = trained(&folder.path().join("first"), &[]);
    let config = tiny(&[]);
    let fork = forked(&first, 2, &config, folder.path().join("fork"));
    let [shard, copy] = [4, 99].map(|n| first.games(2).join(format!("games-{n:08}.shard")));
    fs::copy(shard, copy).unwrap();
    let again = forked(&first, 2, &config, folder.path().join("again"));
    assert_eq!(part(&again, "games"), part(&fork, "games"));
}

#[test]
fn a_fork_goes_on_where_the_run_was() {
    let folder = folder();
    let first = trained(&folder.path().join("first"), &["generations=3"]);
    let before = files(first.root());
    let fork = |generation: u32, sets: &[&str], name: &str| {
        let config = tiny(&[&["generations=2", "seed=9"], sets].concat());
        forked(&first, generation, &config, folder.path().join(name))
    };
    let whole = fork(2, &[], "whole");
    go_on(&whole).unwrap();
    let found = verified(&whole);
    assert_eq!((found.generations, found.networks, found.steps), (2, 3, 3));
    // Learner and window continue: steps and samples are counted on from those of the first run.
    let steps = |run: &RunDir| read_metrics(&run.metrics()).unwrap()[0].learned.clone();
    let parent = read_metrics(&first.metrics()).unwrap()[1].learned.clone();
    assert_eq!(steps(&whole).steps, parent.steps + 3);
    assert!(steps(&whole).samples > parent.samples);
    // An interrupted and resumed fork is bit-identical.
    let parts = fork(2, &[], "parts");
    train_until(&parts, 1, &Display::hidden()).unwrap();
    let root = parts.root().to_owned();
    drop(parts);
    let parts = resumed(&root, &[]);
    assert_eq!(part(&parts, "checkpoints"), part(&whole, "checkpoints"));
    assert_eq!(timeless(&parts), timeless(&whole));
    // The optimiser state of earlier generations is not kept; a fork of a fork records its lineage.
    let early = fork(1, &["games_per_generation=6", "learner.learning_rate=0.01"], "early");
    go_on(&early).unwrap();
    let origin = early.versions().origin.clone().unwrap();
    assert_eq!((origin.generation, origin.learner), (Some(1), None));
    verified(&early);
    let last = forked(&early, 2, &tiny(&["generations=1"]), folder.path().join("last"));
    go_on(&last).unwrap();
    verified(&last);
    let lineage = last.versions().origin.clone().unwrap();
    assert_eq!(lineage.generation, Some(2));
    assert_eq!(lineage.origin.unwrap().generation, Some(1));
    assert_eq!(files(first.root()), before);
}

#[test]
fn a_fork_needs_to_know_how_many_samples_were_played() {
    let folder = folder();
    let first = trained(&folder.path().join("first"), &[]);
    let samples = read_metrics(&first.metrics()).unwrap()[1].learned.samples;
    fs::remove_file(first.metrics()).unwrap();
    // The manifests have the lines too.
    let config = tiny(&[]);
    let fork = forked(&first, 2, &config, folder.path().join("fork"));
    assert_eq!(fork.versions().origin.as_ref().unwrap().samples, samples);
    // The state after a kill between the network and the line.
    fs::remove_file(first.root().join("manifests/gen-0002.json")).unwrap();
    let part = "metrics.ndjson: the line of generation 2 is missing";
    fails_with(Start::fork(&first, 2, &config), &[part]);
    Start::fork(&first, 1, &config).unwrap();
    Start::fork(&first, 0, &config).unwrap();
}

#[test]
fn what_a_fork_cannot_do_is_refused_before_there_is_a_run() {
    let folder = folder();
    let first = trained(&folder.path().join("first"), &[]);
    let small = "base = \"walker\"\nname = \"six\"\nboard = \"6x6\"\nranks = 1\n";
    let small = file(&folder, "small.toml", small);
    let small = format!("variant={:?}", small.display().to_string());
    for (set, part) in [
        ("train.td_lambda=0.9", "recorded without what `train.td_lambda` needs"),
        ("learner.optimizer=muon", "the moments of its weights are those of `adamw`"),
        (small.as_str(), "6x6"),
    ] {
        let root = folder.path().join("fork");
        let config = RunConfig::load_of_run(first.root(), &sets(&[set])).unwrap();
        let forked = Start::fork(&first, 2, &config)
            .and_then(|start| RunDir::create(config, root.clone(), Some(&start)));
        fails_with(forked, &[part]);
        assert!(!root.exists(), "{set}");
    }
}

#[test]
fn a_run_may_go_on_in_another_precision() {
    let folder = folder();
    for [before, after] in [["f32", "int8"], ["int8", "f32"]] {
        let set = |precision: &str| format!("network.precision={precision}");
        let first = trained(&folder.path().join(before), &["generations=3", &set(before)]);
        let config = tiny(&["generations=1", &set(after)]);
        // Generation 1 no longer has its learner.
        let starts = [Start::from(first.root(), &config), Start::fork(&first, 1, &config)];
        for (number, start) in starts.into_iter().enumerate() {
            let root = folder.path().join(format!("{after}-{number}"));
            let start = start.unwrap();
            let run = RunDir::create(config.clone(), root.clone(), Some(&start));
            let run = run.unwrap();
            let begun = part(&run, "checkpoints");
            train_until(&run, 0, &Display::hidden()).unwrap();
            assert_eq!(part(&run, "checkpoints"), begun);
            drop(run);
            let run = resumed(&root, &[]);
            assert_eq!(verified(&run).steps, 3);
            // Weights are imported like it in the precision that it plays in.
            let [file, out] = ["net.safetensors", "net"].map(|name| root.join(name));
            export_network(&root, NetworkFormat::Safetensors, None, &file).unwrap();
            import_network(&file, ImportAs::Like(&root), &out).unwrap();
            for checkpoint in [run.checkpoint(1), out] {
                let precision = load_network(&checkpoint).unwrap().network.precision();
                assert_eq!(precision.to_string(), after);
            }
        }
    }
}

#[test]
fn a_network_of_a_users_own_variant_plays_in_int8() {
    let folder = folder();
    let rules = "base = \"buettgenbach-1899\"\nname = \"own\"\nmove_limit = 20\n";
    let variant = format!("variant={:?}", file(&folder, "own.toml", rules).display().to_string());
    let own = ["generations=1", "network.precision=f32", variant.as_str()];
    let run = trained(&folder.path().join("run"), &own);
    let player = format!("checkpoint:{}:precision=int8", run.root().display());
    PlayerFactory::load(&player.parse().unwrap()).unwrap();
    let net = folder.path().join("net.safetensors");
    export_network(run.root(), NetworkFormat::Safetensors, Some(Precision::Int8), &net).unwrap();
    let config = tiny(&["network.precision=int8", &variant]);
    for (name, from) in [("itself", ImportAs::Itself), ("config", ImportAs::Config(&config))] {
        let out = folder.path().join(name);
        import_network(&net, from, &out).unwrap();
        assert_eq!(load_network(&out).unwrap().network.precision(), Precision::Int8, "{name}");
    }
}

#[test]
fn a_killed_start_leaves_nothing_to_the_next() {
    let folder = folder();
    let first = trained(&folder.path().join("first"), &["generations=3"]);
    let begin = |generation: Option<u32>, name: &str| {
        let (config, root) = (tiny(&[]), folder.path().join(name));
        let start = generation.map(|generation| Start::fork(&first, generation, &config).unwrap());
        let run = RunDir::create(config, root.clone(), start.as_ref()).unwrap();
        (files(run.root()), root.join("config.toml"))
    };
    // Generation 3 has a learner, and more games before it than generation 1.
    let (large, config) = begin(Some(3), "run");
    let small = begin(Some(1), "small").0;
    assert!(large.len() > small.len());
    for (generation, expected) in [(Some(1), small), (None, begin(None, "new").0)] {
        // The state after a kill before the config was written.
        fs::remove_file(&config).unwrap();
        fs::write(config.with_file_name(".salta-x.tmp"), "half").unwrap();
        assert_eq!(begin(generation, "run").0, expected, "{generation:?}");
    }
}

#[test]
fn what_a_fork_began_with_is_checked() {
    let folder = folder();
    let first = trained(&folder.path().join("first"), &["generations=1"]);
    let root = folder.path().join("fork");
    let run = forked(&first, 1, &tiny(&["generations=1"]), root.clone());
    train_until(&run, 0, &Display::hidden()).unwrap();
    let [shard, other] = [0, 9].map(|n| run.games(0).join(format!("games-{n:08}.shard")));
    let altered = |part: &str| {
        fails_with(go_on(&run), &[part]);
        fails_with(verify(&root, false, &Display::hidden()), &[part]);
    };
    fs::rename(&shard, &other).unwrap();
    altered("games-00000000.shard");
    fs::copy(&other, &shard).unwrap();
    altered("games-00000009.shard: not a shard that the run began with; remove it");
    fs::remove_file(&other).unwrap();
    // An external learner's file under way is not the program's to remove.
    let theirs = root.join("checkpoints/.gen-0005.tmp");
    fs::write(&theirs, "").unwrap();
    drop(run);
    let run = RunDir::open(&root).unwrap();
    assert!(theirs.exists());
    let learner = root.join("learner/gen-0000");
    fs::remove_dir_all(&learner).unwrap();
    fs::rename(root.join("checkpoints/gen-0000"), &learner).unwrap();
    fails_with(go_on(&run), &["not what run.json recorded"]);
}

#[test]
fn exported_weights_come_back_as_the_same_checkpoint() {
    let folder = folder();
    let run = trained(&folder.path().join("run"), &["generations=1"]);
    let file = folder.path().join("net.safetensors");
    export_network(run.root(), NetworkFormat::Safetensors, None, &file).unwrap();
    let original = files(&run.checkpoint(1));
    for (name, from) in [("itself", ImportAs::Itself), ("like", ImportAs::Like(run.root()))] {
        let out = folder.path().join(name);
        import_network(&file, from, &out).unwrap();
        assert_eq!(files(&out), original, "{name}");
        fails_with(import_network(&file, from, &out), &["exists already; choose another"]);
    }
    let config = tiny(&[]);
    let out = folder.path().join("config");
    import_network(&file, ImportAs::Config(&config), &out).unwrap();
    assert_eq!(weights(&out), weights(&run.checkpoint(1)));
    let refused = |from: ImportAs<'_>, damage: &dyn Fn(&mut Vec<u8>), part: &str| {
        let path = folder.path().join("bad.safetensors");
        let mut bytes = fs::read(&file).unwrap();
        damage(&mut bytes);
        fs::write(&path, bytes).unwrap();
        let out = folder.path().join("refused");
        fails_with(import_network(&path, from, &out), &["bad.safetensors: ", part]);
        assert!(!out.exists());
    };
    let nan = |bytes: &mut Vec<u8>| {
        let last = bytes.len() - 4;
        bytes[last..].copy_from_slice(&f32::NAN.to_le_bytes());
    };
    let own = ImportAs::Config(&config);
    refused(own, &nan, "a value that is not a finite number");
    refused(own, &|bytes| bytes.truncate(100), "not a safetensors file");
    refused(ImportAs::Config(&tiny(&["network.channels=8"])), &|_| (), "the network has [");
    refused(ImportAs::Config(&tiny(&["network.blocks=2"])), &|_| (), "is missing");
    // A checkpoint with such metadata could not play.
    for (from, to, part) in [
        (r#""utility":"#, r#""utilitx":"#, "its metadata: missing field `utility`"),
        (r#""encoding_version":"1""#, r#""encoding_version":"2""#, "reads another encoding"),
    ] {
        let exchange = |bytes: &mut Vec<u8>| {
            let at = bytes.windows(from.len()).position(|found| found == from.as_bytes()).unwrap();
            bytes[at..at + from.len()].copy_from_slice(to.as_bytes());
        };
        refused(ImportAs::Itself, &exchange, part);
    }
}

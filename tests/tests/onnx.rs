//! Networks of other programs as ONNX files. The tests need ONNX Runtime in the active Python
//! environment or in the one that `cargo xtask python` creates.

use std::env;
use std::fs;
use std::path::PathBuf;

use salta_net::{NetConfig, Network, onnx};
use salta_run::Dataset;
use salta_tests::place::{Place, Said, files, metrics, wait_until};
use salta_tests::{TINY, binary};

/// Returns the path of a Python environment with ONNX Runtime; without one, prints that the test is
/// skipped and returns `None`, or panics if `SALTA_NEEDS_ONNX` is set.
fn runtime() -> Option<PathBuf> {
    let own = binary::root().join("target/python/venv");
    let prefix = env::var_os("VIRTUAL_ENV").map_or(own, PathBuf::from);
    let versions = fs::read_dir(prefix.join("lib")).into_iter().flatten().flatten();
    let found = versions
        .map(|python| python.path().join("site-packages/onnxruntime"))
        .any(|package| package.is_dir());
    if !found {
        assert!(env::var_os("SALTA_NEEDS_ONNX").is_none(), "no ONNX Runtime in {prefix:?}");
        eprintln!("skipped: no ONNX Runtime in {}", prefix.display());
    }
    found.then_some(prefix)
}

/// A directory with the tiny config, and the Python environment for calls of `salta` in it.
struct Bench {
    place: Place,
    runtime: PathBuf,
}

impl Bench {
    fn new() -> Option<Bench> {
        let runtime = runtime()?;
        Some(Bench { place: Place::with([("tiny.toml", TINY)]), runtime })
    }

    fn run(&self, arguments: &str) -> Said {
        let mut command = self.place.command(arguments);
        command.env("VIRTUAL_ENV", &self.runtime).output().unwrap().into()
    }

    fn write(&self, name: &str, network: &Network, metadata: &[(&str, &str)]) {
        let metadata: Vec<_> =
            metadata.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        self.place.file(name, onnx::encode(network, &metadata));
    }
}

fn small() -> Network {
    let config = NetConfig { channels: 4, blocks: 1, value_hidden: 4, ..NetConfig::default() };
    Network::new(&config, 3).unwrap()
}

#[test]
fn a_model_plays_as_its_checkpoint_does() {
    let Some(bench) = Bench::new() else { return };
    bench.run("train tiny.toml --out run --until 1").well();
    for precision in ["int8", "f32"] {
        let export = "export run --format onnx --out net.onnx --precision";
        bench.run(&format!("{export} {precision}")).well();
        let file = fs::read(bench.place.path("net.onnx")).unwrap();
        let in_int8 = String::from_utf8_lossy(&file).contains("\"precision\":\"int8\"");
        assert_eq!(in_int8, precision == "int8");
        let duel = bench.run(&format!(
            "match onnx:net.onnx:sims=4 checkpoint:run:sims=4,precision={precision} --pairs 2 \
             --opening-plies 2 --json"
        ));
        let found = duel.well().line();
        assert_eq!(found["a"], "onnx:net.onnx:sims=4", "{found}");
        // Both players are the same network, so each pair is the same game with colours swapped.
        let pairs = found["statistics"]["pentanomial"].as_array().unwrap();
        assert_eq!(pairs.iter().map(|n| n.as_u64().unwrap()).collect::<Vec<_>>(), [0, 0, 2, 0, 0]);
    }
    for command in [
        "review data.salta --player onnx:net.onnx:sims=2",
        "play --opponent onnx:net.onnx:sims=2 --help",
    ] {
        let from = binary::root().join("data/games/krone-grotewold-1901.salta");
        fs::copy(from, bench.place.path("data.salta")).unwrap();
        bench.run(command).well();
    }
}

#[test]
fn self_play_with_a_model_is_the_same_on_any_number_of_threads() {
    let Some(bench) = Bench::new() else { return };
    bench.write("net.onnx", &small(), &[]);
    let played = |threads: u32| {
        let out = format!("games-{threads}");
        let call = "selfplay tiny.toml --evaluator onnx:net.onnx --set threads=";
        bench.run(&format!("{call}{threads} --out {out}")).well();
        let mut files = files(&bench.place.path(&out));
        files.remove("config.toml").expect("the config, which names the threads");
        files
    };
    let games = played(1);
    assert_eq!(games.len(), 3, "two shards and the identity of the model");
    assert_eq!(played(2), games);
}

#[test]
fn what_is_wrong_with_a_model_is_one_sentence() {
    let Some(bench) = Bench::new() else { return };
    let network = small();
    bench.write("net.onnx", &network, &[]);
    let whole = fs::read(bench.place.path("net.onnx")).unwrap();
    bench.place.file("cut.onnx", &whole[..whole.len() / 2]);
    bench.write("version.onnx", &network, &[("encoding_version", "9")]);
    bench.write("other.onnx", &network, &[("encoding_version", "2")]);
    bench.write("utility.onnx", &network, &[("utility", r#"{"win_weight":-5,"margin_scale":40}"#)]);
    bench.write("result.onnx", &network, &[("utility", r#"{"win_weight":0.5,"margin_scale":40}"#)]);
    let mut bytes = fs::read(bench.place.path("result.onnx")).unwrap();
    // Another name for each mention of the output.
    for at in 0..bytes.len() - 6 {
        if bytes[at..at + 6] == *b"margin" && bytes.get(at + 6) != Some(&b'_') {
            bytes[at] = b'M';
        }
    }
    bench.place.file("result.onnx", &bytes);
    let nan = network.with_values(vec![f32::NAN; network.weights()]);
    bench.write("nan.onnx", &nan, &[]);
    let config = NetConfig { features: 60, ..network.config().clone() };
    bench.write("wide.onnx", &Network::new(&config, 1).unwrap(), &[]);
    for (player, part) in [
        ("onnx:cut.onnx", "cut.onnx: not an ONNX model"),
        ("onnx:none.onnx", "none.onnx: no such file"),
        ("onnx:version.onnx", "made with encoding version 9; this build has"),
        ("onnx:other.onnx", "its `features` are encoding 1, its metadata says 2"),
        ("onnx:wide.onnx", "not `features`, float32 [?, 50, 60]"),
        ("onnx:utility.onnx", "utility.onnx: its metadata: `utility`: win_weight is from 0 to 1"),
        ("onnx:result.onnx", "it has no output `margin`, but its metadata has win_weight 0.5"),
        ("onnx:net.onnx:precision=int8", "`precision` is for checkpoints"),
        ("onnx:nan.onnx", "nan.onnx: its outputs for the start of a game are not finite numbers"),
    ] {
        bench.run(&format!("match {player} random --pairs 1")).refused(&[part]);
    }
    bench
        .run("selfplay tiny.toml --evaluator onnx:nan.onnx --out games")
        .refused(&["nan.onnx: its outputs for the start of a game are not finite numbers"]);
}

/// Checks that the games of its generation exist, then "learns" by copying a network; in
/// generation 3 it does what the file `does` says.
const LEARNER: &str = r#"
import pathlib, shutil, sys

run, generation, file = sys.argv[1:]
games = list(pathlib.Path(run).glob(f"games/gen-{int(generation):04}/*.shard"))
assert len(games) == (2 if int(generation) else 0), games
does = pathlib.Path("does").read_text() if generation == "3" else "well"
if does == "nothing":
    sys.exit()
shutil.copy("nan.onnx" if does == "diverge" else f"net-{int(generation) % 2}.onnx", file)
if does == "fail":
    sys.exit("failed")
"#;

#[test]
fn a_learner_outside_closes_the_loop() {
    let Some(bench) = Bench::new() else { return };
    let place = &bench.place;
    for (name, seed) in [("net-0.onnx", 1), ("net-1.onnx", 2)] {
        bench.write(name, &Network::new(small().config(), seed).unwrap(), &[]);
    }
    let network = small();
    bench.write("nan.onnx", &network.with_values(vec![f32::NAN; network.weights()]), &[]);
    place.file("learner.py", LEARNER);
    place.file("does", "fail");
    let config = format!("evaluator = \"onnx\"\nlearner_command = \"python3 learner.py\"\n{TINY}");
    place.file("outside.toml", &config);
    // The numbers of steps follow the samples, so they differ between generations.
    bench
        .run("train outside.toml --out run --set train.replay_ratio=1.5")
        .failed(&["generation 3: `python3 learner.py` failed (exit status: 1)"]);
    // A learner of generation 3 reads its games, although the run has not completed it yet.
    let (root, inside) = (place.path("run"), |asked| Dataset::of_run(&place.path("run"), asked));
    let newest = inside(None).unwrap();
    assert_eq!(newest.generation, Some(3));
    assert!(newest.window.len() >= inside(Some(1)).unwrap().window.len());
    assert_eq!(inside(Some(2)).unwrap().steps.end, newest.steps.start);
    assert!(!newest.steps.is_empty());
    let error = inside(Some(4)).unwrap_err().to_string();
    assert_eq!(error, format!("{}: has no generation 4; it has 1 to 3", root.display()));
    // The file of the failed call is not used, nor is a file that cannot be.
    for (does, part) in [
        ("nothing", "`python3 learner.py` did not write run/checkpoints/.salta-gen-0003-"),
        ("diverge", ".tmp: its outputs for the start of a game are not finite"),
    ] {
        place.file("does", does);
        bench.run("train --resume run").failed(&[part]);
        assert!(!place.path("run/checkpoints/gen-0003.onnx").exists());
    }
    place.file("does", "well");
    bench.run("train --resume run").well().says(&["match onnx:run/checkpoints/gen-0003.onnx"]);
    bench.run("verify run --deep").well();
    let lines = metrics(&place.path("run"));
    let games: Vec<_> = lines.iter().map(|line| &line["games"]["games"]).collect();
    assert_eq!(games, [4; 3]);
    // The metrics record the sample count, so that removed games need not be counted again.
    let samples: Vec<_> = lines.iter().map(|line| line["samples"].as_u64()).collect();
    assert!(samples.is_sorted_by(|a, b| a < b), "{samples:?}");
    assert_eq!(samples[2], Some(newest.window.played()));
    assert_eq!(samples[2], Some(inside(None).unwrap().window.played()));
    // The window needs the games of the last generation alone.
    let few = "train outside.toml --out few --set games_bytes=1 --set train.window=1 --until 2";
    bench.run(few).well();
    let games = fs::read_dir(place.path("few/games")).unwrap();
    let games: Vec<_> = games.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(games, ["gen-0002"]);
    bench.run("verify few").well().says(&["The games of 1 generations were removed"]);
    // Without `learner_command` the run waits for files from elsewhere; the games are the same.
    let config = config.replace("learner_command = \"python3 learner.py\"\n", "");
    place.file("waiting.toml", config);
    let mut waiting = place.command("train waiting.toml --out other --until 1");
    let mut child = waiting.env("VIRTUAL_ENV", &bench.runtime).spawn().unwrap();
    let hand = |generation: u32| {
        let (dir, name) = (place.path("other/checkpoints"), format!("gen-{generation:04}.onnx"));
        fs::create_dir_all(&dir).unwrap();
        fs::copy(place.path(&format!("net-{}.onnx", generation % 2)), dir.join("part")).unwrap();
        fs::rename(dir.join("part"), dir.join(name)).unwrap();
    };
    wait_until(&mut child, || place.path("other/config.toml").exists());
    hand(0);
    hand(1);
    assert!(child.wait().unwrap().success());
    let games = |run: &str| files(&place.path(run).join("games/gen-0001"));
    assert_eq!(games("other"), games("run"));
}

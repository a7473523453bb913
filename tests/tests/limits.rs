//! Endless input and output to devices are refused at once in one sentence; nothing is replaced.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;
use std::process::Command;

use salta_tests::TINY;
use salta_tests::binary::{path, root};
use salta_tests::place::{Place, Said};

/// Limit on the address space of a call in KiB; reading an endless file would exceed it.
const MEMORY_KIB: u64 = 3 << 20;

fn pipe(place: &Place, name: &str) {
    let made = Command::new("mkfifo").arg(place.path(name)).status();
    assert!(made.is_ok_and(|status| status.success()));
}

/// Runs a command with limited memory and time.
fn limited(place: &Place, arguments: &str) -> Said {
    let line = format!("ulimit -v {MEMORY_KIB}; exec timeout 60 {} {arguments}", path().display());
    let output = Command::new("sh").args(["-c", &line]).current_dir(place.path("")).output();
    let mut said = Said::from(output.unwrap());
    // `plan` first announces its measurement.
    if let Some(error) = said.err.strip_prefix("salta: measuring for 30 seconds …\n") {
        said.err = error.to_owned();
    }
    println!("{arguments}");
    said
}

/// Runs a command as [`limited`] does; one error line that contains all `parts` must refuse it.
#[track_caller]
fn refused(place: &Place, arguments: &str, parts: &[&str]) {
    limited(place, arguments).refused(parts);
}

#[test]
fn endless_input_is_refused() {
    let place = Place::new();
    pipe(&place, "pipe.toml");
    symlink("/dev/zero", place.path("zero.toml")).unwrap();
    fs::create_dir(place.path("net")).unwrap();
    symlink("/dev/zero", place.path("net/checkpoint.json")).unwrap();
    for (name, endless) in [("zero", "zero.toml"), ("pipe", "pipe.toml")] {
        place.file("extends.toml", format!("extends = \"{endless}\"\n"));
        place.file("variant.toml", TINY.replace("buettgenbach-1899", endless));
        let book = format!(
            "variant = \"walker\"\nplayers = [\"random\", \"greedy\"]\n\
            [match]\npairs = 1\nopening_book = \"{endless}\"\n"
        );
        place.file("arena.toml", book);
        place.file("table.txt", format!("./{endless}; start; 1\n"));
        for arguments in [
            format!("train {endless}"),
            format!("plan {endless}"),
            "train extends.toml".into(),
            "train variant.toml".into(),
            format!("selfplay {endless} --out games"),
            format!("arena {endless}"),
            "arena arena.toml --out results".into(),
            format!("study {endless}"),
            format!("moves --variant {endless}"),
            format!("replay {endless}"),
            format!("review {endless}"),
            format!("perft --check {endless}"),
            "perft --check table.txt".into(),
            format!("serve --port 0 --variant ./{endless}"),
        ] {
            refused(&place, &arguments, &[name, "not a regular file"]);
        }
    }
    refused(&place, "match random checkpoint:net --pairs 1", &["net/checkpoint.json", "regular"]);
    refused(&place, "export net --format onnx --out net.onnx", &["checkpoint.json", "regular"]);
}

#[test]
fn large_input_is_refused_unread() {
    let place = Place::new();
    let sparse = fs::File::create(place.path("large.toml")).unwrap();
    sparse.set_len(1 << 40).unwrap();
    refused(&place, "train large.toml", &["large.toml: larger than 256 MiB"]);
    refused(&place, "replay large.toml", &["large.toml: larger than 256 MiB"]);
    refused(&place, "moves --variant large.toml", &["large.toml: larger than 4 MiB"]);
}

#[test]
fn devices_are_not_replaced() {
    let place = Place::with([("tiny.toml", TINY)]);
    let game = root().join("data/games/krone-grotewold-1901.salta");
    let network = root().join("data/checkpoints/quickstart");
    let (game, network) = (game.display(), network.display());
    place.run("train tiny.toml --out run --quiet --set generations=1").well();
    fs::create_dir(place.path("csv")).unwrap();
    for name in ["html", "onnx", "csv/games.csv"] {
        pipe(&place, name);
    }
    symlink("/dev/full", place.path("device")).unwrap();
    for (name, arguments) in [
        ("html", format!("review {game} --player alphabeta@2:nodes=10 --html html")),
        ("device", format!("export {network} --format onnx --out device")),
        ("onnx", format!("export {network} --format onnx --out onnx")),
        ("csv/games.csv", "export run --format csv --out csv".into()),
    ] {
        let said = limited(&place, &arguments).failed(&[&format!("{name}: not a regular file")]);
        assert!(said.out.is_empty(), "{said:?}");
        let kind = fs::metadata(place.path(name)).unwrap().file_type();
        assert!(kind.is_fifo() || kind.is_char_device(), "{name} was replaced");
    }
    assert!(place.path("device").is_symlink() && Path::new("/dev/full").exists());
}

#[test]
fn a_full_standard_output_is_an_error() {
    let place = Place::new();
    for what in ["--help", "--version", "match --help", "variants"] {
        refused(&place, &format!("{what} > /dev/full"), &["standard output: "]);
    }
}

#[test]
fn exports_replace_only_a_file_that_is_named() {
    let place = Place::with([("tiny.toml", TINY)]);
    place.run("train tiny.toml --out run --quiet --set generations=1").well();
    for (format, file) in [("onnx", "run.onnx"), ("npz", "run-npz/samples-00000.npz")] {
        let export = format!("export run --format {format}");
        place.run(&export).well();
        place.run(&export).refused(&[&format!("{file}: exists already")]);
    }
    place.run("export run --format onnx --out run.onnx").well();
}

#[test]
fn sizes_are_estimated_first() {
    let large = "base = \"walker\"\nname = \"large\"\nmove_limit = 4294967295\n";
    let place = Place::with([("large.toml", large), ("tiny.toml", TINY)]);
    refused(&place, "moves --variant large.toml", &["large.toml: line 3", "from 0 to 50000"]);
    for command in ["train tiny.toml --out run", "plan tiny.toml"] {
        for (sets, parts) in [
            ("network.channels=4096", ["weights; at most 100000000", "channels"]),
            ("variant=./large.toml", ["./large.toml", "from 0 to 50000"]),
            ("stage=[{from=1,games=4294967295}]", ["`stage[0].games`", "from 1 to 1000000"]),
            ("stage=[{from=1,games=1000000,move_limit=50000}]", ["records", " GB"]),
            (
                "generations=1000000 train.window_growth=1 train.window_exponent=1 \
                 train.window_bytes=1000000000000000 stage=[{from=1,games=10000}]",
                ["the replay window may take", " GB"],
            ),
            (
                "network.channels=512 train.batch=65536 learner.micro_batch=1",
                ["a learning step may take", " GB"],
            ),
        ] {
            let sets: String = sets.split(' ').map(|set| format!(" --set '{set}'")).collect();
            refused(&place, &format!("{command}{sets}"), &parts);
        }
        assert!(!place.path("run").exists());
    }
}

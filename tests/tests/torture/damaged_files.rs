//! A damaged file, and a command that reads it.

use std::fs;
use std::path::Path;

use rand::{RngExt, rngs::SmallRng};
use salta_tests::place::files;

use crate::Outcome;
use crate::call::{TIMED_OUT, call};
use crate::damage::damage;
use crate::good_files::{GoodFiles, JOBS};
use crate::sign::damage_signed;

/// Files that people write, which may be valid despite damage, each with its readers.
const FREE: [(&str, &[&str]); 14] = [
    ("tiny.toml", &["train tiny.toml --out new --quiet --until 0", "selfplay tiny.toml --out new"]),
    (
        "short.toml",
        &["moves --variant ./short.toml", "variants ./short.toml", "points --variant ./short.toml"],
    ),
    ("arena.toml", &["arena arena.toml --out new"]),
    ("study.toml", &["study study.toml --plan", "study study.toml --out new"]),
    ("book.txt", &["match random greedy --pairs 1 --variant ./short.toml --opening-book book.txt"]),
    (
        "game.salta",
        &["replay game.salta", "review game.salta --player alphabeta@2:nodes=5 --exact-nodes 50"],
    ),
    ("counts.perft", &["perft --check counts.perft"]),
    ("protocol.txt", &["engine greedy"]),
    ("eval.toml", &["train-eval eval.toml --out new"]),
    ("ablation.toml", &["ablate ablation.toml --out new --threads 2"]),
    ("four.toml", &["solve four.toml", "regret random ./four.toml --own-games 2 --placements 5"]),
    ("net.nnue", &["bench --depth 1 --net net.nnue"]),
    ("net.onnx", &["match onnx:net.onnx:sims=2 random --variant ./short.toml --pairs 1"]),
    (
        "net.safetensors",
        &["import net.safetensors --out new", "import net.safetensors --like run --out new"],
    ),
];

/// Commands that read files written by the program itself, by the start of their paths.
const READERS: [(&str, &[&str]); 8] = [
    (
        "run/",
        &[
            "verify run",
            "export run --format csv --out new",
            "match random checkpoint:run:sims=2 --variant ./short.toml --pairs 1",
            "evaluate run --generation 2",
        ],
    ),
    ("match/", &["rate match --replicates 10"]),
    ("games/", &["export games --format npz --out new"]),
    ("arena/", &["rate arena --replicates 10"]),
    (
        "eval/",
        &[
            "match alphabeta@3:nodes=20:net=eval/nets/gen-0002.nnue random --variant ./short.toml --pairs 1",
        ],
    ),
    (
        "ablation/",
        &["rate ablation --replicates 10", "ablate ablation.toml --out ablation --report"],
    ),
    ("scaling/", &["scaling scaling.toml --out scaling --report"]),
    (
        "table/",
        &[
            "match perfect:table/four.table random --variant ./four.toml --pairs 1 --opening-plies 2",
            "regret random ./four.toml --table table/four.table --own-games 2 --placements 5",
        ],
    ),
];

/// Runs a case of damage that may leave checksums invalid.
pub(crate) fn case(good: &GoodFiles, rng: &mut SmallRng) -> Outcome {
    let folder = good.copy(None);
    if rng.random_range(0..3) == 0 {
        let (name, calls) = FREE[rng.random_range(0..FREE.len())];
        damage_file(&folder.join(name), rng);
        return (format!("damaged: {name}"), free(&folder, name, calls));
    }
    let name = written(&folder, rng);
    damage_file(&folder.join(&name), rng);
    (format!("damaged: {}", kind(&name)), written_call(good, &folder, &name, false, rng))
}

/// Runs a case of damage behind a valid checksum.
pub(crate) fn signed_case(good: &GoodFiles, rng: &mut SmallRng) -> Outcome {
    let folder = good.copy(None);
    let name = loop {
        let name = written(&folder, rng);
        if damage_signed(&folder.join(&name), rng) {
            break name;
        }
    };
    (format!("damaged and signed: {}", kind(&name)), written_call(good, &folder, &name, true, rng))
}

fn damage_file(path: &Path, rng: &mut SmallRng) {
    let mut bytes = fs::read(path).expect("a file");
    damage(&mut bytes, rng);
    fs::write(path, bytes).expect("a file");
}

/// Makes all calls. Damaged settings may ask for long work, never for more memory than allowed.
fn free(folder: &Path, name: &str, calls: &[&str]) -> Result<(), String> {
    calls.iter().try_for_each(|arguments| {
        let input = arguments.starts_with("engine").then_some(name);
        let called = call(folder, "", arguments, input);
        if called.code == TIMED_OUT {
            Ok(())
        } else {
            called.check().map_err(|error| format!("{arguments}: {error}"))
        }
    })
}

/// Chooses one of the files that the program has written.
fn written(folder: &Path, rng: &mut SmallRng) -> String {
    let job = &JOBS[rng.random_range(0..JOBS.len())];
    let mut names: Vec<String> = files(&folder.join(job.makes)).into_keys().collect();
    names.retain(|name| !name.starts_with("tensorboard/") && name != "lock");
    format!("{}/{}", job.makes, names[rng.random_range(0..names.len())])
}

/// Returns a file's name without its digits.
fn kind(name: &str) -> String {
    name.replace(|letter: char| letter.is_ascii_digit(), "")
}

/// Makes one of the calls that read the file: it must refuse, or print and write the same as for
/// the undamaged file. For a `signed` file it may also print and write something else.
fn written_call(
    good: &GoodFiles,
    folder: &Path,
    name: &str,
    signed: bool,
    rng: &mut SmallRng,
) -> Result<(), String> {
    let job = JOBS.iter().find(|job| name.starts_with(job.makes)).expect("a job made it");
    let readers =
        READERS.iter().find(|(start, _)| name.starts_with(start)).map_or(&[][..], |r| r.1);
    let show = format!("show {name}");
    let mut calls: Vec<&str> = [&[job.call], readers].concat();
    if name.ends_with(".shard") {
        calls.push(&show);
    }
    let arguments = calls[rng.random_range(0..calls.len())];
    let said = good.said(arguments);
    let called = call(folder, "", arguments, None);
    let result = called.check().and_then(|()| match called.code {
        // An ablation prints how long its runs took.
        0 if !signed && called.out != said && job.name != "ablate" => {
            Err(format!("it said something else: {}", called.out))
        }
        0 if !signed && arguments == job.call => good.check(folder, job.makes, Some(name)),
        _ => Ok(()),
    });
    result.map_err(|error| format!("{arguments}: {error}"))
}

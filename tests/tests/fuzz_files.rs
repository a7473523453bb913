//! Runs the checks of the fuzz target (`fuzz/file_checks.rs`) on files made here and on damaged
//! copies of them. With `SALTA_WRITE_SEEDS` set, the files are written to `fuzz/corpus` as seeds of
//! the fuzz target. `SALTA_FUZZ_INPUTS` sets the number of copies per check, `SALTA_CHECK` selects
//! one check, and `SALTA_FUZZ_SEED` sets the seed of the random damage.

#[path = "../../fuzz/file_checks.rs"]
mod checks;
#[path = "torture/damage.rs"]
mod damage;

use std::collections::BTreeMap;
use std::fs;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::available_parallelism;
use std::time::Instant;

use checks::CHECKS;
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use salta_net::{NetConfig, Network, onnx};
use salta_tests::binary::root;
use salta_tests::place::{Place, files};
use salta_tests::{TINY, texts};

/// Number of damaged copies per check, unless `SALTA_FUZZ_INPUTS` is set.
const INPUTS: u64 = 300;
/// Number of copies in a block, which one thread makes with its own random generator.
const BLOCK: u64 = 100;

const PROTOCOL: &str = "hub version=1\nid name=Ferdinand version=2.1 author=\"Your Name\" protocol=1\n\
    param name=hash value=16 type=int min=1 max=4096\nset-param name=hash value=64\n\
    variant name=walker move_limit=120\npos start moves=\"e3-f4 f8-e7\"\nlevel nodes=10000\n\
    go think seed=3\ninfo nodes=10 score=1.5 pv=\"e3-f4\"\ndone move=e3-f4\nerror message=\"no\"\n";

/// Requests, each a line with its name, then its body.
const REQUESTS: [&str; 9] = [
    "game\n{\"game\":{\"variant\":\"buettgenbach-1899\",\"moves\":[\"e3-f4\",\"f8-e7\"]},\"at\":1}",
    "game\n{\"game\":{\"variant\":\"walker\",\"start\":\
        \"edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE b 0\",\"moves\":[\"f8-e7\"]}}",
    "why\n{\"game\":{\"variant\":\"nestor\",\"moves\":[]},\"from\":\"e3\",\"to\":\"e5\"}",
    "reply\n{\"game\":{\"variant\":\"walker\",\"moves\":[]},\"opponent\":\"greedy\",\"seed\":1}",
    "hint\n{\"game\":{\"variant\":\"nestor\",\"moves\":[]},\"by\":\"alphabeta@2\"}",
    "analyse\n{\"game\":{\"variant\":\"walker\",\"moves\":[]}}",
    "review\n{\"game\":{\"variant\":\"walker\",\"moves\":[\"f8-e7\"]}}",
    "write\n{\"game\":{\"variant\":\"walker\",\"moves\":[\"f8-e7\"]},\"white\":\"a\",\
        \"black\":\"b\",\"date\":\"1901\",\"site\":\"c\"}",
    "read\n{\"text\":\"[Variant \\\"nestor\\\"]\\n\\n1. e3-f4 f8-e7 *\\n\"}",
];

/// Makes the undamaged files of each check.
fn seeds() -> BTreeMap<&'static str, Vec<Vec<u8>>> {
    let place = Place::with([("tiny.toml", TINY)]);
    place.run("train tiny.toml --out run --quiet").well();
    let mut seeds = BTreeMap::<_, Vec<Vec<u8>>>::new();
    let mut add = |target, bytes| seeds.entry(target).or_default().push(bytes);
    for (name, bytes) in files(&place.path("run")) {
        match name {
            name if name.ends_with(".shard") => add("shard", bytes.0),
            name if name.starts_with("tournament/") && name.ends_with(".json") => {
                add("journal", bytes.0);
            }
            _ => {}
        }
    }
    let network = root().join("data/checkpoints/quickstart");
    add("checkpoint", fs::read(network.join("checkpoint.json")).unwrap());
    add("safetensors", fs::read(network.join("ema.safetensors")).unwrap());
    add("config", TINY.into());
    texts::below("configs/train").into_iter().for_each(|file| add("config", file.text.into()));
    add("protocol", PROTOCOL.into());
    REQUESTS.iter().for_each(|request| add("http", request.as_bytes().to_vec()));
    let config = NetConfig { channels: 4, blocks: 1, value_hidden: 4, ..NetConfig::default() };
    let small = Network::new(&config, 3).unwrap();
    add("onnx", onnx::encode(&small, &[("variant".into(), "walker".into())]));
    seeds
}

#[test]
fn files_and_damaged_files_pass_every_check() {
    let seeds = seeds();
    let only = std::env::var("SALTA_CHECK").ok();
    let chosen = |target: &str| only.as_ref().is_none_or(|only| only == target);
    for (target, check) in CHECKS.into_iter().filter(|(target, _)| chosen(target)) {
        let seeds = &seeds[target];
        if std::env::var_os("SALTA_WRITE_SEEDS").is_some() {
            let folder = root().join("fuzz/corpus").join(target);
            fs::create_dir_all(&folder).unwrap();
            for (number, seed) in seeds.iter().enumerate() {
                fs::write(folder.join(format!("seed-{number}")), seed).unwrap();
            }
        }
        seeds.iter().for_each(|seed| check(seed));
        let (begun, inputs) = (Instant::now(), number("SALTA_FUZZ_INPUTS").unwrap_or(INPUTS));
        damaged_copies(seeds, check, inputs);
        println!("{target}: {inputs} inputs in {:.1} s", begun.elapsed().as_secs_f64());
    }
}

/// Checks `inputs` damaged copies on all cores. A failure names its seed, block and copy.
fn damaged_copies(seeds: &[Vec<u8>], check: checks::Check, inputs: u64) {
    let (next, first) = (AtomicU64::new(0), number("SALTA_FUZZ_SEED").unwrap_or(1899));
    let work = || loop {
        let block = next.fetch_add(1, Ordering::Relaxed);
        if block * BLOCK >= inputs {
            break;
        }
        let mut rng = SmallRng::seed_from_u64(first << 32 | block);
        for copy in 0..BLOCK.min(inputs - block * BLOCK) {
            let mut input = seeds[rng.random_range(0..seeds.len())].clone();
            damage::damage(&mut input, &mut rng);
            let passed = catch_unwind(|| check(&input));
            assert!(passed.is_ok(), "seed {first}, block {block}, copy {copy}");
        }
    };
    let cores = available_parallelism().map_or(1, |cores| cores.get());
    std::thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(work))));
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

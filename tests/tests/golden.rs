//! Games, samples and weights of a small training run, pinned for each instruction set: a change
//! that is not meant to alter results must keep these hashes. If results change on purpose,
//! CHANGELOG.md says so and the table is updated:
//! `cargo test -p salta-tests --test golden -- --nocapture` prints the new hashes.

use std::path::Path;

use salta_tests::place::{Place, Said, files};

/// Two alternating variants (one with chains), settings that suit both search methods, tree reuse,
/// exact margins in pure races, all heads, two generations.
const CONFIG: &str = r#"
name = "golden"
seed = 11
variant = "buettgenbach-1899"
more_variants = ["walker"]
generations = 2
games_per_generation = 8
threads = 2
network = { channels = 16, blocks = 2, margin_bins = 21, value_hidden = 16, auxiliary = true }
learner = { warmup_steps = 2, micro_batch = 8 }
train = { batch = 32, steps_per_generation = 6, window = 2000 }

[selfplay]
games_per_group = 2
batch = 2
opening_plies = 2
sampled_plies = 6
max_plies = 60
exact_ends = true
search = { simulations = 8, max_considered_actions = 4, reuse_nodes = 50 }

[[stage]]
from = 1
move_limit = 20

[tournament]
simulations = 2
generations = []
opponents = ["random"]
match = { pairs = 1, opening_plies = 2, points_budget = 100, max_points_budget = 100 }
"#;

/// By instruction set and search method: the first 16 hex digits of the BLAKE3 hashes of shards,
/// samples and weights.
const PINNED: &[(&str, &str, [&str; 3])] = &[
    ("portable", "gumbel", ["048d93916f30b0f2", "98b949566553583f", "dc11d447038831b7"]),
    ("portable", "puct", ["417efcbbe3e5450a", "4df4be3c8e32c71c", "ab21c9b40e0eea4c"]),
    ("avx2", "gumbel", ["7b1278d43568fa0a", "98b949566553583f", "1bdae646a9ea4325"]),
    ("avx2", "puct", ["8ebd6ddcc0ba485f", "4df4be3c8e32c71c", "71cee5fed0e2c1e2"]),
    ("avx512", "gumbel", ["daa4f493d0668de5", "98b949566553583f", "df53c34627934a0d"]),
    ("avx512", "puct", ["4f596bf8556a331f", "4df4be3c8e32c71c", "c30d6959f095f175"]),
];

#[test]
fn a_small_run_keeps_its_bits() {
    let place = Place::with([("golden.toml", CONFIG)]);
    let mut missing = Vec::new();
    for isa in instruction_sets(&place) {
        for method in ["gumbel", "puct"] {
            let found = hashes(&place, isa, method);
            println!("(\"{isa}\", \"{method}\", {found:?}),");
            let pinned = PINNED.iter().find(|(i, m, _)| (*i, *m) == (isa, method));
            match pinned {
                Some((.., expected)) => {
                    assert_eq!(found, expected.map(String::from), "{isa}, {method}")
                }
                None => missing.push((isa, method)),
            }
        }
    }
    assert!(missing.is_empty(), "nothing is pinned for {missing:?}");
}

/// First 16 hex digits of the BLAKE3 hash of the games of an int8 network, on any processor.
const INT8_GAMES: &str = "4fd0835174280318";

#[test]
fn games_in_int8_are_the_same_on_every_instruction_set() {
    let place = Place::with([("golden.toml", CONFIG)]);
    for isa in instruction_sets(&place) {
        let play = format!(
            "selfplay golden.toml --checkpoint two-cores --set network.precision=\"int8\" \
             --games 0..4 --out {isa}"
        );
        salta(&place, isa, &play).well();
        assert_eq!(hash(&place.path(isa)), INT8_GAMES, "{isa}");
    }
}

fn salta(place: &Place, isa: &str, arguments: &str) -> Said {
    place.command(arguments).env("SALTA_ISA", isa).output().unwrap().into()
}

/// The instruction sets that this processor has; `portable` must always be available.
fn instruction_sets(place: &Place) -> impl Iterator<Item = &'static str> {
    ["portable", "avx2", "avx512"].into_iter().filter(move |isa| {
        let has = salta(place, isa, "variants").code == 0;
        assert!(*isa != "portable" || has);
        has
    })
}

fn hashes(place: &Place, isa: &str, method: &str) -> [String; 3] {
    let run = format!("{isa}-{method}");
    let train = format!("train golden.toml --out {run} --set selfplay.search.method=\"{method}\"");
    let export = format!("export {run} --format npz --out {run}-samples");
    for call in [&train, &export] {
        salta(place, isa, call).well();
    }
    let weights = format!("{run}/checkpoints/gen-0002");
    [format!("{run}/games"), format!("{run}-samples"), weights].map(|path| hash(&place.path(&path)))
}

/// Hashes the files below a directory and their names, except metadata and the config.
fn hash(dir: &Path) -> String {
    let files = files(dir);
    let mut hasher = blake3::Hasher::new();
    let described = |name: &str| name.ends_with(".json") || name == "config.toml";
    for (name, bytes) in files.iter().filter(|(name, _)| !described(name)) {
        hasher.update(name.as_bytes());
        hasher.update(&bytes.0);
    }
    assert!(!files.is_empty(), "{} is empty", dir.display());
    hasher.finalize().to_hex()[..16].to_owned()
}

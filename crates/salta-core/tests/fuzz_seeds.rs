//! Runs the checks of the fuzz target (`fuzz/checks.rs`) on their seeds and on mutated copies of
//! them, so that they also run without a nightly compiler.

#[path = "../../../fuzz/checks.rs"]
mod checks;

use std::fs;
use std::path::Path;

use checks::CHECKS;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Number of mutated copies for each check.
const INPUTS: usize = 4_000;
/// Characters that mean something to one of the parsers.
const CHARACTERS: &[u8] = b"AOao15w /b09-:e3;#[]{}()\"\\=.\n\r,_'*$\xc3\x00";

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).unwrap()).collect()
}

/// One to six small mutations: a character replaced, inserted or removed, a slice of any seed
/// inserted.
fn mutated(random: &mut impl Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut input = seeds.choose(random).unwrap().clone();
    for _ in 0..random.random_range(1..=6) {
        let at = random.random_range(0..=input.len());
        let end = (at + random.random_range(0..=2)).min(input.len());
        let inserted = match random.random_range(0..4) {
            0 => Vec::new(),
            1 => slice_of(random, seeds),
            _ => vec![*CHARACTERS.choose(random).unwrap()],
        };
        input.splice(at..end, inserted);
    }
    input
}

fn slice_of(random: &mut impl Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let seed = seeds.choose(random).unwrap();
    let from = random.random_range(0..seed.len());
    seed[from..(from + random.random_range(1..=40)).min(seed.len())].to_vec()
}

#[test]
fn seeds_and_mutated_seeds_pass_every_check() {
    for (target, check) in CHECKS {
        let seeds = seeds(target);
        assert!(seeds.len() >= 2, "{target} has {} seeds", seeds.len());
        seeds.iter().for_each(|seed| check(seed));
        let mut random = ChaCha8Rng::seed_from_u64(1899);
        for _ in 0..INPUTS {
            check(&mutated(&mut random, &seeds));
        }
    }
}

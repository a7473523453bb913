//! The checks of the fuzz targets (`fuzz/checks.rs`) on their seeds and on damaged copies of them,
//! so that they hold without a nightly compiler too.

#[path = "../../../fuzz/checks.rs"]
mod checks;

use std::fs;
use std::path::Path;

use checks::CHECKS;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Damaged copies for each target.
const INPUTS: usize = 4_000;
/// Signs that mean something to one parser or another.
const SIGNS: &[u8] = b"AOao15w /b09-:e3;#[]{}()\"\\=.\n\r,_'*$\xc3\x00";

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).unwrap()).collect()
}

/// One to six small damages: a sign replaced, put in or left out, a piece of any seed put in.
fn damaged(random: &mut impl Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut input = seeds.choose(random).unwrap().clone();
    for _ in 0..random.random_range(1..=6) {
        let at = random.random_range(0..=input.len());
        let end = (at + random.random_range(0..=2)).min(input.len());
        let piece = match random.random_range(0..4) {
            0 => Vec::new(),
            1 => piece_of(random, seeds),
            _ => vec![*SIGNS.choose(random).unwrap()],
        };
        input.splice(at..end, piece);
    }
    input
}

fn piece_of(random: &mut impl Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let seed = seeds.choose(random).unwrap();
    let from = random.random_range(0..seed.len());
    seed[from..(from + random.random_range(1..=40)).min(seed.len())].to_vec()
}

#[test]
fn seeds_and_damaged_seeds_pass_every_check() {
    for (target, check) in CHECKS {
        let seeds = seeds(target);
        assert!(seeds.len() >= 2, "{target} has {} seeds", seeds.len());
        seeds.iter().for_each(|seed| check(seed));
        let mut random = ChaCha8Rng::seed_from_u64(1899);
        for _ in 0..INPUTS {
            check(&damaged(&mut random, &seeds));
        }
    }
}

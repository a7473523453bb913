//! The published opponents play the same moves as when they were published, compared by hash.
//!
//! A change here is a change of a published player. It needs a new version (`alphabeta@4`), not a
//! new hash.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use salta_core::rules::NAMED;
use salta_core::{Move, Position, Variant};
use salta_nnue::Network;
use salta_opponents::alphabeta2::{Limit, Searcher};
use salta_opponents::{alphabeta, alphabeta3, uct};

/// Positions of one random game in each named variant, every eleventh ply.
fn positions() -> Vec<(Variant, Vec<Position>)> {
    let in_variant = |(seed, name): (usize, &&str)| {
        let variant = Variant::named(name).expect("a named variant");
        let mut rng = ChaCha8Rng::seed_from_u64(seed as u64);
        let (mut position, mut found) = (variant.start(), Vec::new());
        for ply in 0..100 {
            let mut moves = variant.moves(&position);
            moves.sort_unstable(); // independent of the order of generation
            let Some(mv) = moves.choose(&mut rng) else { break };
            if ply % 11 == 0 {
                found.push(position);
            }
            variant.apply_move(&mut position, *mv);
        }
        (variant, found)
    };
    NAMED.iter().enumerate().map(in_variant).collect()
}

/// FNV-1a (Fowler, Noll and Vo) of the moves' text and a number for each.
fn hash(found: impl Iterator<Item = (Move, i64)>) -> u64 {
    let text: Vec<String> = found.map(|(mv, number)| format!("{mv} {number}\n")).collect();
    let start = 0xCBF2_9CE4_8422_2325;
    text.concat()
        .bytes()
        .fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

/// Returns the hash of the moves that `choose` finds in all positions.
fn play(mut choose: impl FnMut(&Variant, &Position, &mut ChaCha8Rng) -> (Move, i64)) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(99);
    let positions = positions();
    let all = positions.iter().flat_map(|(variant, list)| list.iter().map(move |p| (variant, p)));
    let found: Vec<_> = all.map(|(variant, at)| choose(variant, at, &mut rng)).collect();
    assert!(found.len() > 50);
    hash(found.into_iter())
}

#[test]
fn alphabeta_1() {
    let at_depth = |depth| {
        play(|variant, position, rng| {
            let (mv, value) = alphabeta::best_move(variant, position, depth, rng);
            (mv, value.into())
        })
    };
    assert_eq!(
        [1, 2, 3].map(at_depth),
        [0x2d24_4729_5678_9f45, 0x2fd4_a1ff_ff47_16f0, 0xa06f_48e2_467d_0f68]
    );
}

#[test]
fn alphabeta_2() {
    let within = |limit| {
        play(|variant, position, rng| {
            let mut searcher = Searcher::new(variant.clone());
            let found = searcher.search(position, limit, rng, &mut || false);
            (found.best, i64::from(found.value) << 32 | found.nodes as i64)
        })
    };
    assert_eq!(
        [Limit::depth(2), Limit::depth(4), Limit::nodes(3000)].map(within),
        [0xd6d2_ef60_cc55_591b, 0xf1f3_0572_3922_0c7d, 0x259a_7925_8d26_cd90]
    );
}

#[test]
fn alphabeta_3() {
    let within = |limit: Limit| {
        play(|variant, position, rng| {
            let settings = alphabeta3::Settings::ALPHABETA_3.for_nodes(limit.nodes);
            let network = Network::shipped();
            let mut searcher = alphabeta3::Searcher::new(variant.clone(), network, settings);
            let found = searcher.search(position, limit, rng, &mut || false);
            (found.best, i64::from(found.value) << 32 | found.nodes as i64)
        })
    };
    assert_eq!(
        [Limit::depth(5), Limit::nodes(3000)].map(within),
        [0x06a2_343b_8fc1_e7a0, 0x89de_aa9d_2b62_05e0]
    );
}

#[test]
fn uct_1() {
    let with = |simulations| {
        play(|variant, position, rng| {
            let found = uct::best_move(variant, position, simulations, rng, &mut || false);
            (found.best, found.visits.into())
        })
    };
    assert_eq!([50, 400].map(with), [0xab9e_4bc3_4072_e0a2, 0x7d97_1f14_6db1_50c9]);
}

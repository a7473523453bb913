//! Searches give the same results as when this was recorded: a hash of visits, choices and lines
//! over random trees. A change here changes every self-play run.

use crate::toy::{RandomTree, config, feed, guess, rng};
use salta_search::{
    FirstPlay, Game, GumbelConfig, Method, PuctConfig, Report, Search, SearchConfig,
};

fn mix(hash: u64, number: u64) -> u64 {
    (hash ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}

fn add(hash: u64, report: &Report) -> u64 {
    let words = report.actions.iter().chain(&report.principal_variation).chain([&report.chosen]);
    let visits = report.visits.iter().map(|n| u64::from(*n));
    words.map(|word| u64::from(*word)).chain(visits).fold(hash, mix)
}

/// Plays a game in each of 60 trees, reusing nodes as the config says.
fn games(config: SearchConfig) -> u64 {
    (0..60).fold(0, |mut hash, seed| {
        let (tree, mut rng) = (RandomTree { seed, depth: 9 }, rng(seed));
        let mut state = tree.root();
        let mut search = Search::new(&tree, state.clone(), config, &mut rng).unwrap();
        while tree.terminal(&state).is_none() {
            search.advance(&tree, state.clone(), config, &mut rng).unwrap();
            feed(&tree, &mut search, guess);
            let report = search.report().unwrap();
            hash = add(hash, &report);
            tree.apply(&mut state, report.chosen);
        }
        hash
    })
}

/// The hashes of a config, as it is, without noise and with all that is reused, and of another.
fn hashes(plain: SearchConfig, other: SearchConfig) -> [u64; 4] {
    let reusing =
        SearchConfig { reuse_nodes: 30, skip_forced: 2, share_evaluations: true, ..plain };
    [plain, plain.without_noise(), reusing, other].map(games)
}

#[test]
fn gumbel() {
    let plain = config(64, 1.0);
    let gumbel = GumbelConfig {
        max_considered_actions: 3,
        c_visit: 20.0,
        c_scale: 0.5,
        ..GumbelConfig::default()
    };
    let expected = [
        0x13d9_93b9_1e69_2603,
        0xf600_3c8f_d634_7d2f,
        0x873e_a057_6e69_1f68,
        0x5cf0_580e_6fa3_3cae,
    ];
    assert_eq!(hashes(plain, SearchConfig { gumbel, ..plain }), expected);
}

#[test]
fn puct() {
    let plain = SearchConfig { method: Method::Puct, ..config(64, 1.0) };
    let puct = PuctConfig { first_play: FirstPlay::Loss, c_base: 100.0, ..PuctConfig::default() };
    let expected = [
        0x360a_f751_6fd7_f04b,
        0xa45e_5ca9_0e65_28d3,
        0xe569_479e_40d9_b76f,
        0xfa9f_90c3_4f14_c07e,
    ];
    assert_eq!(hashes(plain, SearchConfig { puct, ..plain }), expected);
}

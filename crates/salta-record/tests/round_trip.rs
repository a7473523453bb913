//! Written games are read back unchanged; the files are reproducible and small.

mod common;

use proptest::prelude::*;
use salta_record::{
    GameRecord, PROBABILITY_ONE, RootTargets, ShardHeader, WdlMargin, dequantise, quantise,
    read_header, read_shard, write_shard,
};
use tempfile::tempdir;

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn shards_read_back(
        header in common::any_header(),
        games in prop::collection::vec(common::any_game(), 0..5),
    ) {
        let dir = tempdir().unwrap();
        let path = dir.path().join("a.shard");
        write_shard(&path, &header, &games).unwrap();
        let header = ShardHeader { records: games.len() as u32, ..header };
        prop_assert_eq!(read_header(&path).unwrap(), header.clone());
        prop_assert_eq!(read_shard(&path).unwrap(), (header, games));
    }

    #[test]
    fn policies_read_back_to_within_a_unit(
        weights in prop::collection::btree_map(0..=200u8, 0.0f32..1e6, 1..60),
    ) {
        let weights: Vec<(u8, f32)> = weights.into_iter().collect();
        let total: f64 = weights.iter().map(|w| f64::from(w.1)).sum();
        prop_assume!(total > 0.0);
        let target = quantise(&weights).unwrap();
        prop_assert_eq!(target.iter().map(|t| t.1).sum::<u16>(), PROBABILITY_ONE);
        let read: std::collections::BTreeMap<u8, f32> = dequantise(&target).collect();
        prop_assert!((read.values().sum::<f32>() - 1.0).abs() < 1e-5);
        for (action, weight) in weights {
            let p = f64::from(read.get(&action).copied().unwrap_or(0.0));
            let error = (p - f64::from(weight) / total).abs();
            prop_assert!(error <= 1.001 / f64::from(PROBABILITY_ONE), "{action}: {error}");
        }
    }
}

#[test]
fn the_same_games_give_the_same_bytes() {
    let dir = tempdir().unwrap();
    let games: Vec<GameRecord> = (0..3).map(|n| common::synthetic_game(n, 40, 8)).collect();
    let write = |name: &str| {
        let path = dir.path().join(name);
        write_shard(&path, &common::header(0), &games).unwrap();
        std::fs::read(path).unwrap()
    };
    assert_eq!(write("a.shard"), write("b.shard"));
}

#[test]
fn games_that_would_not_be_read_back_are_not_written() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("a.shard");
    let valid = common::synthetic_game(9, 2, 3);
    let root =
        |policy_surprise| Some(RootTargets { policy_surprise, value: WdlMargin::of_margin(1) });
    let spoilers: [&dyn Fn(&mut GameRecord); 11] = [
        &|game| game.decisions[1].action = 201,
        &|game| game.decisions[1].root_value = f32::NAN,
        &|game| game.decisions[1].net_value = f32::INFINITY,
        &|game| game.decisions[1].root = root(f32::INFINITY),
        &|game| game.decisions[1].root = root(-0.5),
        &|game| game.decisions[1].policy.reverse(),
        &|game| game.decisions[1].policy[0].1 = 0,
        &|game| game.decisions[1].policy[0].1 -= 1,
        &|game| game.outcome.margin = salta_record::Margin::Bounds { lo: 1, hi: 0 },
        &|game| game.outcome.margin = salta_record::Margin::Exact(i32::MIN),
        &|game| game.outcome.distance_margin = i32::MAX,
    ];
    for spoil in spoilers {
        let mut game = valid.clone();
        spoil(&mut game);
        let error = write_shard(&path, &common::header(1), &[valid.clone(), game]).unwrap_err();
        assert!(error.to_string().contains(": game 9 cannot be written: "), "{error}");
        assert!(!path.exists());
    }
}

#[test]
fn a_game_takes_few_bytes() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("a.shard");
    let games: Vec<GameRecord> = (0..100).map(|n| common::synthetic_game(n, 240, 10)).collect();
    write_shard(&path, &common::header(0), &games).unwrap();
    let stored = std::fs::metadata(&path).unwrap().len();
    assert!(stored < 100 * 240 * 40, "{stored} bytes");
}

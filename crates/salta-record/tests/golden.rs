//! Shards written by each version of this format: a later build reads them or names their version.

mod common;

use std::path::{Path, PathBuf};

use salta_record::{
    DecisionFlags, Ending, FORMAT_VERSION, GameRecord, Margin, RootTargets, ShardHeader, WdlMargin,
    read_shard, write_shard,
};

fn golden_path(version: u16) -> PathBuf {
    let name = format!("format-{version}.shard");
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn golden(version: u16) -> (ShardHeader, Vec<GameRecord>) {
    let mut games: Vec<GameRecord> = (0..3).map(|n| common::synthetic_game(n, 8, 5)).collect();
    games[1].outcome.margin = Margin::Bounds { lo: -3, hi: 12 };
    games[1].outcome.ending = Ending::Limit;
    games[2].outcome.ending = Ending::Truncated;
    games[2].decisions[0].flags = DecisionFlags::RANDOM_OPENING.with(DecisionFlags::NO_TRAINING);
    games[2].decisions[0].policy.clear();
    if version > 1 {
        let value = WdlMargin { wdl: [0.5, 0.25, 0.25], margin: -3.5 };
        games[0].decisions[1].root = Some(RootTargets { policy_surprise: 0.5, value });
    }
    (common::header(3), games)
}

/// Environment variable that makes the test write the file of the newest format version.
const WRITE: &str = "SALTA_WRITE_GOLDEN";

#[test]
fn every_format_is_read_or_named() {
    if std::env::var_os(WRITE).is_some() {
        let (header, games) = golden(FORMAT_VERSION);
        write_shard(golden_path(FORMAT_VERSION), &header, &games).unwrap();
    }
    for version in 1..=FORMAT_VERSION {
        match read_shard(golden_path(version)) {
            Ok(content) => assert_eq!(content, golden(version)),
            Err(error) => panic!("the format changed and its version did not: {error}"),
        }
    }
}

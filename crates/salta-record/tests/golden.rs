//! A shard written by the first version of this format: a later build reads it or names its version.

mod common;

use std::path::{Path, PathBuf};

use salta_record::{
    Ending, FORMAT_VERSION, GameRecord, Margin, PlyFlags, ShardHeader, read_shard, write_shard,
};

fn golden_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/format-1.shard")
}

fn golden() -> (ShardHeader, Vec<GameRecord>) {
    let mut games: Vec<GameRecord> = (0..3).map(|n| common::synthetic_game(n, 8, 5)).collect();
    games[1].outcome.margin = Margin::Bounds { lo: -3, hi: 12 };
    games[1].outcome.ending = Ending::Limit;
    games[2].outcome.ending = Ending::Truncated;
    games[2].plies[0].flags = PlyFlags::RANDOM_OPENING.with(PlyFlags::NO_TRAINING);
    games[2].plies[0].policy.clear();
    (common::header(3), games)
}

/// Set it to write the file anew: for a new format version, under a new name.
const WRITE: &str = "SALTA_WRITE_GOLDEN";

#[test]
fn the_first_format_is_read_or_named() {
    if std::env::var_os(WRITE).is_some() {
        let (header, games) = golden();
        write_shard(golden_path(), &header, &games).unwrap();
    }
    match read_shard(golden_path()) {
        Ok(content) => assert_eq!(content, golden()),
        Err(error) if error.to_string().contains("shard format version 1,") => {
            assert_ne!(FORMAT_VERSION, 1)
        }
        Err(error) => panic!("the format changed and its version did not: {error}"),
    }
}

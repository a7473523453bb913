//! Exports of games, through the public interface.

use std::fs;

use salta_run::{Display, GamesFormat, RunError, export_games};

use crate::common::{fails_with, folder, trained};

#[test]
fn a_run_a_directory_and_a_shard_are_exported() {
    let folder = folder();
    let run = trained(&folder.path().join("run"), &[]);
    let out = folder.path().join("csv");
    let exported = |source: &std::path::Path| -> Result<_, RunError> {
        let found = export_games(source, GamesFormat::Csv, None, &out, &Display::hidden())?;
        let text = fs::read_to_string(out.join("games.csv")).unwrap();
        let first = |line: &str| line.split(',').next().unwrap().to_owned();
        Ok((found.games, text.lines().skip(1).map(first).collect::<Vec<_>>().join(" ")))
    };
    // Two generations of four games, in groups of two; games that were being removed do not count.
    fs::create_dir(run.root().join("games/.gen-0003.tmp")).unwrap();
    let shard = salta_record::list_shards(run.games(1)).unwrap().remove(0);
    fs::copy(shard, run.root().join("games/.gen-0003.tmp/games-00000000.shard")).unwrap();
    assert_eq!(exported(run.root()).unwrap(), (8, "0 1 2 3 4 5 6 7".into()));
    assert_eq!(exported(&run.games(2)).unwrap(), (4, "4 5 6 7".into()));
    let shards = salta_record::list_shards(run.games(1)).unwrap();
    assert_eq!(exported(&shards[1]).unwrap(), (2, "2 3".into()));
    fails_with(exported(&run.root().join("checkpoints")), &["checkpoints"]);
}

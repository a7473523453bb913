//! A kill at any moment leaves whole files and recognisable leftovers.

mod common;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use salta_record::{
    AtomicFile, list_shards, read_shard, remove_leftovers, write_atomically, write_shard,
};
use tempfile::tempdir;

#[test]
fn a_file_is_replaced_and_nothing_else_is_left() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("latest.json");
    write_atomically(&path, b"old").unwrap();
    write_atomically(&path, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    let mut unsynced = AtomicFile::create(&path).unwrap();
    unsynced.write_all(b"newer").unwrap();
    unsynced.finish_unsynced().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"newer");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn a_failed_write_leaves_the_directory_as_it_was() {
    let dir = tempdir().unwrap();
    let occupied = dir.path().join("occupied");
    fs::create_dir(&occupied).unwrap();
    let error = write_atomically(&occupied, b"new").unwrap_err();
    assert_eq!(error.fault.to_string(), "is a directory, not a file");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn a_leftover_is_no_shard_and_is_removed() {
    let dir = tempdir().unwrap();
    let shard = dir.path().join("000001.shard");
    write_shard(&shard, &common::header(1), &[common::synthetic_game(1, 6, 4)]).unwrap();
    let half = fs::read(&shard).unwrap();
    let leftover = dir.path().join(".salta-Ab12Cd.tmp");
    fs::write(&leftover, &half[..half.len() / 2]).unwrap();
    let notes = dir.path().join("notes.tmp");
    fs::write(&notes, "not ours").unwrap();
    fs::create_dir(dir.path().join("000003.shard")).unwrap();

    assert_eq!(list_shards(dir.path()).unwrap(), [shard.as_path()]);
    assert!(read_shard(&leftover).unwrap_err().to_string().contains(": truncated: "));
    assert_eq!(remove_leftovers(dir.path()).unwrap(), 1);
    assert!(!leftover.exists() && notes.exists());
    assert!(read_shard(&shard).is_ok());
    // The temporary file of a running writer stays.
    let mut writer = AtomicFile::create(dir.path().join("whole")).unwrap();
    writer.write_all(b"whole").unwrap();
    assert_eq!(remove_leftovers(dir.path()).unwrap(), 0);
    writer.finish().unwrap();
    assert_eq!(fs::read(dir.path().join("whole")).unwrap(), b"whole");
}

#[cfg(unix)]
#[test]
fn others_may_read_what_the_umask_lets_them() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempdir().unwrap();
    let (ours, plain) = (dir.path().join("ours"), dir.path().join("plain"));
    write_atomically(&ours, b"x").unwrap();
    fs::write(&plain, b"x").unwrap();
    let mode = |path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&ours), mode(&plain));
}

const KILL_DIR: &str = "SALTA_RECORD_KILL_DIR";

#[test]
fn a_killed_writer_leaves_a_whole_shard() {
    if let Some(dir) = std::env::var_os(KILL_DIR) {
        write_until_killed(Path::new(&dir));
    }
    let dir = tempdir().unwrap();
    let path = dir.path().join("a.shard");
    for round in 0..8 {
        let mut writer = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_killed_writer_leaves_a_whole_shard"])
            .env(KILL_DIR, dir.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let started = Instant::now();
        while !path.exists() {
            assert!(started.elapsed() < Duration::from_secs(60), "nothing is written");
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_millis(10 + 3 * round));
        writer.kill().unwrap();
        writer.wait().unwrap();
        let (header, games) = read_shard(&path).unwrap();
        assert_eq!(games.len(), header.records as usize);
        remove_leftovers(dir.path()).unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}

/// Runs in a child process, which the test starts by running itself with [`KILL_DIR`] set.
fn write_until_killed(dir: &Path) -> ! {
    let path = dir.join("a.shard");
    let mut games = (1..=50).cycle();
    loop {
        let count = games.next().expect("it goes round");
        let games: Vec<_> = (0..count).map(|g| common::synthetic_game(g, 240, 10)).collect();
        write_shard(&path, &common::header(0), &games).unwrap();
    }
}

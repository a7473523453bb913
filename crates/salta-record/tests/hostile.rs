//! Damaged, foreign and missing files: always an error that names the fault, never a panic.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use salta_record::{
    FORMAT_VERSION, Fault, RecordError, read_header, read_shard, remove_leftovers, write_shard,
};
use tempfile::{TempDir, tempdir};

/// A small shard's bytes, and a directory to put variations of it into.
fn small_shard() -> (TempDir, PathBuf, Vec<u8>) {
    let dir = tempdir().unwrap();
    let path = dir.path().join("small.shard");
    let game = common::synthetic_game(1, 6, 4);
    write_shard(&path, &common::header(1), &[game]).unwrap();
    let bytes = fs::read(&path).unwrap();
    (dir, path, bytes)
}

fn read_bytes(path: &Path, bytes: &[u8]) -> RecordError {
    fs::write(path, bytes).unwrap();
    let _ = read_header(path);
    read_shard(path).unwrap_err()
}

#[test]
fn every_altered_byte_is_noticed() {
    let (_dir, path, bytes) = small_shard();
    for at in 0..bytes.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut altered = bytes.clone();
            altered[at] ^= flip;
            let error = read_bytes(&path, &altered);
            let expected = match at {
                0..8 => "not a shard",
                8..10 => "has shard format version",
                _ => "checksum mismatch",
            };
            assert!(error.fault.to_string().starts_with(expected), "byte {at}: {error}");
        }
    }
}

#[test]
fn every_cut_is_reported_as_one() {
    let (_dir, path, bytes) = small_shard();
    for len in 0..bytes.len() {
        let error = read_bytes(&path, &bytes[..len]);
        let expected = if len < 38 { 38 } else { bytes.len() };
        let sentence = format!("truncated: expected at least {expected} bytes, found {len}");
        assert_eq!(error.fault.to_string(), sentence);
        assert_eq!(read_header(&path).unwrap_err().fault.to_string(), sentence);
    }
}

#[test]
fn bytes_after_the_end_are_noticed() {
    let (_dir, path, mut bytes) = small_shard();
    bytes.push(0);
    let error = read_bytes(&path, &bytes);
    assert_eq!(error.fault.to_string(), "malformed shard: there are bytes after its end");
}

#[test]
fn another_version_is_named() {
    let (_dir, path, mut bytes) = small_shard();
    bytes[8..10].copy_from_slice(&(FORMAT_VERSION + 6).to_le_bytes());
    let error = read_bytes(&path, &bytes);
    let (path_shown, found) = (path.display(), FORMAT_VERSION + 6);
    let what = format!("has shard format version {found}, and this build reads versions up to");
    assert_eq!(error.to_string(), format!("{path_shown}: {what} {FORMAT_VERSION}"));
    assert_eq!(error.path, path);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn random_files_are_errors(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let dir = tempdir().unwrap();
        read_bytes(&dir.path().join("random.shard"), &bytes);
    }

    #[test]
    fn many_flipped_bits_are_errors(flips in prop::collection::btree_set(0..4000usize, 1..40)) {
        let (_dir, path, mut bytes) = small_shard();
        let bits = bytes.len() * 8;
        let flips: std::collections::BTreeSet<_> = flips.into_iter().map(|bit| bit % bits).collect();
        for bit in flips {
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        read_bytes(&path, &bytes);
    }
}

#[test]
fn a_missing_file_and_a_directory_are_distinguished() {
    let dir = tempdir().unwrap();
    let missing = dir.path().join("missing.shard");
    assert!(matches!(read_shard(&missing), Err(RecordError { fault: Fault::NotFound, .. })));
    assert!(matches!(read_header(&missing), Err(RecordError { fault: Fault::NotFound, .. })));
    let read = read_shard(dir.path()).unwrap_err();
    let written = write_shard(dir.path(), &common::header(0), &[]).unwrap_err();
    for error in [read, written] {
        assert_eq!(error.fault.to_string(), "is a directory, not a file");
    }
    let nowhere = dir.path().join("nowhere");
    let error = write_shard(nowhere.join("a.shard"), &common::header(0), &[]).unwrap_err();
    assert!(matches!(error, RecordError { fault: Fault::NotFound, .. }), "{error}");
    assert_eq!(error.path, nowhere);
    assert!(matches!(remove_leftovers(&nowhere), Err(RecordError { fault: Fault::NotFound, .. })));
}

#[cfg(unix)]
#[test]
fn a_device_is_not_read() {
    let error = read_shard("/dev/zero").unwrap_err();
    assert_eq!(error.to_string(), "/dev/zero: not a regular file");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_is_reported_as_such() {
    use std::os::unix::fs::PermissionsExt;
    let (_dir, path, _) = small_shard();
    fs::set_permissions(&path, PermissionsExt::from_mode(0o000)).unwrap();
    // The superuser can read it anyway; the mapping itself has a unit test.
    if fs::File::open(&path).is_err() {
        assert_eq!(read_shard(&path).unwrap_err().fault.to_string(), "permission denied");
    }
}

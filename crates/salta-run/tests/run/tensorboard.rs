//! TensorBoard's event files: TFRecords of protocol buffers, read by hand.

use std::fs;

use salta_run::read_metrics;

use crate::common::{created, files, folder, go_on, trained};

/// The bodies of the records in an event file: length (8 bytes), its CRC (4), body, its CRC (4).
fn records(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
        all.push(bytes[12..12 + length].to_vec());
        bytes = &bytes[12 + length + 4..];
    }
    all
}

/// The value of a record with this tag: field 2 of the summary's value, a 32-bit float.
fn value(record: &[u8], tag: &str) -> Option<f32> {
    let end = record.windows(tag.len()).position(|part| part == tag.as_bytes())? + tag.len();
    let (key, rest) = record[end..].split_first()?;
    let bits = rest.first_chunk().filter(|_| *key == 2 << 3 | 5)?;
    Some(f32::from_le_bytes(*bits))
}

#[test]
fn event_files_hold_the_scalars_of_every_generation() {
    let folder = folder();
    let run = trained(folder.path(), &[]);
    let metrics = read_metrics(&run.metrics()).unwrap();
    // Train again: the file is derived from the metrics, and replaces the previous process's file,
    // but not those of a learner in Python.
    let own = run.tensorboard().join("mine");
    fs::create_dir(&own).unwrap();
    fs::write(own.join("events.out.tfevents.1.host"), "").unwrap();
    go_on(&run).unwrap();
    let mut files = files(&run.tensorboard());
    files.retain(|path, _| !path.contains("mine"));
    assert!(own.join("events.out.tfevents.1.host").exists());
    assert_eq!(files.len(), 1);
    let (path, bytes) = files.into_iter().next().unwrap();
    assert!(path.contains("tfevents"));
    let records = records(&bytes.0);
    let of = |tag| records.iter().filter_map(|r| value(r, tag)).collect::<Vec<_>>();
    let expected = |of: fn(&salta_run::Metrics) -> f64| {
        metrics.iter().map(|metrics| of(metrics) as f32).collect::<Vec<_>>()
    };
    assert_eq!(of("loss/total"), expected(|m| m.losses.total.into()));
    assert_eq!(of("loss/policy"), expected(|m| m.losses.policy.into()));
    assert_eq!(of("learner/learning_rate"), expected(|m| m.losses.learning_rate.into()));
    assert_eq!(of("games/mean_plies"), expected(|m| m.games.mean_plies));
    assert_eq!(of("games/policy_entropy"), expected(|m| m.games.policy_entropy));
    assert_eq!(of("time/selfplay_seconds"), expected(|m| m.time.selfplay));
    assert!(metrics.iter().all(|m| m.time.train > 0.0), "{metrics:?}");
    let told = |m: &salta_run::Metrics| !cfg!(target_os = "linux") || m.time.memory_bytes > 1 << 20;
    assert!(metrics.iter().all(told), "{metrics:?}");
}

#[test]
fn training_does_without_a_directory_that_cannot_be_written() {
    let folder = folder();
    let run = created(folder.path(), &["generations=1"]);
    // With a file at that path, not even root can create the directory.
    fs::write(run.tensorboard(), "not a directory").unwrap();
    go_on(&run).unwrap();
    assert_eq!(read_metrics(&run.metrics()).unwrap().len(), 1);
    assert_eq!(fs::read(run.tensorboard()).unwrap(), b"not a directory");
}

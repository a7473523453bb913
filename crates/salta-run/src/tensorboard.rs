//! TensorBoard's event file, derived from the metrics: TFRecords of protocol buffers
//! (`tensorflow/core/util/event.proto`, `tensorflow/core/lib/io/record_writer.cc`).
//!
//! A failure must not end training: the first one is reported, and writing then stops.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use prost::Message;
use tracing::warn;

use crate::metrics::{Metric, Metrics, metrics as all_metrics};

/// The writer of a run's event file; the default writes nothing.
#[derive(Default)]
pub(crate) struct TensorBoard {
    file: Option<(File, PathBuf)>,
}

#[derive(Clone, PartialEq, Message)]
struct Event {
    #[prost(double, tag = "1")]
    wall_time: f64,
    #[prost(int64, tag = "2")]
    step: i64,
    #[prost(string, optional, tag = "3")]
    file_version: Option<String>,
    #[prost(message, optional, tag = "5")]
    summary: Option<Summary>,
}

#[derive(Clone, PartialEq, Message)]
struct Summary {
    #[prost(message, repeated, tag = "1")]
    values: Vec<Scalar>,
}

#[derive(Clone, PartialEq, Message)]
struct Scalar {
    #[prost(string, tag = "1")]
    tag: String,
    #[prost(float, optional, tag = "2")]
    value: Option<f32>,
}

impl TensorBoard {
    /// Starts a new event file with the metrics so far, in place of an earlier process's.
    pub(crate) fn start(dir: &Path, so_far: &[Metrics]) -> TensorBoard {
        let path = dir.join(format!("events.out.tfevents.{}.salta", now() as u64));
        let open = || -> io::Result<File> {
            fs::create_dir_all(dir)?;
            for entry in fs::read_dir(dir)? {
                let earlier = entry?.path();
                if earlier.extension().is_some_and(|of| of == "salta") {
                    fs::remove_file(earlier)?;
                }
            }
            let mut file = File::create_new(&path)?;
            let file_version = Some("brain.Event:2".into());
            let first = Event { wall_time: now(), file_version, ..Event::default() };
            file.write_all(&record(&first))?;
            Ok(file)
        };
        let opened = open().inspect_err(|error| gone(&path, error));
        let mut board = TensorBoard { file: opened.ok().map(|file| (file, path.clone())) };
        so_far.iter().for_each(|metrics| board.add(metrics));
        board
    }

    pub(crate) fn add(&mut self, metrics: &Metrics) {
        let Some((file, path)) = &mut self.file else { return };
        let (line, step) = (metrics.to_json(), i64::from(metrics.generation));
        let event = |(value, tag): (f64, String)| {
            let scalar = Scalar { tag, value: Some(value as f32) };
            let summary = Some(Summary { values: vec![scalar] });
            record(&Event { wall_time: now(), step, summary, ..Event::default() })
        };
        let value = |metric: Metric| Some((metric.value(&line)?, metric.tag));
        let values = all_metrics().into_iter().filter_map(value);
        let bytes: Vec<u8> = values.flat_map(event).collect();
        if let Err(error) = file.write_all(&bytes) {
            gone(path, &error);
            self.file = None;
        }
    }
}

fn gone(path: &Path, error: &io::Error) {
    warn!("{}: {error}; training goes on without TensorBoard's file", path.display());
}

/// Seconds since 1970, used only for the time axis of the curves.
fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

/// Length (8 bytes), its checksum (4), the event, its checksum (4).
fn record(event: &Event) -> Vec<u8> {
    let event = event.encode_to_vec();
    let length = (event.len() as u64).to_le_bytes();
    let checksums = [masked(&length), masked(&event)];
    [length.as_slice(), &checksums[0], &event, &checksums[1]].concat()
}

fn masked(bytes: &[u8]) -> [u8; 4] {
    crc32c(bytes).rotate_right(15).wrapping_add(0xa282_ead8).to_le_bytes()
}

/// CRC-32C (Castagnoli), bit by bit, which suffices for a few kilobytes per generation.
fn crc32c(bytes: &[u8]) -> u32 {
    let bit = |crc: u32, _| (crc >> 1) ^ (0x82f6_3b78 & (crc & 1).wrapping_neg());
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), bit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_castagnolis() {
        // RFC 3720, appendix B.4, and the usual check value.
        assert_eq!(crc32c(b"123456789"), 0xe306_9283);
        assert_eq!(crc32c(&[0; 32]), 0x8a91_36aa);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_ends_the_writing_and_nothing_else() {
        let full = File::create("/dev/full").unwrap();
        let mut board = TensorBoard { file: Some((full, "/dev/full".into())) };
        let metrics: Metrics = serde_json::from_str(crate::metrics::EARLIER_LINE).unwrap();
        board.add(&metrics);
        assert!(board.file.is_none());
        board.add(&metrics);
    }
}

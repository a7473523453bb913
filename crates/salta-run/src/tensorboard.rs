//! TensorBoard's event files, derived from the metrics.
//!
//! tensorboard-rs panics where it cannot write; training must not go down with it, so every call is
//! fenced and the first failure ends the writing.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use tensorboard_rs::summary_writer::SummaryWriter;
use tracing::warn;

use crate::metrics::{Metrics, metrics as all_metrics};

/// The one writer of a run.
pub(crate) struct TensorBoard {
    writer: Option<SummaryWriter>,
}

impl TensorBoard {
    /// One that writes nothing.
    pub(crate) fn none() -> TensorBoard {
        TensorBoard { writer: None }
    }

    /// Starts a fresh event file with what has been measured so far.
    pub(crate) fn start(dir: &Path, so_far: &[Metrics]) -> TensorBoard {
        let open = || {
            let _ = fs::remove_dir_all(dir);
            fs::create_dir_all(dir).ok()?;
            let probe = dir.join(".probe");
            fs::write(&probe, b"").ok()?;
            fs::remove_file(&probe).ok()?;
            Some(SummaryWriter::new(dir))
        };
        let mut board = TensorBoard { writer: fenced(open).flatten() };
        if board.writer.is_none() {
            warn!("{}: no TensorBoard files (it cannot be written)", dir.display());
        }
        so_far.iter().for_each(|metrics| board.add(metrics));
        board
    }

    /// Adds a generation.
    pub(crate) fn add(&mut self, metrics: &Metrics) {
        let Some(mut writer) = self.writer.take() else { return };
        let step = metrics.generation as usize;
        let write = || {
            let line = metrics.to_json();
            for metric in all_metrics() {
                let value = metric.value(&line).unwrap_or(f64::NAN);
                writer.add_scalar(&metric.tag, value as f32, step);
            }
            writer.flush();
            writer
        };
        self.writer = fenced(write);
        if self.writer.is_none() {
            warn!("TensorBoard's file could not be written; training goes on without it");
        }
    }
}

fn fenced<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

//! TensorBoard's event files, derived from the metrics.
//!
//! tensorboard-rs panics where it cannot write; training must not go down with it, so every call is
//! fenced and the first failure ends the writing.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use tensorboard_rs::summary_writer::SummaryWriter;
use tracing::warn;

use crate::metrics::Metrics;

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
            for (tag, value) in scalars(metrics) {
                writer.add_scalar(tag, value as f32, step);
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

fn scalars(metrics: &Metrics) -> [(&'static str, f64); 18] {
    let (losses, games, time) = (&metrics.losses, &metrics.games, &metrics.time);
    [
        ("loss/total", losses.total.into()),
        ("loss/policy", losses.policy.into()),
        ("loss/wdl", losses.wdl.into()),
        ("loss/margin", losses.margin.into()),
        ("loss/plies", losses.plies.into()),
        ("loss/reply", losses.reply.into()),
        ("loss/home", losses.home.into()),
        ("loss/soon", losses.soon.into()),
        ("learner/gradient_norm", losses.gradient_norm.into()),
        ("learner/learning_rate", losses.learning_rate.into()),
        ("games/mean_plies", games.mean_plies),
        ("games/finished", games.finished),
        ("games/white_margin", games.white_margin),
        ("games/policy_entropy", games.policy_entropy),
        ("games/value_surprise", games.value_surprise),
        ("time/selfplay_seconds", time.selfplay),
        ("time/train_seconds", time.train),
        ("time/positions_per_second", time.positions_per_second),
    ]
}

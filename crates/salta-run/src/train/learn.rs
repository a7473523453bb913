//! Learning without self-play: other processes play the games, on any number of machines.
//!
//! The run determines the games of a generation and the network that plays them. So they are the
//! same whichever process plays them, and a run can switch between the two ways of training after
//! any generation.

use std::path::PathBuf;

use serde::Serialize;

use super::Training;
use crate::config::EvaluatorKind;
use crate::display::Display;
use crate::error::{RunError, refuse_if};
use crate::metrics::{Metrics, TimeMetrics};
use crate::run_dir::RunDir;
use crate::threads::pool;

/// The games that must be played before the learner can continue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GamesRequest {
    /// The generation that the games belong to.
    pub generation: u32,
    /// The network that plays them.
    pub checkpoint: PathBuf,
    /// The directory for their shards.
    pub games: PathBuf,
    /// Game numbers of each group whose shard is missing, end exclusive.
    pub groups: Vec<[u64; 2]>,
}

/// A provider of games.
pub trait RemoteGames: Send {
    /// Returns once the shards of all groups are in their directory, with the effort it took; or
    /// `None`, to stop here.
    ///
    /// # Errors
    /// Any failure.
    fn play(&mut self, wanted: &GamesRequest) -> Result<Option<TimeMetrics>, RunError>;

    /// Called when a generation is complete, with its metrics, and the same as a line of text.
    ///
    /// # Errors
    /// Any failure.
    fn learned(&mut self, metrics: &Metrics, line: &str) -> Result<(), RunError>;
}

/// Trains a run to the end of generation `last` on games that are played elsewhere, on `threads`
/// threads (0: one per core).
///
/// # Errors
/// As [`train`](super::train), or if a shard that should exist is missing.
pub fn learn(
    run: &RunDir,
    last: u32,
    threads: usize,
    remote: &mut dyn RemoteGames,
    display: &Display,
) -> Result<(), RunError> {
    let what = "its learner is another program (`evaluator` is onnx); use `salta train`";
    refuse_if(run.config().evaluator == EvaluatorKind::Onnx, run.root(), what)?;
    let generations = run.config().generations;
    pool(threads)?.install(|| {
        let mut training = Training::restore(run, display)?;
        display.start(1.0, 0.0);
        for generation in training.done + 1..=last.min(generations) {
            let Some(time) = remote.play(&training.wanted(generation))? else { break };
            let games = training.played_games(generation)?;
            let metrics = training.learn_from(generation, &games, time)?;
            remote.learned(&metrics, &metrics.summary(generations))?;
        }
        Ok(())
    })
}

impl Training<'_> {
    fn wanted(&self, generation: u32) -> GamesRequest {
        let games = self.run.games(generation);
        let groups = self.run.generation(generation).missing(&games);
        GamesRequest {
            generation,
            checkpoint: self.run.checkpoint(generation - 1),
            groups: groups.into_iter().map(|group| [group.games.start, group.games.end]).collect(),
            games,
        }
    }
}

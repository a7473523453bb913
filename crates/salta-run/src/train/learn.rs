//! Learning alone: others play the games, on as many machines as they like.
//!
//! Which games a generation has, and with which network, is the run's; so whoever plays them, they
//! are the same, and the run may change hands after any generation.

use std::path::PathBuf;

use serde::Serialize;

use super::Training;
use crate::config::EvaluatorKind;
use crate::display::Display;
use crate::error::RunError;
use crate::metrics::{Metrics, TimeMetrics};
use crate::run_dir::RunDir;
use crate::threads::pool;

/// What is to be played before the next generation can be learned from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GamesRequest {
    /// The generation that the games belong to.
    pub generation: u32,
    /// The network that plays them.
    pub checkpoint: PathBuf,
    /// Where their shards go.
    pub games: PathBuf,
    /// Numbers of the games whose shards are not there yet, the second exclusive, a group each.
    pub groups: Vec<[u64; 2]>,
}

/// Those who have the games played.
pub trait RemoteGames: Send {
    /// Returns once the shards of all groups lie where they are wanted, with what that took; or
    /// none, to end here.
    ///
    /// # Errors
    /// Whatever went wrong.
    fn play(&mut self, wanted: &GamesRequest) -> Result<Option<TimeMetrics>, RunError>;

    /// A generation counts: its numbers, and the same as a line.
    ///
    /// # Errors
    /// Whatever went wrong.
    fn learned(&mut self, metrics: &Metrics, line: &str) -> Result<(), RunError>;
}

/// Trains a run to the end of generation `last` on games that are played elsewhere, on `threads`
/// threads (0: one per core).
///
/// # Errors
/// As [`train`](super::train), or if a shard is missing where none should be.
pub fn learn(
    run: &RunDir,
    last: u32,
    threads: usize,
    remote: &mut dyn RemoteGames,
    display: &Display,
) -> Result<(), RunError> {
    if run.config().evaluator == EvaluatorKind::Onnx {
        let what = "its learner is another program (`evaluator` is onnx); use `salta train`";
        return Err(RunError::at(run.root(), what));
    }
    let work = || Training::restore(run, display)?.learn_on(last, remote);
    pool(threads)?.install(work)
}

impl Training<'_> {
    fn learn_on(mut self, last: u32, remote: &mut dyn RemoteGames) -> Result<(), RunError> {
        let config = self.run.config();
        self.display.start(1.0, 0.0);
        for generation in self.done + 1..=last.min(config.generations) {
            let Some(time) = remote.play(&self.wanted(generation))? else { break };
            let games = self.played_games(generation)?;
            self.push(generation, &games)?;
            let metrics = self.learn_from(generation, &games, time)?;
            remote.learned(&metrics, &metrics.summary(config.generations))?;
        }
        Ok(())
    }

    fn wanted(&self, generation: u32) -> GamesRequest {
        let games = self.run.games(generation);
        let groups = self.games_of(generation).missing(&games);
        GamesRequest {
            generation,
            checkpoint: self.run.checkpoint(generation - 1),
            groups: groups.into_iter().map(|group| [group.games.start, group.games.end]).collect(),
            games,
        }
    }
}

//! Errors of a run, one sentence each.

use std::fmt::Display;
use std::path::Path;

use salta_arena::MatchError;
use salta_net::{CheckpointError, ComputeError, ConfigError, LearnerConfig};
use salta_record::RecordError;
use salta_search::AbsorbError;
use salta_selfplay::GroupError;
use salta_solve::SolveError;
use thiserror::Error;

/// Why a run failed. Errors that no caller distinguishes are plain sentences.
#[derive(Debug, Error)]
pub enum RunError {
    /// The caller asked to stop; the run can be resumed from disk.
    #[error("stopped")]
    Stopped,
    /// A failure that resuming only repeats.
    #[error("{0}")]
    Repeated(String),
    /// A file cannot be read or written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A checkpoint cannot be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// Invalid evaluations by the untrained network, or by one whose checkpoint is not known here.
    #[error("the network's evaluations cannot be used: {0}")]
    Evaluation(AbsorbError),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl RunError {
    /// A problem with the file or other thing that `place` names.
    pub fn at(place: impl AsRef<Path>, what: impl Display) -> RunError {
        RunError::Other(format!("{}: {what}", place.as_ref().display()))
    }

    pub(crate) fn in_generation(generation: u32, what: impl Display) -> RunError {
        RunError::Other(format!("generation {generation}: {what}"))
    }

    /// The error that a directory is not a run because a required file is missing.
    pub(crate) fn not_a_run(path: &Path, missing: &str) -> RunError {
        RunError::at(path, format_args!("not a training run ({missing} is missing)"))
    }

    /// The same error; if it is about evaluations, it then names the network's checkpoint.
    pub(crate) fn of_network(self, checkpoint: &Path) -> RunError {
        match self {
            RunError::Evaluation(_) => RunError::at(checkpoint, self),
            other => other,
        }
    }

    /// The error that recomputing `what` gave a different result, so that the run does not follow
    /// from its config; `isa` says if it was made with another instruction set.
    pub(crate) fn departs(
        run: &Path,
        generation: u32,
        what: &str,
        isa: Option<String>,
    ) -> RunError {
        let promise = "the same bits are promised for one build and instruction set";
        let isa = isa.map_or(String::new(), |isa| format!("; {isa}"));
        let what = format!("{what} cannot be reproduced from the run's config ({promise}{isa})");
        RunError::at(run, RunError::in_generation(generation, what))
    }

    /// The error that training with this config has diverged; nothing of the generation was saved.
    pub(crate) fn diverged(generation: u32, what: &str, config: &LearnerConfig) -> RunError {
        let LearnerConfig { learning_rate, clip_norm, .. } = config;
        let last_good = match generation - 1 {
            0 => "nothing was saved of it".into(),
            last => format!("generation {last} is intact"),
        };
        RunError::in_generation(
            generation,
            format_args!(
                "{what}, so training has diverged; {last_good}; lower `learner.learning_rate` \
                 ({learning_rate} now) or `learner.clip_norm` ({clip_norm} now) with --set"
            ),
        )
    }
}

/// Fails with a problem with `place`, a file or other thing, if there is one.
pub(crate) fn refuse_if(
    wrong: bool,
    place: impl AsRef<Path>,
    what: impl Display,
) -> Result<(), RunError> {
    if wrong { Err(RunError::at(place, what)) } else { Ok(()) }
}

/// Adds to an error what it is about.
pub(crate) trait At<T> {
    /// The same, with an error that names `place`, a file or other thing.
    fn at(self, place: impl AsRef<Path>) -> Result<T, RunError>;
}

impl<T, E: Display> At<T> for Result<T, E> {
    fn at(self, place: impl AsRef<Path>) -> Result<T, RunError> {
        self.map_err(|error| RunError::at(place, error))
    }
}

impl From<GroupError> for RunError {
    fn from(error: GroupError) -> RunError {
        match error {
            GroupError::Stopped => RunError::Stopped,
            GroupError::Evaluation(error) => RunError::Evaluation(error),
        }
    }
}

impl From<MatchError> for RunError {
    fn from(error: MatchError) -> RunError {
        match error {
            MatchError::Stopped => RunError::Stopped,
            error => RunError::Other(error.to_string()),
        }
    }
}

impl From<SolveError> for RunError {
    fn from(error: SolveError) -> RunError {
        match error {
            SolveError::Stopped => RunError::Stopped,
            error => RunError::Other(error.to_string()),
        }
    }
}

impl From<ConfigError> for RunError {
    fn from(error: ConfigError) -> RunError {
        RunError::Other(format!("[learner] {error}"))
    }
}

impl From<ComputeError> for RunError {
    fn from(error: ComputeError) -> RunError {
        RunError::at("`compute`", error)
    }
}

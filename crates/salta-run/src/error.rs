//! What can go wrong in a run, one sentence each.

use std::io;
use std::path::PathBuf;

use salta_arena::MatchError;
use salta_net::{CheckpointError, ComputeError, ConfigError, LearnerConfig};
use salta_record::RecordError;
use salta_selfplay::Stopped;
use salta_train::{ReplayError, TrainError};
use thiserror::Error;

use crate::difference::Difference;

/// Why a run did not go through.
#[derive(Debug, Error)]
pub enum RunError {
    /// It was told to stop; what is on disk resumes it.
    #[error("stopped")]
    Stopped,
    /// A config file is wrong.
    #[error("{}: {what}", path.display())]
    Config {
        /// The file.
        path: PathBuf,
        /// Line, key and what is wrong with it.
        what: String,
    },
    /// An override is wrong.
    #[error("--set {set}: {what}")]
    Override {
        /// The override as given.
        set: String,
        /// What is wrong with it.
        what: String,
    },
    /// A variant is neither a name nor a good file.
    #[error("variant `{variant}`: {what}")]
    Variant {
        /// As given.
        variant: String,
        /// What is wrong with it.
        what: String,
    },
    /// A file or directory cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A directory is no run.
    #[error("{}: not a training run ({missing} is missing)", path.display())]
    NotARun {
        /// The directory.
        path: PathBuf,
        /// The file that makes a directory a run.
        missing: &'static str,
    },
    /// A run of the same name is there already.
    #[error("{}: exists already; resume it with `salta train --resume {}`, or choose another --out",
        path.display(), path.display())]
    Exists {
        /// The directory.
        path: PathBuf,
    },
    /// Something else is where a run should go.
    #[error("{}: exists already and is not a training run; choose another --out", path.display())]
    Occupied {
        /// The file or directory.
        path: PathBuf,
    },
    /// Another process works on the run.
    #[error("{}: in use by another process", path.display())]
    InUse {
        /// The directory.
        path: PathBuf,
    },
    /// The run was made by another version of the rules or the encoding.
    #[error("{}: made with {what} version {found}; this build has {expected}", path.display())]
    OtherVersion {
        /// The run or checkpoint.
        path: PathBuf,
        /// `rules` or `encoding`.
        what: &'static str,
        /// Its version.
        found: u64,
        /// The version of this build.
        expected: u32,
    },
    /// The run does not fit into this machine.
    #[error("{what} may take {:.1} GB of memory, by {keys}; this machine has {:.1} GB",
        bytes / 1e9, *memory as f64 / 1e9)]
    Memory {
        /// What takes it.
        what: &'static str,
        /// The keys of the config that say how much.
        keys: &'static str,
        /// Bytes that it takes at most.
        bytes: f64,
        /// Bytes that there are.
        memory: u64,
    },
    /// A file of the run is damaged.
    #[error("{}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A shard of the run cannot be read.
    #[error("{0}; remove it to have its games played again")]
    Shard(RecordError),
    /// A file cannot be read or written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A checkpoint cannot be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A record does not play through.
    #[error("generation {generation}: {error}")]
    Replay {
        /// Generation of the record.
        generation: u32,
        /// Where it fails.
        error: ReplayError,
    },
    /// Training has diverged; nothing of it was saved.
    #[error("generation {generation}: {what}, so training has diverged; {}; lower \
        `learner.learning_rate` ({learning_rate} now) or `learner.clip_norm` ({clip_norm} now) with \
        --set", last_good(*generation))]
    Diverged {
        /// The generation that is lost.
        generation: u32,
        /// The step, and what is not finite.
        what: String,
        /// The peak of the learning rate.
        learning_rate: f32,
        /// The gradient's largest norm.
        clip_norm: f32,
    },
    /// A file of the run was edited.
    #[error("{}: {difference} as recorded in generation {generation}; put it back (changes go \
        through --resume with --set)", path.display())]
    Edited {
        /// The file.
        path: PathBuf,
        /// The key, and both values.
        difference: Difference,
        /// The generation whose manifest has it otherwise.
        generation: u32,
    },
    /// A file of the run is another one.
    #[error("{}: not what generation {generation} recorded; it was exchanged or altered: put it \
        back", path.display())]
    Exchanged {
        /// The file or directory.
        path: PathBuf,
        /// The generation whose manifest has another checksum.
        generation: u32,
    },
    /// The run and its config have parted.
    #[error("{}: generation {generation}: {what} is not what the run's config makes of it (the same \
        bits are promised for one build and instruction set)", path.display())]
    Departs {
        /// The run.
        path: PathBuf,
        /// The generation.
        generation: u32,
        /// What came out otherwise.
        what: String,
    },
    /// Learning failed.
    #[error("generation {generation}: {error}")]
    Train {
        /// The generation.
        generation: u32,
        /// What failed.
        error: TrainError,
    },
    /// A match failed.
    #[error(transparent)]
    Match(MatchError),
    /// The numbers of games asked for hold no whole group.
    #[error("no group of generation {generation} is within --games")]
    NoGroup {
        /// The generation.
        generation: u32,
    },
    /// Games that others should have played are not there.
    #[error("generation {generation}: some of its shards are missing")]
    ShardsMissing {
        /// The generation.
        generation: u32,
    },
    /// Those who have the games played said something else than what it took.
    #[error("standard input: {0}")]
    Answer(String),
    /// A number that no opponent of the run's tournament has.
    #[error("opponent {number}: the run's tournament has {count}, numbered from 0")]
    NoOpponent {
        /// As asked for.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// A generation that has no network.
    #[error("{}: generation {generation} has no network", path.display())]
    NoGeneration {
        /// The run.
        path: PathBuf,
        /// As asked for.
        generation: u32,
    },
    /// There can be no learner of these settings in this build.
    #[error("[learner] {0}")]
    Learner(#[from] ConfigError),
    /// The network cannot be computed where the config wants it.
    #[error("`compute`: {0}")]
    Compute(#[from] ComputeError),
    /// The threads could not be started.
    #[error("the threads could not be started: {0}")]
    Threads(String),
}

impl RunError {
    /// That training of a run with this config has diverged.
    pub(crate) fn diverged(generation: u32, what: String, config: &LearnerConfig) -> RunError {
        let LearnerConfig { learning_rate, clip_norm, .. } = *config;
        RunError::Diverged { generation, what, learning_rate, clip_norm }
    }
}

/// What training can go on from, after the loss of a generation.
fn last_good(lost: u32) -> String {
    match lost - 1 {
        0 => "nothing was saved of it".into(),
        last => format!("generation {last} is intact"),
    }
}

impl From<Stopped> for RunError {
    fn from(_: Stopped) -> RunError {
        RunError::Stopped
    }
}

impl From<MatchError> for RunError {
    fn from(error: MatchError) -> RunError {
        match error {
            MatchError::Stopped => RunError::Stopped,
            error => RunError::Match(error),
        }
    }
}

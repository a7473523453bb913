//! What a run begins with other than random weights: a checkpoint, or a generation of another run.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use salta_core::rules::Rules;
use salta_net::{Checkpoint, Learner, Network, checkpoint_checksum, load_network};
use salta_record::list_shards;
use salta_train::is_sample;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::config::RunConfig;
use crate::difference::{Difference, difference};
use crate::error::RunError;
use crate::files::create_dir;
use crate::generation::GroupGames;
use crate::metrics_file::read_metrics;
use crate::players::{checkpoint_in, checksum, load_checkpoint};
use crate::recorded::read_recorded;
use crate::run_dir::RunDir;

/// Where the generation 0 of a run comes from, as `run.json` keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The checkpoint or run, as it was given.
    pub from: PathBuf,
    /// The generation of that run, if it was forked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<u32>,
    /// Checksum of the checkpoint there.
    pub network: String,
    /// Checksum of `checkpoints/gen-0000`, which has the same weights.
    pub start: String,
    /// Checksum of `learner/gen-0000`, if the learner goes on; otherwise its optimiser starts anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learner: Option<String>,
    /// Samples that were played before.
    #[serde(default)]
    pub samples: u64,
    /// Where that run comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Box<Origin>>,
}

/// What a run begins with, read and checked before its directory is made.
pub struct Start {
    network: Network,
    learner: Option<Learner>,
    /// The shards of the replay window, oldest first.
    shards: Vec<PathBuf>,
    /// Those of the run, where the config names the same variants.
    pub(crate) rules: Option<Vec<Rules>>,
    origin: Origin,
}

impl Start {
    /// The weights of a checkpoint, or of the last one of a run.
    ///
    /// # Errors
    /// If it cannot be read, or its network is not the config's.
    pub fn from(path: &Path, config: &RunConfig) -> Result<Start, RunError> {
        let checkpoint = checkpoint_in(path)?;
        let (network, _) = load_checkpoint(&checkpoint)?;
        check_shape(&checkpoint, &network, config)?;
        let origin = Origin {
            from: path.into(),
            generation: None,
            network: checksum(&checkpoint)?.trim_matches('"').into(),
            start: String::new(),
            learner: None,
            samples: 0,
            origin: None,
        };
        Ok(Start { network, learner: None, shards: Vec::new(), rules: None, origin })
    }

    /// A generation of a run: its network, the games of its replay window, and its learner if that
    /// is one of those kept.
    ///
    /// # Errors
    /// As [`Start::from`], or if there is no such generation.
    pub fn fork(run: &RunDir, generation: u32, config: &RunConfig) -> Result<Start, RunError> {
        let path = run.checkpoint(generation);
        if !path.is_dir() {
            return Err(RunError::at(run.root(), format_args!("has no generation {generation}")));
        }
        let (network, _) = load_network(&path)?;
        check_shape(&path, &network, config)?;
        let learner = run.learner(generation);
        let learner = learner.is_dir().then(|| Learner::load(&learner)).transpose()?;
        let versions = run.versions();
        let lines = read_metrics(&run.metrics())?;
        let line = lines.iter().find(|line| line.generation == generation);
        let inherited = versions.origin.as_ref().map_or(0, |origin| origin.samples);
        let samples = line.map_or(inherited, |line| line.learned.samples);
        let origin = Origin {
            from: run.root().into(),
            generation: Some(generation),
            network: checkpoint_checksum(&path)?,
            start: String::new(),
            learner: None,
            samples,
            origin: versions.origin.clone().map(Box::new),
        };
        let own = run.config();
        let same = (&own.variant, &own.more_variants) == (&config.variant, &config.more_variants);
        Ok(Start {
            network,
            learner: learner.map(|(learner, _)| learner),
            shards: window_of(run, generation, config.train.window_size().samples(samples))?,
            rules: same.then(|| run.all_rules().to_vec()),
            origin,
        })
    }

    /// Writes it as generation 0 of the run at `root`; `metadata` is that of the checkpoint.
    pub(crate) fn write(&self, root: &Path, metadata: &Value) -> Result<Origin, RunError> {
        let dir = |name: &str| root.join(name).join("gen-0000");
        for parent in ["checkpoints", "learner", "games"] {
            create_dir(&root.join(parent))?;
        }
        let network = Checkpoint::of_network(&self.network, metadata)?;
        network.write(&dir("checkpoints"))?;
        let learner = self.learner.as_ref();
        let learner = learner.map(|l| Checkpoint::of_learner(l, metadata)).transpose()?;
        learner.iter().try_for_each(|learner| learner.write(&dir("learner")))?;
        create_dir(&dir("games"))?;
        for (number, shard) in self.shards.iter().enumerate() {
            let to = dir("games").join(format!("games-{number:08}.shard"));
            // Shards are never written to again, so a second name serves as well as a copy.
            let _ = fs::remove_file(&to);
            let linked = fs::hard_link(shard, &to).or_else(|_| fs::copy(shard, &to).map(drop));
            linked.map_err(|error| RunError::at(&to, error))?;
        }
        Ok(Origin {
            start: network.checksum().into(),
            learner: learner.map(|learner| learner.checksum().into()),
            ..self.origin.clone()
        })
    }
}

impl RunDir {
    /// The learner of a run that began with something.
    pub(crate) fn first_learner(&self, origin: &Origin) -> Result<Learner, RunError> {
        let check = |path: &Path, recorded: &str| match checkpoint_checksum(path)? == recorded {
            true => Ok(()),
            false => Err(RunError::at(path, "not what run.json recorded; put it back")),
        };
        if let Some(recorded) = &origin.learner {
            check(&self.learner(0), recorded)?;
            return Ok(Learner::load(&self.learner(0))?.0);
        }
        check(&self.checkpoint(0), &origin.start)?;
        let (network, _) = load_network(&self.checkpoint(0))?;
        Ok(Learner::from_network(network, &self.config().learner)?)
    }

    /// The games that a run began with, if it was forked.
    pub(crate) fn inherited_games(&self) -> Result<Vec<GroupGames>, RunError> {
        let shards = list_shards(self.games(0))?;
        let read = |path: &PathBuf| {
            let (_, variant, games) = read_recorded(path)?;
            Ok(GroupGames { variant: Arc::new(variant), games })
        };
        shards.iter().map(read).collect()
    }
}

/// Whether the config's network is that of the checkpoint, whatever it is computed in.
fn check_shape(path: &Path, network: &Network, config: &RunConfig) -> Result<(), RunError> {
    let [of_config, of_checkpoint] = [&config.network, network.config()].map(|network| {
        let mut network = json!(network);
        network.as_object_mut().expect("settings are a table").remove("precision");
        network
    });
    let Some(Difference { key, found, recorded }) = difference(&of_config, &of_checkpoint) else {
        return Ok(());
    };
    let show = |value: Option<Value>| value.map_or("missing".into(), |value| value.to_string());
    let (found, recorded) = (show(found), show(recorded));
    let what = format!("its `network.{key}` is {recorded}; the config has {found}");
    Err(RunError::at(path, what))
}

/// The newest shards of a run up to a generation that have so many samples, oldest first; fewer
/// where games have been removed.
fn window_of(run: &RunDir, generation: u32, most: u64) -> Result<Vec<PathBuf>, RunError> {
    let (mut shards, mut samples) = (Vec::new(), 0);
    for generation in (0..=generation).rev() {
        if samples >= most || !run.games(generation).is_dir() {
            break;
        }
        for path in list_shards(run.games(generation))?.into_iter().rev() {
            let (_, _, games) = read_recorded(&path)?;
            let plies = games.iter().flat_map(|game| &game.plies);
            samples += plies.filter(|ply| is_sample(ply)).count() as u64;
            shards.push(path);
        }
    }
    shards.reverse();
    Ok(shards)
}

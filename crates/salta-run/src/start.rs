//! Starting points of runs other than random weights.

use std::fs;
use std::path::{Path, PathBuf};

use salta_core::rules::Rules;
use salta_net::{Checkpoint, Learner, Network, SavedNetwork};
use salta_record::difference::{Difference, difference};
use salta_record::{sync_directory, write_atomically};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::config::RunConfig;
use crate::error::{At, RunError, refuse_if};
use crate::files::{create_dir, read_bytes};
use crate::generation::Generation;
use crate::generation_dirs::{CHECKPOINTS, GAMES, LEARNER, gen_name};
use crate::metadata::metadata;
use crate::players::{checkpoint_in, load_checkpoint};

/// Where generation 0 of a run comes from, as stored in `run.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The source, a checkpoint or run, as given by the user.
    pub from: PathBuf,
    /// The generation of the source, if the run was forked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<u32>,
    /// Checksum of the source's checkpoint.
    pub network: String,
    /// Checksum of `checkpoints/gen-0000`, which has the same weights.
    pub start: String,
    /// Checksum of `learner/gen-0000`, if the learner continues; otherwise the optimiser is reset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learner: Option<String>,
    /// Number of samples played before the run began.
    #[serde(default)]
    pub samples: u64,
    /// Origin of the forked run, if it did not begin with random weights either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Box<Origin>>,
}

/// The starting point of a run, read and checked before the run's directory is created.
pub struct Start {
    pub(crate) network: Network,
    pub(crate) learner: Option<Learner>,
    /// The shards of the replay window, oldest first.
    pub(crate) shards: Vec<PathBuf>,
    /// The forked run's rules, if the config names the same variants.
    pub(crate) rules: Option<Vec<Rules>>,
    pub(crate) origin: Origin,
}

impl Start {
    /// Starts from the weights of a checkpoint, or of a run's last checkpoint.
    ///
    /// # Errors
    /// If it cannot be read, its network's shape is not that of the config, or the path is not
    /// UTF-8, which `run.json` cannot record.
    pub fn from(path: &Path, config: &RunConfig) -> Result<Start, RunError> {
        let what = "the path is not UTF-8, so `run.json` cannot record it";
        refuse_if(path.to_str().is_none(), path, what)?;
        let what = "a run begins with a checkpoint's directory; `salta import` makes one of \
                    safetensors, not of ONNX";
        refuse_if(path.is_file(), path, what)?;
        let checkpoint = checkpoint_in(path)?;
        let SavedNetwork { network, checksum, .. } = load_checkpoint(&checkpoint)?;
        check_shape(&checkpoint, &network, config)?;
        let origin = Origin { from: path.into(), network: checksum, ..Origin::default() };
        Ok(Start { network, learner: None, shards: Vec::new(), rules: None, origin })
    }

    /// Writes generation 0 of the run at `root`, its network as the run plays with it.
    pub(crate) fn write(
        &self,
        root: &Path,
        config: &RunConfig,
        rules: &[Rules],
    ) -> Result<Origin, RunError> {
        let metadata = &metadata(config, rules, 0);
        let dir = |name: &str| root.join(name).join(gen_name(0));
        for parent in [CHECKPOINTS, LEARNER, GAMES] {
            create_dir(&root.join(parent))?;
        }
        // In the run's precision and calibrated on its own variants, as training writes it again.
        let network = self.network.with_values(self.network.values().to_vec());
        let network = Generation::new(config, rules, 1).in_precision(&network)?;
        let network = Checkpoint::of_network(&network, metadata)?;
        network.write(&dir(CHECKPOINTS))?;
        let learner = self.learner.as_ref();
        let learner = learner.map(|l| Checkpoint::of_learner(l, metadata)).transpose()?;
        learner.iter().try_for_each(|learner| learner.write(&dir(LEARNER)))?;
        create_dir(&dir(GAMES))?;
        for (number, shard) in self.shards.iter().enumerate() {
            let to = dir(GAMES).join(format!("games-{number:08}.shard"));
            // Shards are never written to again, so a hard link serves as well as a copy.
            if fs::hard_link(shard, &to).is_err() {
                write_atomically(&to, &read_bytes(shard)?)?;
            }
        }
        sync_directory(&dir(GAMES)).at(dir(GAMES))?;
        Ok(Origin {
            start: network.checksum().into(),
            learner: learner.map(|learner| learner.checksum().into()),
            ..self.origin.clone()
        })
    }
}

/// Checks that the config's network is that of the checkpoint; their precisions may differ.
pub(crate) fn check_shape(
    path: &Path,
    network: &Network,
    config: &RunConfig,
) -> Result<(), RunError> {
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

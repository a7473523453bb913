//! Runs that start where a generation of another run ended.

use std::path::{Path, PathBuf};

use salta_net::{Learner, SavedNetwork, checkpoint_checksum, load_network};
use salta_record::list_shards;
use salta_train::Window;
use tracing::warn;

use crate::config::{EvaluatorKind, RunConfig};
use crate::dataset::samples_in;
use crate::error::{At, RunError, refuse_if};
use crate::generation::GroupGames;
use crate::recorded::Shard;
use crate::run_dir::RunDir;
use crate::start::{Origin, Start, check_shape};

impl Start {
    /// Starts from a generation of a run: its network, the games of its replay window, and its
    /// learner if the run still has it.
    ///
    /// # Errors
    /// As [`Start::from`], or if there is no such generation, it is not complete, or its learner or
    /// games do not fit the config.
    pub fn fork(run: &RunDir, generation: u32, config: &RunConfig) -> Result<Start, RunError> {
        let path = run.checkpoint(generation);
        let what = "another program trains its networks, so it cannot be forked";
        refuse_if(run.config().evaluator == EvaluatorKind::Onnx, run.root(), what)?;
        let last = run.last_manifest()?.unwrap_or(0);
        let what = format!("has no generation {generation}; its last is {last}");
        refuse_if(!path.is_dir(), run.root(), what)?;
        run.check_checkpoint(generation)?;
        let SavedNetwork { network, checksum, .. } = load_network(&path)?;
        check_shape(&path, &network, config)?;
        let learner = run.learner(generation).is_dir();
        let learner = learner.then(|| run.read_learner(generation)).transpose()?;
        if let Some(learner) = &learner {
            learner.clone().with_config(&config.learner)?;
            run.warn_of_schedule(learner.steps(), &config.learner);
        }
        let versions = run.versions();
        let lines = run.checked_metrics()?;
        let samples = match lines.iter().find(|line| line.generation == generation) {
            Some(line) => line.learned.samples,
            None if generation == 0 => run.inherited_samples(),
            None => {
                let what = format!(
                    "the line of generation {generation} is missing, which counts the samples \
                     played; put it back, or fork a complete generation"
                );
                return Err(RunError::at(run.metrics(), what));
            }
        };
        let origin = Origin {
            from: run.root().into(),
            generation: Some(generation),
            network: checksum,
            samples,
            origin: versions.origin.clone().map(Box::new),
            ..Origin::default()
        };
        let most = config.train.window_after(samples).min(samples);
        let (shards, found) = window_of(run, generation, most)?;
        if found < most {
            warn!(
                "{}: of the last {most} samples only {found} are still there; the replay window \
                 begins with them",
                run.root().display()
            );
        }
        if config.train.needs_root_targets() {
            for path in &shards {
                let shard = Shard::read(path)?;
                Window::new(&config.train, 0).push_games(&shard.variant, &shard.games).at(path)?;
            }
        }
        Ok(Start {
            network,
            learner,
            shards,
            rules: run.has_variants_of(config).then(|| run.all_rules().to_vec()),
            origin,
        })
    }
}

impl RunDir {
    /// Whether a fork with this config names the same variants, and so has this run's rules.
    pub(crate) fn has_variants_of(&self, config: &RunConfig) -> bool {
        let own = self.config();
        (&own.variant, &own.more_variants) == (&config.variant, &config.more_variants)
    }

    /// The learner at generation 0 of a run that did not begin with random weights.
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
        let SavedNetwork { network, .. } = load_network(&self.checkpoint(0))?;
        Ok(Learner::from_network(network, &self.config().learner)?)
    }

    /// Number of samples played before the run began; 0 unless it was forked.
    pub(crate) fn inherited_samples(&self) -> u64 {
        self.versions().origin.as_ref().map_or(0, |origin| origin.samples)
    }

    /// The games that a run began with, if it was forked, compared with its first manifest.
    pub(crate) fn inherited_games(&self) -> Result<Vec<GroupGames>, RunError> {
        let shards = list_shards(self.games(0))?;
        if let Some(manifest) = self.read_manifest(0)? {
            manifest.check_shards(&self.games(0))?;
            if let Some(other) = shards.iter().find(|path| !manifest.has_shard(path)) {
                return Err(RunError::at(other, "not a shard that the run began with; remove it"));
            }
        }
        let read = |path: &PathBuf| {
            let Shard { variant, games, .. } = Shard::read(path)?;
            Ok(GroupGames { variant, games })
        };
        shards.iter().map(read).collect()
    }
}

/// The newest shards of a run up to a generation, oldest first, that together have at least `most`
/// samples; fewer samples if older games were removed. Also returns their number.
fn window_of(run: &RunDir, generation: u32, most: u64) -> Result<(Vec<PathBuf>, u64), RunError> {
    let (mut shards, mut samples) = (Vec::new(), 0);
    for generation in (0..=generation).rev() {
        let dir = run.games(generation);
        if samples >= most || !dir.is_dir() {
            break;
        }
        let manifest = run.read_manifest(generation)?;
        manifest.as_ref().map_or(Ok(()), |manifest| manifest.check_shards(&dir))?;
        // The run itself reads no others either.
        let is_own = |path: &PathBuf| manifest.as_ref().is_none_or(|of| of.has_shard(path));
        for path in list_shards(dir)?.into_iter().filter(is_own).rev() {
            let shard = Shard::read(&path)?;
            samples += samples_in(&shard.games).count() as u64;
            shards.push(path);
        }
    }
    shards.reverse();
    Ok((shards, samples))
}

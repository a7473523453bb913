//! The manifests of a run, against which its files are checked before they are used.

use std::collections::BTreeMap;
use std::path::Path;

use salta_net::{checkpoint_checksum, instruction_set};
use serde_json::Value;
use tracing::warn;

use crate::config::EvaluatorKind;
use crate::error::{At, RunError, refuse_if};
use crate::generation_manifest::{GenerationManifest, hash_of_file};
use crate::metrics::Metrics;
use crate::metrics_file::read_metrics;
use crate::run_dir::RunDir;
use crate::run_identity::check_recorded;

/// The manifests of a run up to a generation.
#[derive(Default)]
pub(crate) struct Manifests {
    /// The manifests with their checksums.
    by_generation: BTreeMap<u32, (GenerationManifest, String)>,
}

impl Manifests {
    /// Reads the manifests of the generations up to `last` and checks that each has the checksum of
    /// the previous one. If `last` is 0, there need not be one.
    ///
    /// # Errors
    /// If a manifest is missing or damaged.
    pub(crate) fn read(run: &RunDir, last: u32) -> Result<Manifests, RunError> {
        let mut by_generation = BTreeMap::<u32, (GenerationManifest, String)>::new();
        if last == 0 && !run.manifest(0).is_file() {
            return Ok(Manifests { by_generation });
        }
        for generation in 0..=last {
            let path = run.manifest(generation);
            let (manifest, checksum) = GenerationManifest::read(&path, generation)?;
            let previous = by_generation.last_key_value().map(|(_, (_, checksum))| checksum);
            let what = "it does not follow the manifest of the generation before";
            refuse_if(manifest.previous.as_ref() != previous, &path, what)?;
            by_generation.insert(generation, (manifest, checksum));
        }
        Ok(Manifests { by_generation })
    }

    /// The manifest of a generation; `None` if it is not among those that were read.
    pub(crate) fn get(&self, generation: u32) -> Option<&GenerationManifest> {
        self.by_generation.get(&generation).map(|(manifest, _)| manifest)
    }

    /// Writes the next manifest, with the checksums of the generation's network, learner and
    /// shards, replacing one of the same generation.
    pub(crate) fn add(
        &mut self,
        run: &RunDir,
        generation: u32,
        network: String,
        learner: Option<String>,
        shards: BTreeMap<String, String>,
        metrics: Option<Value>,
    ) -> Result<(), RunError> {
        let previous = self.by_generation.last_key_value();
        let manifest = GenerationManifest {
            isa: Some(instruction_set().into()),
            generation,
            previous: previous.map(|(_, (_, checksum))| checksum.clone()),
            identity: run.identity()?,
            network,
            learner,
            shards,
            metrics,
        };
        let checksum = manifest.write(&run.manifest(generation))?;
        self.by_generation.insert(generation, (manifest, checksum));
        Ok(())
    }

    /// All manifests, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &GenerationManifest> {
        self.by_generation.values().map(|(manifest, _)| manifest)
    }

    /// Checks a generation's network against its manifest.
    pub(crate) fn check_network(&self, run: &RunDir, generation: u32) -> Result<(), RunError> {
        let Some(manifest) = self.get(generation) else { return Ok(()) };
        let path = run.checkpoint(generation);
        let found = match run.config().evaluator {
            EvaluatorKind::Network => checkpoint_checksum(&path)?,
            EvaluatorKind::Onnx => hash_of_file(&path)?,
        };
        manifest.check(&path, &found, &manifest.network)
    }

    /// The run's metrics up to the last of these generations, compared with the manifests; lost
    /// lines are restored without their times.
    pub(crate) fn metrics(&self, run: &RunDir) -> Result<Vec<Metrics>, RunError> {
        let path = &run.metrics();
        let last = self.by_generation.last_key_value().map_or(0, |(last, _)| *last);
        let lines = read_metrics(path)?;
        if lines.iter().any(|line| line.generation == 0) {
            return Err(RunError::at(path, "a line of generation 0, which is not trained"));
        }
        let lines = lines.into_iter().filter(|line| line.generation <= last);
        let mut by_generation: BTreeMap<u32, Metrics> =
            lines.map(|line| (line.generation, line)).collect();
        for manifest in self.iter() {
            let (Some(recorded), generation) = (&manifest.metrics, manifest.generation) else {
                continue;
            };
            match by_generation.get(&generation) {
                Some(line) => check_line(path, line, recorded)?,
                None => {
                    warn!(
                        "{}: the line of generation {generation} is lost; restored from its \
                           manifest, without its times",
                        path.display()
                    );
                    let line =
                        serde_json::from_value(recorded.clone()).at(run.manifest(generation))?;
                    by_generation.insert(generation, line);
                }
            }
        }
        Ok(by_generation.into_values().collect())
    }
}

impl RunDir {
    /// The metrics of the generations that have a manifest, compared with it.
    ///
    /// # Errors
    /// If a file is damaged, there are lines but no manifests, or a line is not what its manifest
    /// recorded.
    pub fn checked_metrics(&self) -> Result<Vec<Metrics>, RunError> {
        let newest = read_metrics(&self.metrics())?.iter().map(|line| line.generation).max();
        let last = self.last_manifest()?.or(newest).unwrap_or(0);
        Manifests::read(self, last)?.metrics(self)
    }
}

fn check_line(path: &Path, line: &Metrics, recorded: &Value) -> Result<(), RunError> {
    // Parsed by this version, which may know more fields.
    let recorded: Metrics = serde_json::from_value(recorded.clone()).at(path)?;
    check_recorded(path, line.generation, &line.timeless(), &recorded.timeless())
}

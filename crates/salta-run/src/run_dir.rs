//! A run's directory: its layout, its lock, and which generations are complete.
//!
//! ```text
//! runs/NAME/
//!   config.toml            the resolved config      variant.toml   the resolved rules, and
//!                                                   variant-2.toml of more variants, and so on
//!   run.json               versions, seed, origin       lock           held while a process works
//!   games/gen-0001/*.shard the games of each generation, one shard a group
//!   checkpoints/gen-0000/  the network of each generation, to play with (0: untrained)
//!   learner/gen-0001/      the state that training resumes from; the last two are kept
//!   manifests/gen-0001.json config, versions and checksums of each generation
//!   changes.json           settings changed with `--resume --set`
//!   metrics.ndjson         one line per generation  tensorboard/   derived from it
//!   tournament/            results and games of the final matches
//!   evaluation/gen-0005/   the same matches of an earlier generation, if requested
//! ```

use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use salta_core::rules::{RULES_VERSION, Rules};
use salta_net::Compute;
use salta_record::remove_leftovers;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::config::{CHANGEABLE_KEYS, CONFIG, EvaluatorKind, RUNS, RunConfig};
use crate::error::{At, RunError, refuse_if};
use crate::files::{create_dir, read_json, write_json, write_text};
use crate::generation::{Generation, GroupGames};
use crate::generation_dirs::{CHECKPOINTS, GAMES, LEARNER, gen_name, generations_in, names_in};
use crate::kept_config::{check_same_config, check_same_rules};
use crate::lock::{LOCK, Lock, lock};
use crate::made_with::{check_made_with, other_version};
use crate::matches::check_final_tournament;
use crate::memory;
use crate::metadata::metadata;
use crate::metrics_file::METRICS;
use crate::start::{Origin, Start};
use crate::variant_files::{VARIANT, read_all_rules, variant_file};

pub(crate) const RUN_JSON: &str = "run.json";
const MANIFESTS: &str = "manifests";

/// The file that marks a finished run of an ablation, which may keep only its last network.
pub const FINISHED: &str = "finished.json";

/// Versions, seed and origin of a run, as stored in `run.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the program that made the run.
    pub salta: String,
    /// Version of the rules.
    pub rules_version: u32,
    /// Version of the encoding.
    pub encoding_version: u32,
    /// Seed of the run.
    pub seed: u64,
    /// The processor's architecture. The instruction set, on which exact results depend too, is in
    /// the manifest of each generation.
    pub machine: String,
    /// What the run began with, if not with random weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

/// A run's directory, locked by this process unless it is opened read-only.
#[derive(Debug)]
pub struct RunDir {
    root: PathBuf,
    config: RunConfig,
    versions: Manifest,
    /// The rules of all variants, the main one first.
    rules: Vec<Rules>,
    /// The overrides with which it was resumed, not yet on disk.
    pub(crate) sets: Vec<String>,
    lock_file: Option<Lock>,
}

/// Refuses a directory that is already a run.
fn refuse_run(root: &Path) -> Result<(), RunError> {
    let shown = root.display();
    let resume = format!("exists already; resume it with `salta train --resume {shown}`");
    refuse_if(root.join(CONFIG).exists(), root, resume + ", or choose another directory")
}

impl RunDir {
    /// Creates the run in `out`, by default `runs/NAME`, or resumes it if it exists. The run begins
    /// with random weights, or with the checkpoint, or a generation of the run, at the path `from`.
    ///
    /// # Errors
    /// As [`RunDir::create`], [`RunDir::open`], [`Start::from`] and [`Start::fork`], or if the run
    /// there was made with another config, under other rules, or began with something else.
    pub fn create_or_resume(
        config: RunConfig,
        out: Option<PathBuf>,
        from: Option<(&Path, Option<u32>)>,
    ) -> Result<RunDir, RunError> {
        let root = out.unwrap_or_else(|| Path::new(RUNS).join(&config.name));
        if !root.join(CONFIG).exists() {
            let start = from.map(|(path, generation)| match generation {
                Some(generation) => Start::fork(&RunDir::look(path)?, generation, &config),
                None => Start::from(path, &config),
            });
            return RunDir::create(config, root, start.transpose()?.as_ref());
        }
        let mut inherits_rules = false;
        if let Some((source, generation)) = from {
            let origin = RunDir::look(&root)?.versions.origin;
            if from != origin.as_ref().map(|origin| (&*origin.from, origin.generation)) {
                refuse_run(&root)?;
            }
            // Then the files of its variants do not matter, which may have been edited since.
            inherits_rules = generation.is_some()
                && RunDir::look(source).is_ok_and(|source| source.has_variants_of(&config));
        }
        let run = RunDir::open(&root)?;
        run.check(&config, !inherits_rules)?;
        Ok(run)
    }

    /// Checks that `config` is this run's, and that the variants that it names still have the run's
    /// rules; a variant file that is gone is not compared.
    ///
    /// # Errors
    /// If a value or a rule differs, naming the first one.
    pub fn check_config(&self, config: &RunConfig) -> Result<(), RunError> {
        self.check(config, true)
    }

    fn check(&self, config: &RunConfig, with_rules: bool) -> Result<(), RunError> {
        let root = self.root.display();
        let same = check_same_config(&self.root, config, &self.config, &[]);
        let rules = || if with_rules { self.check_rules(config) } else { Ok(()) };
        same.and_then(|()| rules()).map_err(|error| {
            RunError::Other(format!(
                "{error}, or resume it: `salta train --resume {root}` (changes go through --resume \
                 with --set)"
            ))
        })
    }

    fn check_rules(&self, config: &RunConfig) -> Result<(), RunError> {
        let Ok(named) = config.all_rules() else { return Ok(()) };
        for (number, (named, own)) in named.iter().zip(&self.rules).enumerate() {
            check_same_rules(&self.root.join(variant_file(number)), named, own)?;
        }
        Ok(())
    }

    /// Creates the directory `root` of a new run, which begins with `start` or with random weights.
    ///
    /// # Errors
    /// If `root` is not empty (files left by a killed `create` do not count), the variant is
    /// unknown, the final tournament cannot be played, or nothing can be written.
    pub fn create(
        config: RunConfig,
        root: PathBuf,
        start: Option<&Start>,
    ) -> Result<RunDir, RunError> {
        let inherited = start.and_then(|start| start.rules.clone());
        let rules = inherited.map_or_else(|| config.all_rules(), Ok)?;
        let outside = start.is_some() && config.evaluator == EvaluatorKind::Onnx;
        let what = "another program makes the networks, so the run cannot start from one";
        refuse_if(outside, "`evaluator = \"onnx\"`", what)?;
        for rules in &rules {
            config.encoding().check(rules.board).at(format!("variant `{}`", rules.name))?;
        }
        config.compute.check(&config.network)?;
        if config.evaluator == EvaluatorKind::Network && config.compute == Compute::Cpu {
            config.learner.check(&config.network).at("[learner]")?;
        }
        check_feasible(&config, &rules)?;
        refuse_run(&root)?;
        let what = "exists already and is not a training run; choose another directory";
        refuse_if(root.exists() && !is_unborn(&root), &root, what)?;
        create_dir(&root)?;
        let lock = lock(&root)?;
        // Another process may have created a run meanwhile, or been killed while doing so.
        refuse_run(&root)?;
        remove_leftovers(&root)?;
        remove_start(&root)?;
        for (number, rules) in rules.iter().enumerate() {
            write_text(&root.join(variant_file(number)), &rules.to_toml())?;
        }
        let origin = start.map(|start| start.write(&root, &config, &rules));
        let versions = Manifest {
            salta: env!("CARGO_PKG_VERSION").into(),
            rules_version: RULES_VERSION,
            encoding_version: config.encoding().version(),
            seed: config.seed,
            machine: std::env::consts::ARCH.into(),
            origin: origin.transpose()?,
        };
        write_json(&root.join(RUN_JSON), &versions)?;
        // Written last: once the config exists, the directory is a run that can be resumed.
        write_text(&root.join(CONFIG), &config.to_toml())?;
        Ok(RunDir { root, config, versions, rules, sets: Vec::new(), lock_file: Some(lock) })
    }

    /// Opens a run to resume.
    ///
    /// # Errors
    /// If it is not a run, has another version, is in use, or its config, rules or `run.json` were
    /// edited since its last generation.
    pub fn open(root: &Path) -> Result<RunDir, RunError> {
        check_files(root)?;
        let lock = lock(root)?;
        let mut run = RunDir { lock_file: Some(lock), ..RunDir::look(root)? };
        run.check_identity()?;
        run.remove_leftovers()?;
        Ok(run)
    }

    /// Opens a run read-only, even if another process works on it; it must not be changed.
    ///
    /// # Errors
    /// If it is not a run, or has another version.
    pub fn look(root: &Path) -> Result<RunDir, RunError> {
        check_files(root)?;
        let versions: Manifest = read_json(&root.join(RUN_JSON))?;
        check_made_with(root, versions.rules_version.into(), versions.encoding_version.into())?;
        let config = RunConfig::load_of_run(root, &[])?;
        // The run's records use the encoding that its network reads.
        let (found, expected) = (versions.encoding_version, config.encoding().version());
        if found != expected {
            return Err(other_version(root, "encoding", found.into(), expected));
        }
        let rules = read_all_rules(root, 1 + config.more_variants.len())?;
        Ok(RunDir { root: root.into(), config, versions, rules, sets: Vec::new(), lock_file: None })
    }

    /// Opens a run to resume, with changes to its config: how long it trains, how it learns, the
    /// number of threads, how many games are kept, and the final tournament. All other values
    /// define the run and cannot change. The changes are recorded once training has begun.
    ///
    /// # Errors
    /// As [`RunDir::open`], or if an override changes another value, or leaves fewer generations
    /// than are trained.
    pub fn resume(root: &Path, sets: &[String]) -> Result<RunDir, RunError> {
        let mut run = RunDir::open(root)?;
        if sets.is_empty() {
            return Ok(run);
        }
        let mut changed = RunConfig::load_of_run(root, sets)?;
        changed.raise_encoding(&run.rules);
        // Where the table lies does not matter: solved values are unique.
        let mut asked = changed.clone();
        asked.evaluate.table.clone_from(&run.config.evaluate.table);
        if check_same_config(root, &asked, &run.config, &CHANGEABLE_KEYS).is_err() {
            let what = format!(
                "--set {}: only `{}` and `evaluate.table` can be changed in a run that has begun",
                sets.join(" --set "),
                CHANGEABLE_KEYS.join("`, `")
            );
            return Err(RunError::at(root, what));
        }
        let (last, done) = (changed.generations, run.done()?);
        let what = format!("`generations`: {last} is below the {done} already trained");
        refuse_if(last < done, root, what)?;
        check_feasible(&changed, &run.rules)?;
        (run.config, run.sets) = (changed, sets.to_vec());
        Ok(run)
    }

    /// The same run without the lock and with another config, to examine an earlier state.
    pub(crate) fn with_config(&self, config: RunConfig) -> RunDir {
        let (root, versions, rules) =
            (self.root.clone(), self.versions.clone(), self.rules.clone());
        RunDir { root, config, versions, rules, sets: Vec::new(), lock_file: None }
    }

    /// The path of the run.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The resolved config.
    pub fn config(&self) -> &RunConfig {
        &self.config
    }

    /// The content of `run.json`.
    pub fn versions(&self) -> &Manifest {
        &self.versions
    }

    /// Replaces the config on disk, if this process holds the run's lock.
    pub(crate) fn replace_config(&mut self, config: RunConfig) -> Result<(), RunError> {
        if self.lock_file.is_some() {
            write_text(&self.root.join(CONFIG), &config.to_toml())?;
        }
        self.config = config;
        Ok(())
    }

    /// The rules of the run's main variant, before the changes of any stage.
    pub fn rules(&self) -> &Rules {
        &self.rules[0]
    }

    /// The rules of all its variants, the main one first.
    pub fn all_rules(&self) -> &[Rules] {
        &self.rules
    }

    /// The games of all generations.
    pub(crate) fn games_root(&self) -> PathBuf {
        self.root.join(GAMES)
    }

    /// The games of a generation.
    pub fn games(&self, generation: u32) -> PathBuf {
        self.games_root().join(gen_name(generation))
    }

    /// A generation according to the run's config.
    pub(crate) fn generation(&self, number: u32) -> Generation<'_> {
        Generation::new(&self.config, &self.rules, number)
    }

    /// The recorded games of a generation, from 1; `None` if a shard is missing.
    pub(crate) fn read_games(&self, number: u32) -> Result<Option<Vec<GroupGames>>, RunError> {
        self.generation(number).read(&self.games(number))
    }

    /// The network of a generation: a checkpoint, or another learner's ONNX file.
    pub fn checkpoint(&self, generation: u32) -> PathBuf {
        let name = gen_name(generation);
        let name = match self.config.evaluator {
            EvaluatorKind::Network => name,
            EvaluatorKind::Onnx => name + ".onnx",
        };
        self.root.join(CHECKPOINTS).join(name)
    }

    pub(crate) fn metadata(&self, generation: u32) -> Value {
        metadata(self.config(), self.all_rules(), generation)
    }

    /// The learner's state after a generation, from which training resumes.
    pub fn learner(&self, generation: u32) -> PathBuf {
        self.root.join(LEARNER).join(gen_name(generation))
    }

    pub(crate) fn manifest(&self, generation: u32) -> PathBuf {
        self.root.join(MANIFESTS).join(format!("{}.json", gen_name(generation)))
    }

    pub(crate) fn manifests(&self) -> Result<Vec<u32>, RunError> {
        let names = names_in(&self.root.join(MANIFESTS))?;
        let number = |name: &String| name.strip_prefix("gen-")?.strip_suffix(".json")?.parse().ok();
        Ok(names.iter().filter_map(number).collect())
    }

    pub(crate) fn last_manifest(&self) -> Result<Option<u32>, RunError> {
        Ok(self.manifests()?.into_iter().max())
    }

    /// Removes the manifests of generations after `last`, which are not complete.
    pub(crate) fn remove_later_manifests(&self, last: u32) -> Result<(), RunError> {
        for generation in self.manifests()?.into_iter().filter(|generation| *generation > last) {
            let path = self.manifest(generation);
            fs::remove_file(&path).at(&path)?;
        }
        Ok(())
    }

    /// The metrics, one line per generation.
    pub fn metrics(&self) -> PathBuf {
        self.root.join(METRICS)
    }

    /// TensorBoard's event files.
    pub fn tensorboard(&self) -> PathBuf {
        self.root.join("tensorboard")
    }

    /// The final matches.
    pub fn tournament(&self) -> PathBuf {
        self.root.join("tournament")
    }

    /// The matches of a generation; for the last one, the final tournament.
    pub fn matches(&self, generation: u32) -> PathBuf {
        if generation == self.config.generations {
            return self.tournament();
        }
        self.root.join("evaluation").join(gen_name(generation))
    }

    /// The last complete generation; 0 if there is none yet.
    ///
    /// # Errors
    /// If a directory cannot be read.
    pub fn done(&self) -> Result<u32, RunError> {
        let last = match self.config.evaluator {
            EvaluatorKind::Network => self.learners()?.first().copied(),
            EvaluatorKind::Onnx => self.last_manifest()?,
        };
        Ok(last.unwrap_or(0))
    }

    /// The generations whose learners exist, newest first. The newest is the last complete one.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn learners(&self) -> Result<Vec<u32>, RunError> {
        let mut generations = generations_in(&self.root.join(LEARNER))?;
        generations.sort_unstable_by(|a, b| b.cmp(a));
        Ok(generations)
    }

    /// The last generation that has a manifest, if the learners that training needs were removed.
    /// (A manifest is written just before its learner, but after the directory of learners.)
    pub(crate) fn without_learner(&self) -> Result<Option<u32>, RunError> {
        let newest = self.learners()?.first().copied().unwrap_or(0);
        let under_way = self.root.join(LEARNER).exists();
        let is_gone = |last: &u32| *last > newest + u32::from(under_way);
        Ok(self.last_manifest()?.filter(is_gone))
    }

    /// Removes partially written files of killed processes, all of which will be written again.
    fn remove_leftovers(&self) -> Result<(), RunError> {
        for dir in [self.root.clone(), self.tournament(), self.root.join(MANIFESTS)] {
            if dir.is_dir() {
                remove_leftovers(dir)?;
            }
        }
        for dir in [CHECKPOINTS, LEARNER, GAMES].map(|name| self.root.join(name)) {
            for name in names_in(&dir)? {
                let path = dir.join(&name);
                // Files of such names are those of external learners.
                if name.starts_with(".gen-") && name.ends_with(".tmp") && path.is_dir() {
                    fs::remove_dir_all(&path).at(&path)?;
                }
            }
        }
        Ok(())
    }

    /// Removes all learners except the last two.
    pub(crate) fn remove_old_learners(&self, last: u32) {
        for generation in 0..last.saturating_sub(1) {
            // A failure only wastes disk space.
            let _ = fs::remove_dir_all(self.learner(generation));
        }
    }
}

/// Whether a directory contains only files that `create` writes before the run exists.
fn is_unborn(root: &Path) -> bool {
    let locked = root.join(LOCK).exists();
    let early = |name: &String| {
        let known = [LOCK, VARIANT, RUN_JSON].contains(&name.as_str());
        let start = [CHECKPOINTS, LEARNER, GAMES].contains(&name.as_str()) && locked;
        known || start || name.starts_with("variant-") || name.ends_with(".tmp")
    };
    names_in(root).is_ok_and(|names| names.iter().all(early))
}

/// Removes the generation 0 of a killed `create`, which may have begun with something else.
fn remove_start(root: &Path) -> Result<(), RunError> {
    for path in [CHECKPOINTS, LEARNER, GAMES].map(|name| root.join(name).join(gen_name(0))) {
        if path.exists() {
            fs::remove_dir_all(&path).at(&path)?;
        }
    }
    Ok(())
}

fn check_files(root: &Path) -> Result<(), RunError> {
    let gone = [CONFIG, VARIANT, RUN_JSON].into_iter().find(|name| !root.join(name).is_file());
    gone.map_or(Ok(()), |missing| Err(RunError::not_a_run(root, missing)))
}

/// Checks, before any work, that every game ends, that the run fits into memory, and that its
/// networks can be measured and can play the final tournament.
pub(crate) fn check_feasible(config: &RunConfig, rules: &[Rules]) -> Result<(), RunError> {
    let generations = 1..=config.generations;
    check_ends(config, rules, generations.clone())?;
    memory::check(config, rules, generations)?;
    config.evaluate.check(&rules[0], config.selfplay.max_plies)?;
    check_final_tournament(config, &rules[0])
}

/// Checks that games without a move limit have a cap on plies.
pub(crate) fn check_ends(
    config: &RunConfig,
    rules: &[Rules],
    generations: RangeInclusive<u32>,
) -> Result<(), RunError> {
    if config.selfplay.max_plies > 0 {
        return Ok(());
    }
    for rules in rules {
        let limitless = |g: u32| config.rules_of(rules, g).move_limit == 0;
        let what = "it has no move limit, so `selfplay.max_plies` must be above 0";
        refuse_if(generations.clone().any(limitless), format!("variant `{}`", rules.name), what)?;
    }
    Ok(())
}

//! Verifies a run: compares its files with its manifests and, optionally, with a recomputation from
//! its config.

use std::collections::BTreeSet;
use std::path::Path;

use salta_net::{Checkpoint, Compute, load_network};
use salta_selfplay::{Played, play_group};

use crate::config::{CONFIG, EvaluatorKind, RunConfig};
use crate::display::Display;
use crate::error::{At, RunError, refuse_if};
use crate::generation::shard;
use crate::generation_manifest::GenerationManifest;
use crate::manifests::Manifests;
use crate::metrics_file::read_metrics;
use crate::recorded::Shard;
use crate::run_dir::{FINISHED, RunDir};
use crate::threads::pool;
use crate::train::Training;

/// Number of groups of games that a deep check replays.
const SAMPLE: u32 = 4;

/// Counts of what was verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Generations.
    pub generations: u32,
    /// Networks.
    pub networks: u32,
    /// Learners, of which the last two are kept.
    pub learners: u32,
    /// Whether its learners were removed, without which it cannot be trained further.
    pub without_learner: bool,
    /// Shards.
    pub shards: u64,
    /// Generations whose games were removed to save disk space.
    pub removed: u32,
    /// Groups of games replayed with bit-identical results.
    pub groups_played: u32,
    /// Learning steps repeated with bit-identical results.
    pub steps: u64,
}

/// Compares every file of a run with its manifests. If `deep`, also recomputes a sample of its
/// groups of games and the learning steps of its last generation, bit for bit.
///
/// # Errors
/// Names the first file that differs from its manifest, or the first place where the recomputation
/// gives another result.
pub fn verify(root: &Path, deep: bool, display: &Display) -> Result<Verified, RunError> {
    let mut run = RunDir::look(root)?;
    run.check_identity()?;
    // A run whose learners were removed, such as one of an ablation, keeps its other files.
    let removed = run.config().evaluator == EvaluatorKind::Network && run.learners()?.is_empty();
    let done = if removed { run.last_manifest()?.unwrap_or(0) } else { run.done()? };
    let manifests = Manifests::read(&run, done)?;
    let mut verified = files(&run, &manifests, done, removed)?;
    verified.without_learner = removed && run.without_learner()?.is_some();
    let what = "a GPU (`compute`) need not give the same bits twice; leave `--deep` out";
    refuse_if(deep && run.config().compute != Compute::Cpu, root, what)?;
    if deep && done > 0 {
        pool(run.config().threads)?.install(|| {
            verified.groups_played = play_again(&run, &manifests, done, display)?;
            if run.config().evaluator == EvaluatorKind::Network {
                verified.steps = learn_again(&run, &manifests, done, display)?;
            }
            Ok::<(), RunError>(())
        })?;
    }
    Ok(verified)
}

fn files(
    run: &RunDir,
    manifests: &Manifests,
    done: u32,
    without_learner: bool,
) -> Result<Verified, RunError> {
    let mut verified = Verified { generations: done, ..Verified::default() };
    let known: BTreeSet<u32> =
        read_metrics(&run.metrics())?.iter().map(|line| line.generation).collect();
    let lost = |of: &&GenerationManifest| of.metrics.is_some() && !known.contains(&of.generation);
    if let Some(GenerationManifest { generation, .. }) = manifests.iter().find(lost) {
        let what = format!("the line of generation {generation} is lost; training restores it");
        return Err(RunError::at(run.metrics(), what));
    }
    manifests.metrics(run)?;
    if done == 0 && run.versions().origin.is_some() {
        run.inherited_games()?;
    }
    let limit = |manifest: &GenerationManifest| manifest.identity[CONFIG]["games_bytes"].as_u64();
    let may_be_removed =
        without_learner || manifests.iter().any(|manifest| limit(manifest) > Some(0));
    for manifest in manifests.iter() {
        let generation = manifest.generation;
        if !(was_removed(run, generation) && generation < done) {
            manifests.check_network(run, generation)?;
            if run.config().evaluator == EvaluatorKind::Network {
                load_network(&run.checkpoint(generation))?;
            }
            verified.networks += 1;
        }
        let games = run.games(generation);
        if may_be_removed && !manifest.shards.is_empty() && !games.exists() {
            verified.removed += 1;
        } else {
            manifest.check_shards(&games)?;
            verified.shards += manifest.shards.len() as u64;
        }
    }
    for generation in run.learners()? {
        if manifests.get(generation).is_some() {
            run.read_learner(generation)?;
            verified.learners += 1;
        }
    }
    Ok(verified)
}

/// Whether an ablation removed the network of a generation when the run was finished.
fn was_removed(run: &RunDir, generation: u32) -> bool {
    run.root().join(FINISHED).exists() && !run.checkpoint(generation).exists()
}

/// Replays one group in each of a few generations, including the last; returns how many groups.
fn play_again(
    run: &RunDir,
    manifests: &Manifests,
    done: u32,
    display: &Display,
) -> Result<u32, RunError> {
    let numbers: Vec<u32> =
        (1..=done).rev().step_by(done.div_ceil(SAMPLE).max(1) as usize).collect();
    display.start(1.0 + numbers.len() as f64, 0.0);
    let progress = |played: Played| display.advance(played.games, String::new());
    let mut played = 0;
    for number in numbers.into_iter().filter(|number| !was_removed(run, number - 1)) {
        manifests.check_network(run, number - 1)?;
        let generation = run.generation(number);
        let group = &generation.groups[number as usize % generation.groups.len()];
        let games = group.games.end - group.games.start;
        display.part(format!("generation {number}: playing a group again"), games, 1.0);
        let path = shard(&run.games(number), group);
        if !path.exists() {
            continue;
        }
        let recorded = Shard::read(&path)?.games;
        let checkpoint = run.checkpoint(number - 1);
        let mut evaluator = generation.evaluator_at(&checkpoint)?;
        let (variant, settings) = (generation.variant(group), &generation.settings);
        let found = play_group(variant, settings, group, &mut evaluator, display.stop(), &progress)
            .map_err(|error| RunError::from(error).of_network(&checkpoint))?;
        if found != recorded {
            let what = path.file_name().unwrap_or_default().to_string_lossy();
            let isa = manifests.get(number).and_then(GenerationManifest::other_isa);
            return Err(RunError::departs(run.root(), number, &what, isa));
        }
        display.part_done();
        played += 1;
    }
    Ok(played)
}

/// Repeats the steps of the last generation, compares the learner and returns the number of steps;
/// 0 if their initial state is missing or was not recorded.
fn learn_again(
    run: &RunDir,
    manifests: &Manifests,
    done: u32,
    display: &Display,
) -> Result<u64, RunError> {
    let before = done - 1;
    let Some(manifest) = manifests.get(done) else { return Ok(0) };
    if before > 0 && !run.learner(before).exists() || was_removed(run, before) {
        return Ok(0);
    }
    let config: RunConfig =
        serde_json::from_value(manifest.identity[CONFIG].clone()).at(run.manifest(done))?;
    let run = run.with_config(config);
    let (mut training, _) = Training::read(&run, Some(before), display)?;
    let steps = training.learn_again(done)?;
    let learner = Checkpoint::of_learner(&training.learner, &run.metadata(done))?;
    if Some(learner.checksum()) != manifest.learner.as_deref() {
        return Err(RunError::departs(run.root(), done, "its learner", manifest.other_isa()));
    }
    Ok(steps)
}

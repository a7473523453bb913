//! Games that are put into a run's directory: only those that the run would play itself.

use std::path::{Path, PathBuf};

use salta_net::checkpoint_checksum;

use crate::config::{EvaluatorKind, RunConfig};
use crate::error::{RunError, refuse_if};
use crate::generation::Generation;
use crate::generation_dirs::{GAMES, gen_name};
use crate::generation_manifest::hash_of_file;
use crate::identity::of_checkpoint;
use crate::kept_config::check_same_config;
use crate::run_dir::{RUN_JSON, RunDir};

/// Keys whose values may change while games are added to a directory, since they do not affect how
/// games are played. The last one only while there are games of generation 1 alone: it moves the
/// first game of later ones.
pub(crate) const FREE: [&str; 10] = [
    "name",
    "generations",
    "games_bytes",
    "threads",
    "learner_command",
    "learner",
    "train",
    "evaluate",
    "tournament",
    "games_per_generation",
];

/// What stands for the identity of the untrained network of a config.
pub(crate) const UNTRAINED: &str = "untrained";

/// Why games that lack what learning needs are refused.
pub(crate) const OTHER_TARGETS: &str = "`train.td_lambda` or `train.policy_surprise` changes what \
                                        games record; choose another directory";

/// The path without links; of a directory that is yet to be created, the path below its parent's.
fn resolved(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let below = || {
        let parent = parent.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(parent.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(below).unwrap_or_else(|| path.into())
}

/// The run whose games the directory `out` is for, if there is one.
fn run_of(out: &Path) -> Option<&Path> {
    let games = out.parent().filter(|games| games.ends_with(GAMES))?;
    games.parent().filter(|run| run.join(RUN_JSON).exists())
}

/// If the directory `out` is one of a run, checks that these games are those that it would play
/// itself, with the network of this identity if it is known. Returns whether `out` is one of a run.
pub(crate) fn check_run_of(
    config: &RunConfig,
    generation: &Generation<'_>,
    out: &Path,
    network: Option<&str>,
) -> Result<bool, RunError> {
    let whole = resolved(out);
    let Some(root) = run_of(out).or_else(|| run_of(&whole)) else { return Ok(false) };
    let run = RunDir::look(root)?;
    check_games(config, generation, &run)?;
    let number = generation.number;
    let what = format!("the games of generation {number} belong in {}", gen_name(number));
    refuse_if(whole != resolved(&run.games(number)), out, what)?;
    network.map_or(Ok(()), |network| check_network(&run, number, network))?;
    Ok(true)
}

/// Checks that a run would play these games, by whatever network.
fn check_games(
    config: &RunConfig,
    generation: &Generation<'_>,
    run: &RunDir,
) -> Result<(), RunError> {
    let [free @ .., _] = FREE;
    // Variants are compared by their rules.
    let free = [&free[..], &["variant", "more_variants"]].concat();
    check_same_config(run.root(), config, run.config(), &free)?;
    let own = run.generation(generation.number);
    let asked = generation.variants.iter().map(|it| it.rules());
    let same = asked.eq(own.variants.iter().map(|it| it.rules()));
    refuse_if(!same, run.root(), "its variants have other rules than the config's")?;
    let other = generation.settings.root_targets != own.settings.root_targets;
    refuse_if(other, run.root(), OTHER_TARGETS)
}

/// Checks that a run plays this generation with the network of this identity.
fn check_network(run: &RunDir, number: u32, network: &str) -> Result<(), RunError> {
    let path = run.checkpoint(number - 1);
    let begun_untrained = number == 1 && run.versions().origin.is_none();
    if network == UNTRAINED && begun_untrained && run.config().evaluator == EvaluatorKind::Network {
        return Ok(());
    }
    let found = match run.config().evaluator {
        EvaluatorKind::Network => of_checkpoint(&checkpoint_checksum(&path)?),
        EvaluatorKind::Onnx => hash_of_file(&path)?,
    };
    let what = format!("{} plays generation {number}, not this network", path.display());
    refuse_if(found != network, run.root(), what)
}

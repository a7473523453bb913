//! The groups of a generation that are still to be played, for external evaluators.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use salta_core::Variant;
use salta_core::rules::Rules;
use salta_record::{GameRecord, ShardHeader, list_shards, write_shard};
use salta_selfplay::{Group, GroupInPlay, SelfPlayConfig};

use crate::config::{CONFIG, EvaluatorKind, RunConfig, load_toml};
use crate::error::RunError;
use crate::files::{create_dir, read_json, write_json};
use crate::generation::{Generation, shard, shard_name};
use crate::generation_dirs::{GAMES, gen_name};
use crate::generation_manifest::hash_of_file;
use crate::kept_config::{check_same_config, check_shared_config, keep_shared_config};
use crate::players::checksum;
use crate::run_dir::{RUN_JSON, RunDir, check_ends};

/// A group of games to be played and written as a shard.
#[derive(Clone, Debug)]
pub struct WorkItem {
    group: Group,
    variant: Arc<Variant>,
    settings: Arc<SelfPlayConfig>,
    header: ShardHeader,
    path: PathBuf,
}

impl WorkItem {
    /// The numbers of the games.
    pub fn games(&self) -> Range<u64> {
        self.group.games.clone()
    }

    /// The rules of the games.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// Starts the games.
    pub fn start(&self) -> GroupInPlay {
        GroupInPlay::start(&self.variant, &self.settings, &self.group)
    }

    /// Writes the games once all are finished.
    ///
    /// # Errors
    /// If the shard cannot be written.
    pub fn write(&self, games: &[GameRecord]) -> Result<(), RunError> {
        Ok(write_shard(&self.path, &self.header, games)?)
    }
}

/// The groups of generation `number` of a config whose shards are not in `out` yet, only those
/// within `games` if given: the groups that `salta selfplay` would play.
///
/// # Errors
/// If a game might never end, no group is within `games`, or `out` holds games of another config
/// or cannot be created.
pub fn work_items(
    config: &RunConfig,
    number: u32,
    games: Option<&Range<u64>>,
    out: &Path,
) -> Result<Vec<WorkItem>, RunError> {
    let rules = config.all_rules()?;
    let generation = asked_for(config, &rules, number, games)?;
    open_games(config, &generation, out, None)?;
    let settings = Arc::new(generation.settings.clone());
    let item = |group: Group| WorkItem {
        variant: Arc::clone(generation.variant(&group)),
        settings: Arc::clone(&settings),
        header: generation.header(&group),
        path: shard(out, &group),
        group,
    };
    Ok(generation.missing(out).into_iter().map(item).collect())
}

/// Keys whose values may change while games are added to a directory, since they do not affect how
/// games are played. The last one only while there are games of generation 1 alone: it moves the first
/// game of later ones.
const FREE: [&str; 10] = [
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

const OTHER_TARGETS: &str = "`train.td_lambda` or `train.policy_surprise` changes what games \
                             record; choose another directory";

/// A generation of a config, or its groups within `games`.
pub(crate) fn asked_for<'a>(
    config: &'a RunConfig,
    rules: &[Rules],
    number: u32,
    games: Option<&Range<u64>>,
) -> Result<Generation<'a>, RunError> {
    check_ends(config, rules, number..=number)?;
    let mut generation = Generation::new(config, rules, number);
    let Some(asked) = games else { return Ok(generation) };
    let all = generation.games();
    let within = |games: &Range<u64>| asked.start <= games.start && games.end <= asked.end;
    generation.groups.retain(|group| within(&group.games));
    if generation.groups.is_empty() {
        let size = config.selfplay.games_per_group;
        return Err(RunError::Other(format!(
            "generation {number} has the games {all:?} in groups of {size}, none of them within {asked:?}"
        )));
    }
    Ok(generation)
}

/// Creates the directory `out` for a generation's games and checks the shards in it. Stores the
/// config there, and the identity of the network if it is known, or compares both with those of the
/// run that `out` belongs to.
pub(crate) fn open_games(
    config: &RunConfig,
    generation: &Generation<'_>,
    out: &Path,
    network: Option<&str>,
) -> Result<(), RunError> {
    if out.join(RUN_JSON).exists() {
        return Err(RunError::at(out, "is a training run; choose another directory for the games"));
    }
    let whole = resolved(out);
    if let Some(run) = run_of(out).or_else(|| run_of(&whole)) {
        check_of_run(config, generation, &RunDir::look(run)?, &whole, network)?;
        create_dir(out)?;
        return generation.check_shards(out);
    }
    create_dir(out)?;
    let end = shard_name(config.games_of(1).into());
    let beyond = |path: &PathBuf| path.file_name().is_some_and(|name| *name >= *end);
    let moves = generation.number > 1 || list_shards(out)?.iter().any(beyond);
    let free = &FREE[..FREE.len() - usize::from(moves)];
    check_shared_config(config, out, free)?;
    check_root_targets(config, out)?;
    generation.check_shards(out)?;
    let path = out.join(format!("{}-network.json", gen_name(generation.number)));
    if let Some(network) = network {
        if path.exists() && read_json::<String>(&path)? != network {
            let what = "its games are of another network; choose another directory";
            return Err(RunError::at(path, what));
        }
        write_json(&path, &network)?;
    }
    keep_shared_config(config, out, free)
}

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

/// Checks that games put into the directory `out` of a run are those that it would play itself.
fn check_of_run(
    config: &RunConfig,
    generation: &Generation<'_>,
    run: &RunDir,
    out: &Path,
    network: Option<&str>,
) -> Result<(), RunError> {
    let [free @ .., _] = FREE;
    // Variants are compared by their rules.
    let free = [&free[..], &["variant", "more_variants"]].concat();
    check_same_config(run.root(), config, run.config(), &free)?;
    let number = generation.number;
    let own = run.generation(number);
    if !generation.variants.iter().map(|it| it.rules()).eq(own.variants.iter().map(|it| it.rules()))
    {
        return Err(RunError::at(run.root(), "its variants have other rules than the config's"));
    }
    if generation.settings.root_targets != own.settings.root_targets {
        return Err(RunError::at(run.root(), OTHER_TARGETS));
    }
    if out != resolved(&run.games(number)) {
        let what = format!("the games of generation {number} belong in {}", gen_name(number));
        return Err(RunError::at(out, what));
    }
    let (path, Some(network)) = (run.checkpoint(number - 1), network) else { return Ok(()) };
    let begun_untrained = number == 1 && run.versions().origin.is_none();
    if network == UNTRAINED && begun_untrained && run.config().evaluator == EvaluatorKind::Network {
        return Ok(());
    }
    let found = match run.config().evaluator {
        EvaluatorKind::Network => checksum(&path)?,
        EvaluatorKind::Onnx => hash_of_file(&path)?,
    };
    if found != network {
        let what = format!("{} plays generation {number}, not this network", path.display());
        return Err(RunError::at(run.root(), what));
    }
    Ok(())
}

/// Checks that the games in a directory record what learning from them needs: most of `train` may
/// change while games are added, but not what it asks of them.
fn check_root_targets(config: &RunConfig, out: &Path) -> Result<(), RunError> {
    let path = out.join(CONFIG);
    let needs = |config: &RunConfig| config.train.needs_root_targets();
    if path.exists() && needs(&load_toml::<RunConfig>(&path, &[])?) != needs(config) {
        return Err(RunError::at(out, OTHER_TARGETS));
    }
    Ok(())
}

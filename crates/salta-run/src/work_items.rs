//! The groups of a generation that are still to be played, for external evaluators.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use salta_core::Variant;
use salta_core::rules::Rules;
use salta_record::{GameRecord, ShardHeader, list_shards, write_shard};
use salta_selfplay::{Group, GroupInPlay, SelfPlayConfig};

use crate::config::{CONFIG, RunConfig, load_toml};
use crate::error::{RunError, refuse_if};
use crate::files::{create_dir, read_json, write_json};
use crate::games_of_run::{FREE, OTHER_TARGETS, check_run_of};
use crate::generation::{Generation, shard, shard_name};
use crate::generation_dirs::gen_name;
use crate::kept_config::{check_shared_config, keep_shared_config};
use crate::run_dir::{RUN_JSON, check_ends};

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
    let what = "is a training run; choose another directory for the games";
    refuse_if(out.join(RUN_JSON).exists(), out, what)?;
    if check_run_of(config, generation, out, network)? {
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
        let what = "its games are of another network; choose another directory";
        refuse_if(path.exists() && read_json::<String>(&path)? != network, &path, what)?;
        write_json(&path, &network)?;
    }
    keep_shared_config(config, out, free)
}

/// Checks that the games in a directory record what learning from them needs: most of `train` may
/// change while games are added, but not what it asks of them.
fn check_root_targets(config: &RunConfig, out: &Path) -> Result<(), RunError> {
    let path = out.join(CONFIG);
    let needs = |config: &RunConfig| config.train.needs_root_targets();
    let other = path.exists() && needs(&load_toml::<RunConfig>(&path, &[])?) != needs(config);
    refuse_if(other, out, OTHER_TARGETS)
}

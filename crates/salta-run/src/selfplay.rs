//! The games of one generation, group by group, each a shard of its own.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use salta_core::Variant;
use salta_core::rules::RULES_VERSION;
use salta_env::ENCODING_VERSION;
use salta_net::{NetEvaluator, Network};
use salta_record::{GameRecord, ShardHeader, read_shard, remove_leftovers, write_shard};
use salta_selfplay::{Group, Played, SelfPlayConfig, groups, play_groups};

use crate::config::RunConfig;
use crate::display::Display;
use crate::effort::Effort;
use crate::error::RunError;
use crate::files::create_dir;
use crate::metrics::{GameMetrics, TimeMetrics};
use crate::players::{checkpoint_in, load_checkpoint};
use crate::run_dir::check_ends;
use crate::train::pool;
use crate::variants::load_rules;

/// Plays the games of a generation with `network` into `dir`, on the current rayon pool, and
/// returns all of them in order with what it took to play those whose shards were not there already.
///
/// # Errors
/// If it is stopped, or a shard cannot be read or written.
pub fn play_generation(
    config: &RunConfig,
    variant: &Arc<Variant>,
    generation: u32,
    network: &Network,
    dir: &Path,
    display: &Display,
    stop: &AtomicBool,
) -> Result<(Vec<GameRecord>, Effort), RunError> {
    let groups = groups_of(config, &settings(config, generation), generation);
    play_some(config, variant, generation, &groups, network, dir, display, stop)
}

/// As [`play_generation`], for some of its groups.
fn play_some(
    config: &RunConfig,
    variant: &Arc<Variant>,
    generation: u32,
    groups: &[Group],
    network: &Network,
    dir: &Path,
    display: &Display,
    stop: &AtomicBool,
) -> Result<(Vec<GameRecord>, Effort), RunError> {
    create_dir(dir)?;
    remove_leftovers(dir)?;
    let settings = settings(config, generation);
    let missing: Vec<Group> =
        groups.iter().filter(|group| !shard(dir, group).exists()).cloned().collect();
    let header = header(config, variant, generation);
    let evaluator = NetEvaluator::new(network);
    let (started, effort) = (Instant::now(), Mutex::new(Effort::default()));
    let add = |more: &dyn Fn(&mut Effort)| {
        let mut effort = effort.lock().unwrap_or_else(PoisonError::into_inner);
        more(&mut effort);
        *effort
    };
    let progress = |played: Played| display.played(played, add(&|effort| effort.add(played)));
    let write = |group: &Group, games: Vec<GameRecord>| -> Result<(), RunError> {
        let started = Instant::now();
        write_shard(shard(dir, group), &header, &games)?;
        add(&|effort| effort.writing += started.elapsed());
        Ok(())
    };
    let evaluators = || evaluator.clone();
    play_groups(variant, &settings, &missing, &evaluators, stop, &progress, &write)?;
    let mut effort = add(&|_| {});
    effort.elapsed = started.elapsed();
    Ok((read_groups(dir, groups, &header)?, effort))
}

/// Plays the games of one generation of a config into `out`, with a checkpoint or the untrained
/// network, on threads of its own; if `games` are given, only the groups that lie within these
/// numbers.
///
/// # Errors
/// As [`play_generation`], if the variant or checkpoint is none, or if no group lies within `games`.
pub fn selfplay_only(
    config: &RunConfig,
    generation: u32,
    checkpoint: Option<&Path>,
    games: Option<&Range<u64>>,
    out: &Path,
    display: &Display,
    stop: &AtomicBool,
) -> Result<(GameMetrics, TimeMetrics), RunError> {
    let rules = load_rules(&config.variant)?;
    check_ends(config, &rules, generation..=generation)?;
    let network = match checkpoint {
        Some(path) => load_checkpoint(&checkpoint_in(path)?)?.0,
        None => Network::new(&config.network, config.seed).expect("the config was checked"),
    };
    let mut groups = groups_of(config, &settings(config, generation), generation);
    if let Some(games) = games {
        groups.retain(|group| games.start <= group.games.start && group.games.end <= games.end);
    }
    if groups.is_empty() {
        return Err(RunError::NoGroup { generation });
    }
    display.start(1.0, 0.0);
    let count = groups.iter().map(|group| group.games.end - group.games.start).sum();
    display.part("self-play".into(), count, 1.0);
    let variant = Arc::new(Variant::new(config.rules_of(&rules, generation)));
    let (games, effort) = pool(config.threads)?.install(|| {
        play_some(config, &variant, generation, &groups, &network, out, display, stop)
    })?;
    Ok((GameMetrics::of(&games), TimeMetrics::of(&effort)))
}

/// The numbers of the games whose shards are not in `dir` yet, group by group.
pub(crate) fn missing_groups(config: &RunConfig, generation: u32, dir: &Path) -> Vec<Range<u64>> {
    let mut groups = groups_of(config, &settings(config, generation), generation);
    groups.retain(|group| !shard(dir, group).exists());
    groups.into_iter().map(|group| group.games).collect()
}

/// The games of a finished generation, read from its shards; none if one of these is gone.
pub(crate) fn read_generation(
    config: &RunConfig,
    variant: &Variant,
    generation: u32,
    dir: &Path,
) -> Result<Option<Vec<GameRecord>>, RunError> {
    let header = header(config, variant, generation);
    let groups = groups_of(config, &settings(config, generation), generation);
    if groups.iter().any(|group| !shard(dir, group).exists()) {
        return Ok(None);
    }
    read_groups(dir, &groups, &header).map(Some)
}

fn read_groups(
    dir: &Path,
    groups: &[Group],
    header: &ShardHeader,
) -> Result<Vec<GameRecord>, RunError> {
    let mut games = Vec::new();
    for group in groups {
        games.extend(read_group(dir, group, header)?);
    }
    Ok(games)
}

fn settings(config: &RunConfig, generation: u32) -> SelfPlayConfig {
    let mut settings = config.selfplay.clone();
    settings.search.simulations = config.simulations_of(generation);
    settings
}

fn groups_of(config: &RunConfig, settings: &SelfPlayConfig, generation: u32) -> Vec<Group> {
    let first: u64 = (1..generation).map(|earlier| u64::from(config.games_of(earlier))).sum();
    let games = first..first + u64::from(config.games_of(generation));
    groups(settings, config.seed, generation, games)
}

fn shard(dir: &Path, group: &Group) -> PathBuf {
    dir.join(format!("games-{:08}.shard", group.games.start))
}

fn header(config: &RunConfig, variant: &Variant, generation: u32) -> ShardHeader {
    ShardHeader {
        rules_version: RULES_VERSION,
        encoding_version: ENCODING_VERSION,
        variant: variant.name().into(),
        rules: variant.rules().to_toml(),
        run_seed: config.seed,
        generation,
        records: 0,
    }
}

/// Reads a shard and checks that it holds the games it should.
fn read_group(
    dir: &Path,
    group: &Group,
    expected: &ShardHeader,
) -> Result<Vec<GameRecord>, RunError> {
    let path = shard(dir, group);
    let (header, games) = read_shard(&path).map_err(RunError::Shard)?;
    let same = ShardHeader { records: header.records, ..expected.clone() } == header;
    let numbers = games.iter().map(|game| game.game);
    if same && numbers.eq(group.games.clone()) {
        return Ok(games);
    }
    let what = "holds other games than this run's config asks for; remove it to play them again";
    Err(RunError::Damaged { path, what: what.into() })
}

//! The games of a generation: its groups, the rules of each, and the paths of their shards.

use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use salta_core::Variant;
use salta_core::rules::{RULES_VERSION, Rules, parse};
use salta_env::Encoding;
use salta_net::{NetEvaluator, Network, load_network};
use salta_record::difference::{Difference, difference};
use salta_record::{GameRecord, ShardHeader, read_header, read_shard};
use salta_selfplay::{Group, SelfPlayConfig, groups};

use crate::config::{EvaluatorKind, RunConfig};
use crate::error::{At, RunError};
use crate::onnx_file::OnnxFile;

/// A generation according to the config. Successive groups use the run's variants in turn.
pub(crate) struct Generation<'a> {
    config: &'a RunConfig,
    pub(crate) number: u32,
    pub(crate) settings: SelfPlayConfig,
    pub(crate) variants: Vec<Arc<Variant>>,
    pub(crate) groups: Vec<Group>,
}

/// The games of a group, all played under the same rules.
pub(crate) struct GroupGames {
    pub(crate) variant: Arc<Variant>,
    pub(crate) games: Vec<GameRecord>,
}

impl<'a> Generation<'a> {
    /// Generation `number`, from 1, under the run's rules `rules`.
    pub(crate) fn new(config: &'a RunConfig, rules: &[Rules], number: u32) -> Self {
        let mut settings = config.selfplay.clone();
        settings.search.simulations = config.simulations_of(number);
        settings.root_targets = config.train.needs_root_targets();
        let first = config.games_before(number);
        let games = first..first + u64::from(config.games_of(number));
        let groups = groups(&settings, config.seed, number, games);
        let variant = |rules| Arc::new(Variant::new(config.rules_of(rules, number)));
        let variants = rules.iter().map(variant).collect();
        Generation { config, number, settings, variants, groups }
    }

    /// A network as used in self-play, in the config's precision.
    pub(crate) fn in_precision(&self, network: &Network) -> Result<Network, RunError> {
        let variants = self.variants.iter().map(|variant| &**variant);
        let network = network.in_precision(self.config.network.precision, variants);
        network.map_err(|error| RunError::Other(format!("network: {error}")))
    }

    /// An evaluator of `network` for this generation's games.
    pub(crate) fn evaluator(&self, network: &Network) -> Result<NetEvaluator, RunError> {
        Ok(NetEvaluator::on(&self.in_precision(network)?, self.config.compute)?)
    }

    /// An evaluator of the run's network at `path` for this generation's games.
    pub(crate) fn evaluator_at(&self, path: &Path) -> Result<NetEvaluator, RunError> {
        match self.config.evaluator {
            EvaluatorKind::Network => self.evaluator(&load_network(path)?.network),
            EvaluatorKind::Onnx => OnnxFile::read(path)?.evaluator(self.config).at(path),
        }
    }

    pub(crate) fn games(&self) -> Range<u64> {
        let first = self.groups.first().map_or(0, |group| group.games.start);
        first..self.groups.last().map_or(0, |group| group.games.end)
    }

    /// The rules of a group. If there are fewer groups than variants, the next generation continues
    /// where this one ends.
    pub(crate) fn variant(&self, group: &Group) -> &Arc<Variant> {
        let size = u64::from(self.settings.games_per_group);
        let turn = group.games.start / size % self.variants.len() as u64;
        &self.variants[turn as usize]
    }

    /// The groups whose shards are missing from `dir`.
    pub(crate) fn missing(&self, dir: &Path) -> Vec<Group> {
        self.groups.iter().filter(|group| !shard(dir, group).exists()).cloned().collect()
    }

    pub(crate) fn header(&self, group: &Group) -> ShardHeader {
        let encoding_version = self.config.encoding().version();
        let records = (group.games.end - group.games.start) as u32;
        let header = header(self.variant(group), self.config.seed, self.number);
        ShardHeader { encoding_version, records, ..header }
    }

    /// The games, read from their shards, which must hold the expected ones; `None` if a shard is
    /// missing.
    pub(crate) fn read(&self, dir: &Path) -> Result<Option<Vec<GroupGames>>, RunError> {
        if !self.missing(dir).is_empty() {
            return Ok(None);
        }
        let groups = self.groups.iter().map(|group| self.read_group(dir, group));
        groups.collect::<Result<_, _>>().map(Some)
    }

    fn read_group(&self, dir: &Path, group: &Group) -> Result<GroupGames, RunError> {
        let path = shard(dir, group);
        let (header, games) = read_shard(&path).map_err(unreadable)?;
        check_header(&path, &header, &self.header(group))?;
        if games.iter().map(|game| game.game).eq(group.games.clone()) {
            return Ok(GroupGames { variant: Arc::clone(self.variant(group)), games });
        }
        Err(other_games(&path, format_args!("its numbers are not {:?}", group.games)))
    }

    /// Checks the headers of those shards that exist in `dir`.
    pub(crate) fn check_shards(&self, dir: &Path) -> Result<(), RunError> {
        for group in &self.groups {
            let path = shard(dir, group);
            if path.exists() {
                let found = read_header(&path).map_err(unreadable)?;
                check_header(&path, &found, &self.header(group))?;
            }
        }
        Ok(())
    }
}

/// The header of a shard without records, in the first encoding.
pub(crate) fn header(variant: &Variant, run_seed: u64, generation: u32) -> ShardHeader {
    ShardHeader {
        rules_version: RULES_VERSION,
        encoding_version: Encoding::V1.version(),
        variant: variant.name().into(),
        rules: variant.rules().to_toml(),
        run_seed,
        generation,
        records: 0,
    }
}

/// Checks that the shard at `path` has the header `asked`.
pub(crate) fn check_header(
    path: &Path,
    found: &ShardHeader,
    asked: &ShardHeader,
) -> Result<(), RunError> {
    let difference = header_difference(found, asked);
    difference.map_or(Ok(()), |difference| Err(other_games(path, difference)))
}

/// The first difference between two headers; if it is in the rules, the field.
fn header_difference(found: &ShardHeader, other: &ShardHeader) -> Option<Difference> {
    let value = |header: &ShardHeader| {
        let mut value = serde_json::to_value(header).expect("numbers and texts");
        if let Ok(rules) = parse(&header.rules) {
            value["rules"] = serde_json::to_value(rules).expect("a table of values");
        }
        value
    };
    difference(&value(found), &value(other))
}

/// The error that a shard holds games other than the config's.
fn other_games(path: &Path, what: impl Display) -> RunError {
    let advice = "remove it to play them again";
    RunError::at(path, format_args!("holds games other than those of the config: {what}; {advice}"))
}

/// The error that a run's shard cannot be read.
fn unreadable(error: salta_record::RecordError) -> RunError {
    RunError::Other(format!("{error}; remove it to have its games played again"))
}

pub(crate) fn shard(dir: &Path, group: &Group) -> PathBuf {
    dir.join(shard_name(group.games.start))
}

/// The name of the shard of a group with this first game.
pub(crate) fn shard_name(first: u64) -> String {
    format!("games-{first:08}.shard")
}

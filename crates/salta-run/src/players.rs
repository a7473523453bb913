//! Loads players by their names, including networks at a path and built-in ones.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use salta_arena::Entrant;
use salta_core::Variant;
use salta_env::Precision;
use salta_net::{
    CHECKPOINT_MANIFEST, NetConfig, NetEvaluator, Network, SavedNetwork, load_network,
    load_network_from,
};
use salta_players::{
    Limit, MakeError, NetworkSource, Perfect, Player, PlayerSpec, SearchOptions, SearchPlayer,
    SearchSettings, Trained,
};
use salta_solve::Table;
use serde::Deserialize;
use serde_json::Value;

use crate::error::{At, RunError, refuse_if};
use crate::files::read_bytes;
use crate::generation_dirs::{CHECKPOINTS, gen_name, gen_number, generations_in, names_in};
use crate::identity::{identity, of_checkpoint};
use crate::made_with::check_made_with;
use crate::onnx_file::OnnxFile;
use crate::shipped::{shipped_files, shipped_names};
use crate::variant_files::{VARIANT, read_all_rules};

/// A loaded player, from which an instance can be created for every group of games.
pub struct PlayerFactory {
    name: String,
    identity: String,
    trained_in: Vec<String>,
    kind: Kind,
}

enum Kind {
    Fixed(PlayerSpec),
    AlphaBeta3(PlayerSpec, Arc<salta_nnue::Network>),
    Perfect(Arc<Table>),
    Search(Box<NetEvaluator>, SearchSettings),
    Outside(Box<MakeOutside>),
}

/// Creates an instance of another program's player, on any thread.
pub type MakeOutside = dyn Fn() -> Box<dyn Player> + Send + Sync;

impl PlayerFactory {
    /// A player that another program creates; `identity` is what tells it from other players.
    pub fn outside(name: String, identity: String, make: Box<MakeOutside>) -> PlayerFactory {
        PlayerFactory { name, identity, trained_in: Vec::new(), kind: Kind::Outside(make) }
    }

    /// Loads a player with the network or table that it needs.
    ///
    /// # Errors
    /// If its network or table cannot be read or has another version.
    pub fn load(spec: &PlayerSpec) -> Result<PlayerFactory, RunError> {
        match spec {
            PlayerSpec::Network { source, search } => {
                PlayerFactory::network_at(spec.to_string(), source, search)
            }
            PlayerSpec::Perfect { table } => {
                let table = Arc::new(Table::open(Path::new(table))?);
                let identity = format!("perfect@1 {}", table.identity());
                let (name, kind) = (spec.to_string(), Kind::Perfect(table));
                Ok(PlayerFactory { name, identity, trained_in: Vec::new(), kind })
            }
            PlayerSpec::AlphaBeta3 { net: Some(net), .. } => {
                let (network, checksum) = load_nnue(Path::new(net))?;
                let identity = format!("{} {checksum}", spec.without_net());
                let trained_in = network.trained_in().to_vec();
                let kind = Kind::AlphaBeta3(spec.clone(), Arc::new(network));
                Ok(PlayerFactory { name: spec.to_string(), identity, trained_in, kind })
            }
            fixed => {
                let (identity, kind) = (fixed.to_string(), Kind::Fixed(fixed.clone()));
                Ok(PlayerFactory { name: identity.clone(), identity, trained_in: Vec::new(), kind })
            }
        }
    }

    /// Like [`PlayerFactory::load`], for games that may be played much later.
    ///
    /// # Errors
    /// As [`PlayerFactory::load`], or if the command of a program does not exist.
    pub fn load_early(spec: &PlayerSpec) -> Result<PlayerFactory, RunError> {
        match spec {
            PlayerSpec::Program(program) if !program.exists() => {
                Err(RunError::at(format!("player `{spec}`"), "there is no such program"))
            }
            _ => PlayerFactory::load(spec),
        }
    }

    /// Like [`PlayerFactory::load_early`], unless `out` exists, where all games of the player may
    /// be.
    ///
    /// # Errors
    /// As [`PlayerFactory::load_early`].
    pub fn load_to_play(spec: &PlayerSpec, out: Option<&Path>) -> Result<PlayerFactory, RunError> {
        match out.is_some_and(Path::exists) {
            true => PlayerFactory::load(spec),
            false => PlayerFactory::load_early(spec),
        }
    }

    /// Loads a network player under the name `name`.
    ///
    /// # Errors
    /// As [`PlayerFactory::load`].
    pub fn network_at(
        name: String,
        source: &NetworkSource,
        search: &SearchOptions,
    ) -> Result<PlayerFactory, RunError> {
        match source {
            NetworkSource::Checkpoint(path) => {
                PlayerFactory::checkpoint(name, &checkpoint_in(Path::new(path))?, search)
            }
            NetworkSource::Onnx(path) => PlayerFactory::onnx(name, Path::new(path), search),
        }
    }

    fn onnx(name: String, path: &Path, search: &SearchOptions) -> Result<PlayerFactory, RunError> {
        refuse_if(search.precision().is_some(), path, "`precision` is for checkpoints")?;
        let OnnxFile { model, metadata, hash } = OnnxFile::read(path)?;
        let settings = search_settings(path, &metadata, search)?;
        let identity = format!("{hash} {}", identity(&settings));
        let kind = Kind::Search(Box::new(NetEvaluator::onnx(&model)), settings);
        Ok(PlayerFactory { name, identity, trained_in: trained_in(&metadata), kind })
    }

    fn checkpoint(
        name: String,
        path: &Path,
        search: &SearchOptions,
    ) -> Result<PlayerFactory, RunError> {
        let SavedNetwork { network, metadata, checksum } = load_checkpoint(path)?;
        let settings = search_settings(path, &metadata, search)?;
        let precision = search.precision().unwrap_or(network.precision());
        let network = in_precision(path, &network, precision, &metadata)?;
        let mut identity = format!("{} {}", of_checkpoint(&checksum), identity(&settings));
        if precision != Precision::default() {
            identity += &format!(" {precision}");
        }
        let kind = Kind::Search(Box::new(NetEvaluator::new(&network)), settings);
        Ok(PlayerFactory { name, identity, trained_in: trained_in(&metadata), kind })
    }

    /// A player that uses a network in memory with these search settings. Its name is its identity,
    /// so different players need different names.
    pub(crate) fn of_evaluator(
        name: String,
        network: NetEvaluator,
        settings: SearchSettings,
    ) -> PlayerFactory {
        let kind = Kind::Search(Box::new(network), settings);
        PlayerFactory { name: name.clone(), identity: name, trained_in: Vec::new(), kind }
    }

    /// The same player under another name.
    pub fn named(self, name: String) -> PlayerFactory {
        PlayerFactory { name, ..self }
    }

    /// Refuses a variant that the player cannot play: one with rules other than its table's.
    ///
    /// # Errors
    /// If a field of the rules differs.
    pub fn check_rules(&self, variant: &Variant) -> Result<(), RunError> {
        let Kind::Perfect(table) = &self.kind else { return Ok(()) };
        table.check_rules(variant).map_err(|error| {
            RunError::Other(format!("{error}; `{variant}` needs a table of its own"))
        })
    }

    /// Refuses a match that the player cannot play: in a variant with other rules than its table's
    /// or a board that its network does not read, or under a limit that it does not support. A
    /// program says what it can only once it is started.
    ///
    /// # Errors
    /// If it cannot play it.
    pub fn check_match(&self, variant: &Variant, limit: Option<Limit>) -> Result<(), RunError> {
        self.check_rules(variant)?;
        if matches!(self.kind, Kind::Fixed(PlayerSpec::Program(_))) {
            return Ok(());
        }
        let can_play = || {
            let mut player = self.make()?;
            player.supports(variant)?;
            limit.map_or(Ok(()), |limit| player.set_limit(limit))
        };
        can_play().at(format!("player `{}`", self.name))
    }

    /// The player's name in tables.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The player's identity, independent of its name: a network's checksum and its search.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// Names of the variants that its network was trained in; empty if the file does not say.
    pub fn trained_in(&self) -> &[String] {
        &self.trained_in
    }

    /// Simulations per decision, if the player searches with a network.
    pub fn simulations(&self) -> Option<u32> {
        self.network().map(|(_, settings)| settings.search.simulations)
    }

    /// The network and the search settings, if the player searches with a network.
    pub fn network(&self) -> Option<(&NetEvaluator, SearchSettings)> {
        match &self.kind {
            Kind::Search(evaluator, settings) => Some((evaluator, *settings)),
            _ => None,
        }
    }

    /// Approximate cost of a turn in microseconds of one core, to estimate the time left.
    pub fn turn_cost(&self) -> f64 {
        match &self.kind {
            Kind::Fixed(spec) | Kind::AlphaBeta3(spec, _) => spec.turn_cost(),
            Kind::Perfect(_) => 500.0,
            Kind::Outside(_) => 10_000.0,
            Kind::Search(_, settings) => 500.0 * f64::from(settings.search.simulations),
        }
    }

    /// The player as an entrant of the arena.
    pub fn entrant(&self) -> Entrant<'_> {
        let reproducible = match &self.kind {
            Kind::Outside(_) => false,
            Kind::Fixed(spec) | Kind::AlphaBeta3(spec, _) => spec.is_reproducible(),
            Kind::Perfect(_) | Kind::Search(..) => true,
        };
        Entrant {
            name: &self.name,
            identity: &self.identity,
            reproducible,
            turn_cost: self.turn_cost(),
            make: Box::new(|| self.make()),
        }
    }

    /// Creates an instance of the player.
    ///
    /// # Errors
    /// If its search settings are out of range.
    pub fn make(&self) -> Result<Box<dyn Player>, MakeError> {
        match &self.kind {
            Kind::Fixed(spec) => Ok(spec.opponent().expect("no network and no table")),
            Kind::AlphaBeta3(spec, network) => {
                Ok(Box::new(spec.with_network(Arc::clone(network)).expect("it is one")))
            }
            Kind::Outside(make) => Ok(make()),
            Kind::Perfect(table) => Ok(Box::new(Perfect::new(&*self.name, Arc::clone(table)))),
            Kind::Search(evaluator, settings) => {
                let player = SearchPlayer::new(&*self.name, (**evaluator).clone(), *settings)?;
                Ok(Box::new(player))
            }
        }
    }
}

/// Loads the network of a checkpoint, or of a run's last checkpoint.
///
/// # Errors
/// If there is no checkpoint, or it has another version.
pub fn load_network_of(path: &Path) -> Result<SavedNetwork, RunError> {
    load_checkpoint(&checkpoint_in(path)?)
}

/// Loads a built-in network by its name, or one that `salta train-eval` wrote by its path, and
/// returns it with its checksum. For a file with the name of a built-in network, write `./name`.
///
/// # Errors
/// If it cannot be read, or has another version or other inputs.
pub fn load_nnue(path: &Path) -> Result<(salta_nnue::Network, String), RunError> {
    let built_in = path.to_str().and_then(salta_nnue::Network::shipped_file);
    if built_in.is_none() && !path.exists() {
        let names = salta_nnue::Network::shipped_names().collect::<Vec<_>>().join(", ");
        return Err(RunError::at(path, format!("no such file; built-in networks: {names}")));
    }
    let bytes = built_in.map_or_else(|| read_bytes(path), |bytes| Ok(bytes.to_vec()))?;
    let network = salta_nnue::Network::from_bytes(&bytes).at(path)?;
    Ok((network, blake3::hash(&bytes).to_hex().to_string()))
}

/// Loads a checkpoint's network, and checks the versions in its metadata against this build's.
pub(crate) fn load_checkpoint(path: &Path) -> Result<SavedNetwork, RunError> {
    let saved = match shipped_files(path) {
        Some(files) => load_network_from(path, &files)?,
        None => load_network(path)?,
    };
    check_metadata(path, saved.network.config(), &saved.metadata)?;
    Ok(saved)
}

/// Returns `path` if it is a checkpoint, or the path of the last checkpoint if it is a run.
///
/// # Errors
/// If neither is at the path, or the run has no checkpoint yet or ONNX files in their place.
pub fn checkpoint_in(path: &Path) -> Result<PathBuf, RunError> {
    let dir = path.join(CHECKPOINTS);
    if shipped_files(path).is_some() {
        return Ok(path.into());
    }
    let names: Vec<_> = shipped_names().collect();
    let what = format!("there is no such checkpoint; Salta comes with {}", names.join(", "));
    refuse_if(!path.exists(), path, what)?;
    if path.join(CHECKPOINT_MANIFEST).exists() {
        return Ok(path.into());
    }
    let what = "not a checkpoint or run; checkpoints are RUN/checkpoints/gen-NNNN";
    refuse_if(!dir.is_dir(), path, what)?;
    if let Some(generation) = generations_in(&dir)?.into_iter().max() {
        return Ok(dir.join(gen_name(generation)));
    }
    let onnx = |name: &String| gen_number(name.strip_suffix(".onnx")?);
    Err(match names_in(&dir)?.iter().filter_map(onnx).max() {
        Some(generation) => {
            let file = dir.join(gen_name(generation) + ".onnx");
            let what =
                format!("its networks are ONNX files, to be used as onnx:{}", file.display());
            RunError::at(path, what)
        }
        None => RunError::not_a_run(path, "checkpoints/gen-…"),
    })
}

/// The path of a generation's network in a run's directory.
pub fn checkpoint_of(run: &Path, generation: u32) -> PathBuf {
    run.join(CHECKPOINTS).join(gen_name(generation))
}

/// Checks that this build supports the rules and the encoding that a network was made for, and that
/// the network reads that encoding.
pub(crate) fn check_metadata(
    path: &Path,
    network: &NetConfig,
    metadata: &Value,
) -> Result<(), RunError> {
    let version = |key: &str| metadata[key].as_u64().unwrap_or(0);
    let encoding = version("encoding_version");
    check_made_with(path, version("rules_version"), encoding)?;
    let same = network.encoding().is_some_and(|reads| u64::from(reads.version()) == encoding);
    refuse_if(!same, path, "its network reads another encoding")
}

/// Converts the network of the checkpoint at `path` to this precision, calibrated on games of the
/// variants that it was trained in.
///
/// # Errors
/// If the network does not exist in this precision, or none of these variants is known.
pub fn in_precision(
    path: &Path,
    network: &Network,
    precision: Precision,
    metadata: &Value,
) -> Result<Network, RunError> {
    let variants = match precision == Precision::F32 || precision == network.precision() {
        true => Vec::new(),
        false => variants_of(path, metadata)?,
    };
    network.in_precision(precision, &variants).at(path)
}

/// The variants to calibrate the network of the checkpoint at `path` on: the named ones that it was
/// trained in or, if there are none, a user's own ones, if the checkpoint is still in its run. Own
/// ones beside named ones do not count: calibration must not depend on where a checkpoint lies.
///
/// # Errors
/// If the run's rules cannot be read.
pub fn variants_of(path: &Path, metadata: &Value) -> Result<Vec<Variant>, RunError> {
    let names = trained_in(metadata);
    let named: Vec<_> = names.iter().filter_map(|name| Variant::named(name)).collect();
    let generation = path.file_name().and_then(|name| gen_number(name.to_str()?));
    let root = path.join("../..");
    if !named.is_empty() || generation.is_none() || !root.join(VARIANT).is_file() {
        return Ok(named);
    }
    Ok(read_all_rules(&root, names.len())?.into_iter().map(Variant::new).collect())
}

pub(crate) fn trained_in(metadata: &Value) -> Vec<String> {
    let more = metadata["more_variants"].as_array().into_iter().flatten();
    let names = std::iter::once(&metadata["variant"]).chain(more);
    names.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The search settings for matches: those that a checkpoint's network was trained with, without
/// noise, and with the options of the player's name.
///
/// # Errors
/// If the checkpoint's metadata lack these settings or are damaged.
pub fn search_settings(
    path: &Path,
    metadata: &Value,
    options: &SearchOptions,
) -> Result<SearchSettings, RunError> {
    let damaged = |error: String| RunError::at(path, format_args!("its metadata: {error}"));
    let trained = Trained::deserialize(metadata).map_err(|error| damaged(error.to_string()))?;
    trained.validate().map_err(damaged)?;
    Ok(trained.settings(options))
}

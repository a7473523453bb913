//! The config of a training run, which users edit; checked before any work starts.

use std::collections::HashSet;
use std::path::Path;

use salta_arena::MatchConfig;
use salta_core::rules::{MAX_MOVE_LIMIT, Points, Rules};
use salta_core::strict_toml::{self, within};
use salta_env::{Encoding, Precision};
use salta_net::{Compute, ComputeError, LearnerConfig, NetConfig};
use salta_players::PlayerSpec;
use salta_selfplay::{MAX_RECORDED_SIMULATIONS, SelfPlayConfig};
use salta_train::TrainConfig;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{At, RunError};
use crate::files::read_text;
use crate::threads::MAX_THREADS;
use crate::variants::load_rules_to_learn;
use crate::{extends, overrides, renamed};

/// The top-level keys of a config that can be changed in a run that has begun, as `evaluate.table`
/// can.
pub const CHANGEABLE_KEYS: [&str; 6] =
    ["generations", "games_bytes", "threads", "learner", "learner_command", "tournament"];

pub(crate) const CONFIG: &str = "config.toml";
/// The directory for runs, relative to the working directory.
pub(crate) const RUNS: &str = "runs";

/// A training run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunConfig {
    /// Name of the run, and of its directory in `runs/`.
    pub name: String,
    /// Seed of all random choices in the run.
    pub seed: u64,
    /// Name of the variant, or path of a variant file, relative to the working directory.
    pub variant: String,
    /// More variants: successive groups of a generation's games are played in `variant` and these
    /// in turn, so every generation needs whole groups. The rules of each game are part of the
    /// network's input; the final tournament is played in `variant`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_variants: Vec<String>,
    /// Number of generations. Each plays games with the previous network, then learns from them.
    pub generations: u32,
    /// Games per generation.
    pub games_per_generation: u32,
    /// Bytes of recorded games kept on disk. Beyond that, the games of the oldest generations are
    /// deleted, except those that the replay window needs; 0: keep all.
    #[serde(default)]
    pub games_bytes: u64,
    /// Number of threads; 0: one per core. Results do not depend on it.
    #[serde(default)]
    pub threads: usize,
    /// Where networks are computed in self-play and in learning: `cpu`, or `vulkan` for a GPU
    /// (not with `evaluator = "onnx"`). On a GPU the order of sums may differ from run to run, so
    /// results are not bit-for-bit reproducible, and `learner.gradient` has no effect.
    #[serde(default)]
    pub compute: Compute,
    /// Whose network plays: `network` for the program's own, which it trains, or `onnx` for
    /// networks that another program trains and writes as ONNX files. With `onnx`, `[learner]` and
    /// all of `[network]` but `features` are ignored, and `[train]` only determines what
    /// `salta.dataset` reads and which games `games_bytes` keeps.
    #[serde(default, skip_serializing_if = "is_default")]
    pub evaluator: EvaluatorKind,
    /// With `evaluator = "onnx"`, the command that learns. It is called as `COMMAND RUN GENERATION
    /// FILE`, first for generation 0, then after the games of each generation, and writes its
    /// network to FILE. If empty, the run waits for `checkpoints/gen-0000.onnx` and so on.
    #[serde(default, skip_serializing_if = "is_default")]
    pub learner_command: String,
    /// The network.
    #[serde(default)]
    pub network: NetConfig,
    /// How the network learns.
    #[serde(default)]
    pub learner: LearnerConfig,
    /// How the games are played.
    #[serde(default)]
    pub selfplay: SelfPlayConfig,
    /// How many learning steps follow each generation of games, and from which samples.
    #[serde(default)]
    pub train: TrainConfig,
    /// Changes that apply from a given generation on until the next stage begins, in ascending
    /// order. A key that a stage lacks has the run's own value. A fork counts from 1 again.
    #[serde(default, rename = "stage")]
    pub stages: Vec<Stage>,
    /// How each generation's network is evaluated.
    #[serde(default, skip_serializing_if = "is_default")]
    pub evaluate: EvaluateConfig,
    /// The final tournament, played when training is done.
    #[serde(default)]
    pub tournament: FinalTournament,
}

/// Whose network plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvaluatorKind {
    /// The program's own, which it trains itself.
    #[default]
    Network,
    /// Another program's, as ONNX files.
    Onnx,
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// From a generation on, some things are different: a curriculum.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// First generation of the stage, from 1.
    pub from: u32,
    /// Move limit, in place of the variant's `move_limit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_limit: Option<u32>,
    /// What the margin counts, in place of the variant's `points`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// Simulations per decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulations: Option<u32>,
    /// Games per generation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
}

impl Stage {
    fn validate(&self) -> Result<(), String> {
        within("simulations", self.simulations.unwrap_or(1), 1, MAX_RECORDED_SIMULATIONS)?;
        within("games", self.games.unwrap_or(1).into(), 1.0, 1e6)?;
        within("move_limit", self.move_limit.unwrap_or(0).into(), 0.0, MAX_MOVE_LIMIT.into())
    }
}

/// What is measured of each generation's network, besides its losses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EvaluateConfig {
    /// Whether regret is measured: the exact points that a decision loses against perfect play,
    /// with the search of self-play without noise and for the policy alone. `variant` must be small
    /// enough to be solved.
    pub regret: bool,
    /// The table of `variant`, from `salta solve --out`. If empty, the run solves the variant
    /// before its first generation and keeps the table in its directory.
    pub table: String,
    /// Generations from one measurement to the next; the last generation is always measured.
    pub every: u32,
    /// Games of the network against itself.
    pub games: u64,
    /// Random placements.
    pub placements: u64,
}

impl Default for EvaluateConfig {
    fn default() -> EvaluateConfig {
        EvaluateConfig { regret: false, table: String::new(), every: 1, games: 20, placements: 300 }
    }
}

impl EvaluateConfig {
    fn validate(&self) -> Result<(), String> {
        within("every", self.every.into(), 1.0, 1e6)?;
        within("games", self.games as f64, 1.0, 1e6)?;
        within("placements", self.placements as f64, 1.0, 1e6)
    }
}

/// The final tournament, which the last checkpoint plays when training is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FinalTournament {
    /// Simulations per decision, for every network in the tournament.
    pub simulations: u32,
    /// Earlier generations of the run to play against; 0 is the network that it began with,
    /// untrained unless the run started from another (the control).
    pub generations: Vec<u32>,
    /// Other opponents.
    pub opponents: Vec<PlayerSpec>,
    /// How each match is played.
    #[serde(rename = "match")]
    pub play: MatchConfig,
}

impl Default for FinalTournament {
    fn default() -> FinalTournament {
        FinalTournament {
            simulations: 64,
            generations: vec![0],
            opponents: vec![PlayerSpec::Random, PlayerSpec::Greedy],
            play: MatchConfig::default(),
        }
    }
}

impl FinalTournament {
    fn validate(&self) -> Result<(), String> {
        within("simulations", self.simulations, 1, MAX_RECORDED_SIMULATIONS)?;
        let generations = self.generations.iter().map(|number| format!("generation {number}"));
        let opponents = self.opponents.iter().map(|player| format!("player `{player}`"));
        let mut seen = HashSet::new();
        let twice = generations.chain(opponents).find(|name| !seen.insert(name.clone()));
        twice.map_or(Ok(()), |name| Err(format!("{name} is listed twice")))
    }
}

impl RunConfig {
    /// Reads the config file of a new run and applies overrides of the form `key.key=value`.
    ///
    /// # Errors
    /// One sentence that names the file and line, or the override, and the key; or if a variant
    /// cannot be read.
    pub fn load(path: &Path, sets: &[String]) -> Result<RunConfig, RunError> {
        RunConfig::new_run(path, sets, load_toml(path, sets)?)
    }

    /// A config from values in memory, named as in a file, with `key.key=value` overrides on top.
    ///
    /// # Errors
    /// One sentence that names the override, and the key; or if a variant cannot be read.
    pub fn of_values(values: &Value, sets: &[String]) -> Result<RunConfig, RunError> {
        RunConfig::new_run(Path::new(VALUES), sets, read_values(values, sets)?)
    }

    /// Reads the config in the directory of an existing run, with overrides. The run has the rules
    /// and the encoding already, so the files of its variants need not exist any more.
    ///
    /// # Errors
    /// One sentence that names the file and line, or the override, and the key.
    pub fn load_of_run(root: &Path, sets: &[String]) -> Result<RunConfig, RunError> {
        let path = root.join(CONFIG);
        let config: RunConfig = load_toml(&path, sets)?;
        config.validate().map_err(|what| overrides::not_allowed(&path, sets, &what))?;
        Ok(config)
    }

    fn new_run(path: &Path, sets: &[String], mut config: RunConfig) -> Result<RunConfig, RunError> {
        config.validate().map_err(|what| overrides::not_allowed(path, sets, &what))?;
        let rules = config.all_rules().map_err(|error| {
            let is_main = load_rules_to_learn(&config.variant).is_err();
            let key = if is_main { "variant" } else { "more_variants" };
            overrides::of_key(path, sets, key, &error.to_string())
        })?;
        config.raise_encoding(&rules);
        Ok(config)
    }

    /// Networks for smaller boards need the encoding that marks the board's squares.
    pub(crate) fn raise_encoding(&mut self, rules: &[Rules]) {
        let boards = rules.iter().map(|rules| Encoding::of_board(rules.board));
        if let Some(encoding) = boards.max().filter(|needed| *needed > self.encoding()) {
            self.network.features = encoding.features();
        }
    }

    /// The encoding of positions that the network reads.
    pub fn encoding(&self) -> Encoding {
        self.network.encoding().unwrap_or(Encoding::V1)
    }

    /// The config as a file that `load` can read, defaults included, except of options that are
    /// off.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a config is tables, strings and numbers")
    }

    /// Checks every value.
    ///
    /// # Errors
    /// One sentence that names the first bad key.
    pub fn validate(&self) -> Result<(), String> {
        self.check_top()?;
        let part = |part: &str, error: &dyn std::fmt::Display| format!("[{part}] {error}");
        self.network.validate().map_err(|e| part("network", &e))?;
        self.learner.validate().map_err(|e| part("learner", &e))?;
        self.learner.fits(&self.network).map_err(|e| part("learner", &e))?;
        self.selfplay.validate().map_err(|e| part("selfplay", &e))?;
        self.train.validate().map_err(|e| part("train", &e))?;
        self.evaluate.validate().map_err(|e| part("evaluate", &e))?;
        self.tournament.play.validate().map_err(|e| part("tournament.match", &e))?;
        self.tournament.validate().map_err(|e| part("tournament", &e))?;
        if let Some(late) = self.tournament.generations.iter().find(|g| **g >= self.generations) {
            return Err(format!(
                "[tournament] `generations` must all be below the run's `generations`, {}; {late} is not",
                self.generations
            ));
        }
        self.check_stages()
    }

    fn check_top(&self) -> Result<(), String> {
        check_run(&self.name, self.seed, self.threads)?;
        within("generations", self.generations.into(), 1.0, 1e6)?;
        within("games_per_generation", self.games_per_generation.into(), 1.0, 1e6)?;
        if self.evaluator == EvaluatorKind::Network && !self.learner_command.is_empty() {
            return Err("`learner_command` is for `evaluator = \"onnx\"`".into());
        }
        if self.compute != Compute::Cpu && self.evaluator == EvaluatorKind::Onnx {
            return Err("`compute`: the networks of `evaluator = \"onnx\"` run on the CPU".into());
        }
        if self.compute != Compute::Cpu && self.network.precision == Precision::Int8 {
            return Err(ComputeError::Int8.to_string());
        }
        if self.network.encoding().is_none() {
            let known = Encoding::ALL.map(|encoding| encoding.features().to_string()).join(" or ");
            return Err(format!("[network] `features` must be {known}, those of an encoding"));
        }
        Ok(())
    }

    fn check_stages(&self) -> Result<(), String> {
        let mut last = 0;
        for (number, stage) in self.stages.iter().enumerate() {
            if stage.from <= last {
                let what = "must increase from stage to stage, starting at 1 or later";
                return Err(format!("`stage[{number}].from` {what}"));
            }
            let named = |error: String| error.replacen('`', &format!("`stage[{number}]."), 1);
            stage.validate().map_err(named)?;
            last = stage.from;
        }
        let mut games = self.stages.iter().filter_map(|stage| stage.games);
        let size = self.selfplay.games_per_group;
        let whole = |games: u32| games.is_multiple_of(size);
        if self.more_variants.is_empty() || whole(self.games_per_generation) && games.all(whole) {
            return Ok(());
        }
        Err(format!(
            "with `more_variants`, `games_per_generation` and the `games` of every [[stage]] must \
             be multiples of `selfplay.games_per_group`, {size}"
        ))
    }
}

#[cfg(test)]
impl RunConfig {
    /// `tests/tiny.toml` with overrides.
    pub(crate) fn tiny(sets: &[&str]) -> RunConfig {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tiny.toml");
        let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
        RunConfig::load(&path, &sets).unwrap()
    }
}

/// Checks what the config of any run has, also of one that trains networks for `alphabeta@3`.
///
/// # Errors
/// One sentence that names the first bad key.
pub(crate) fn check_run(name: &str, seed: u64, threads: usize) -> Result<(), String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
        return Err(format!("`name` is `{name}`; it must be letters, digits, `-`, `_` and `.`"));
    }
    if seed > i64::MAX as u64 {
        return Err(format!("`seed` must be at most {}, TOML's largest number", i64::MAX));
    }
    if threads > MAX_THREADS {
        return Err(format!("`threads` must be at most {MAX_THREADS} (0: one per core)"));
    }
    Ok(())
}

/// Reads a strict TOML file, on top of the files that it `extends`, and applies overrides.
///
/// # Errors
/// One sentence that names the file and line, or the override, and the key.
pub fn load_toml<T: DeserializeOwned>(path: &Path, sets: &[String]) -> Result<T, RunError> {
    let text = read_text(path)?;
    if sets.is_empty() && !extends::is_in(&text) {
        renamed::note(path, &text)?;
        // From the text: the error then has the line.
        return strict_toml::from_str(&text).at(path);
    }
    overrides::apply(path, extends::read(path, &text)?, sets)
}

/// What errors name in place of the path if a config does not come from a file.
pub const VALUES: &str = "config";

/// Reads a config from values in memory instead of a file, and applies overrides.
///
/// # Errors
/// If an override is malformed or a key is unknown or has a wrong type.
pub fn read_values<T: DeserializeOwned>(values: &Value, sets: &[String]) -> Result<T, RunError> {
    let place = Path::new(VALUES);
    let mut table = toml::Table::try_from(values).at(place)?;
    renamed::update(place, &mut table).at(place)?;
    overrides::apply(place, table, sets)
}

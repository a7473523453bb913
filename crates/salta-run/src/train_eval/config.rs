//! Settings of games and learning.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use salta_arena::MatchConfig;
use salta_core::strict_toml::within;
use salta_core::{NodeBudget, Variant};
use salta_nnue::{Network, train};
use serde::{Deserialize, Serialize};

use crate::config::{RUNS, check_run, load_toml};
use crate::error::{At, RunError, refuse_if};
use crate::memory::check_bytes;
use crate::overrides::not_allowed;
use crate::variants::load_all_rules;

/// Games per shard, all of one variant.
pub(super) const GROUP: u32 = 32;
/// Larger numbers of steps or games are rejected as typing errors.
const MOST: f64 = 1e7;

/// The training of networks for `alphabeta@3`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvalConfig {
    /// Name of the run, and of its directory below `runs/`.
    pub name: String,
    /// Seed of games, first weights and batches.
    pub seed: u64,
    /// Name of the variant, or path of a variant file, relative to the working directory.
    pub variant: String,
    /// More variants: successive groups of 32 games are played in `variant` and these in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_variants: Vec<String>,
    /// Number of generations. Each plays games with the previous network, then trains a new one.
    pub generations: u32,
    /// Games per generation.
    pub games_per_generation: u32,
    /// Number of threads; 0: one per core. Results do not depend on it.
    #[serde(default)]
    pub threads: usize,
    /// Directories with shards of other runs, or whole runs, whose results are also learned. All
    /// games must be under the rules of `variant` or `more_variants`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shards: Vec<PathBuf>,
    /// How games are played.
    #[serde(default)]
    pub games: GamesConfig,
    /// How networks learn.
    #[serde(default)]
    pub learn: LearnConfig,
}

/// How the games are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GamesConfig {
    /// Nodes per turn.
    pub nodes: u64,
    /// Maximum number of random plies at the start of a game; each game draws its own number, at
    /// least a quarter of this.
    pub opening_plies: u32,
    /// Share of random turns after the opening.
    pub random_share: f64,
    /// Node budget of the exact count at the end of a game, for each side.
    pub exact_nodes: NodeBudget,
    /// Plies after which a game without a move limit is truncated.
    pub max_plies: u32,
}

impl Default for GamesConfig {
    fn default() -> GamesConfig {
        GamesConfig {
            nodes: 400,
            opening_plies: 16,
            random_share: 0.02,
            exact_nodes: NodeBudget(100_000),
            max_plies: 600,
        }
    }
}

/// How networks learn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LearnConfig {
    /// Learning steps per generation.
    pub steps: u32,
    /// Positions per batch, rounded up to a multiple of 1,024.
    pub batch: u32,
    /// Initial learning rate; it falls to a hundredth of this.
    pub learning_rate: f32,
    /// Weight of the search's value in a target; the game's result has the rest.
    pub search_share: f32,
    /// Number of generations whose games are learned from.
    pub window: u32,
}

impl Default for LearnConfig {
    fn default() -> LearnConfig {
        LearnConfig { steps: 4000, batch: 8192, learning_rate: 2e-3, search_share: 0.7, window: 2 }
    }
}

impl LearnConfig {
    /// The learning settings of a generation.
    pub(super) fn settings(&self, seed: u64, generation: u32) -> train::Settings {
        train::Settings {
            seed: seed ^ u64::from(generation) << 32,
            steps: self.steps,
            batch_parts: self.batch.div_ceil(train::PART as u32),
            learning_rate: self.learning_rate,
        }
    }
}

impl EvalConfig {
    /// Reads a config file, with `key.key=value` overrides on top.
    ///
    /// # Errors
    /// One sentence that names the file and line, or the override, and the key.
    pub fn load(path: &Path, sets: &[String]) -> Result<EvalConfig, RunError> {
        let config: EvalConfig = load_toml(path, sets)?;
        config.validate().map_err(|what| not_allowed(path, sets, &what))?;
        Ok(config)
    }

    /// The default directory of the run.
    pub fn default_out(&self) -> PathBuf {
        Path::new(RUNS).join(&self.name)
    }

    /// Loads its variants, the main one first.
    pub(super) fn variants(&self) -> Result<Vec<Arc<Variant>>, RunError> {
        let rules = load_all_rules(&self.variant, &self.more_variants)?;
        // The names fit into a network's file, or it could not be written after the first games.
        let names = rules.iter().map(|rules| rules.name.clone()).collect();
        Network::zero().named(names).to_bytes().at(&self.name)?;
        let least = GROUP * rules.len() as u32;
        let what =
            format!("`games_per_generation` must be at least {least}, {GROUP} for each variant");
        refuse_if(rules.len() > 1 && self.games_per_generation < least, &self.name, what)?;
        Ok(rules.into_iter().map(|rules| Arc::new(Variant::new(rules))).collect())
    }

    /// Refuses a config whose window of positions may not fit into this machine's memory.
    pub(super) fn check_memory(&self, variants: &[Arc<Variant>]) -> Result<(), RunError> {
        let games = MatchConfig { max_plies: self.games.max_plies, ..MatchConfig::default() };
        let plies = variants.iter().map(|variant| games.most_plies(variant.rules()));
        let most = f64::from(plies.max().unwrap_or(0));
        let generations = f64::from(self.learn.window.min(self.generations));
        let samples = generations * f64::from(self.games_per_generation) * most;
        let keys = "`games_per_generation`, `games.max_plies` and `learn.window`";
        check_bytes(
            "the positions to learn from",
            keys,
            samples * size_of::<train::Sample>() as f64,
        )
    }

    fn validate(&self) -> Result<(), String> {
        check_run(&self.name, self.seed, self.threads)?;
        let (games, learn) = (&self.games, &self.learn);
        within("generations", self.generations.into(), 1.0, 1000.0)?;
        within("games_per_generation", self.games_per_generation.into(), 1.0, MOST)?;
        within("games.nodes", games.nodes as f64, 1.0, 1e9)?;
        within("games.opening_plies", games.opening_plies.into(), 0.0, 1000.0)?;
        within("games.random_share", games.random_share, 0.0, 1.0)?;
        within("games.max_plies", games.max_plies.into(), 1.0, 100_000.0)?;
        within("learn.steps", learn.steps.into(), 1.0, MOST)?;
        within("learn.batch", learn.batch.into(), 1.0, (1 << 20).into())?;
        within("learn.learning_rate", learn.learning_rate.into(), 1e-7, 1.0)?;
        within("learn.search_share", learn.search_share.into(), 0.0, 1.0)?;
        within("learn.window", learn.window.into(), 1.0, 1000.0)
    }
}

//! Configs, run directories, resume, metrics, and the loop that ties self-play, training and
//! evaluation together.
//!
//! - [`RunConfig`]: what a run is; [`RunDir`]: its directory
//! - [`train`]: the training loop, which can be resumed after a kill
//! - [`learn`]: the same loop, with games that other processes play
//! - [`train_eval`]: networks for `alphabeta@3`
//! - [`players`]: players loaded by their names, including checkpoints; [`shipped_names`]:
//!   checkpoints that are part of the program
//! - [`play_final_tournament`], [`play_tournament`], [`play_match`]: matches with their files
//! - [`work_items`]: the groups of a generation, for external evaluators; [`Dataset`]: games for an
//!   external learner
//! - [`export_network`], [`export_games`], [`import_network`]: formats of other programs
//! - [`watch`], [`Shard`]: read-only views of a run and of its games, turn by turn
//! - [`plan`]: the cost of a config, estimated from measurements
//! - [`StudyMatches`]: matches from given openings
//! - [`regret`]: what a player's moves cost against perfect play
//! - [`load_toml`], [`not_allowed`], [`read_text`], [`write_text`], [`create_dir`], [`lock`]: configs,
//!   small files
//! - [`Display`]: progress and time left
//!
//! ```no_run
//! use std::path::Path;
//! use salta_run::{Display, RunConfig, RunDir, train};
//!
//! let config = RunConfig::load(Path::new("configs/train/quickstart.toml"), &[])?;
//! let run = RunDir::create(config, "runs/quickstart".into(), None)?;
//! train(&run, &Display::hidden())?;
//! # Ok::<(), salta_run::RunError>(())
//! ```

mod config;
mod dataset;
mod display;
mod effort;
mod error;
mod evaluate;
mod export;
mod extends;
mod files;
mod fork;
mod games_of_run;
mod generation;
mod generation_dirs;
mod generation_manifest;
mod identity;
mod import;
mod kept_config;
mod key_paths;
mod lock;
mod made_with;
mod manifests;
mod matches;
mod measured_games;
mod memory;
mod metadata;
mod metrics;
mod metrics_file;
mod old_games;
mod onnx_file;
mod overrides;
mod plan;
pub mod players;
mod recorded;
mod regret;
mod regret_games;
mod renamed;
mod run_dir;
mod run_identity;
mod run_matches;
mod selfplay;
mod shipped;
mod stages;
mod start;
mod tensorboard;
mod threads;
mod train;
mod train_eval;
mod variant_files;
mod variants;
mod verify;
mod watch;
mod work_items;

pub use config::{
    CHANGEABLE_KEYS, EvaluateConfig, EvaluatorKind, FinalTournament, RunConfig, Stage, VALUES,
    load_toml, read_values,
};
pub use dataset::Dataset;
pub use display::Display;
pub use error::RunError;
pub use evaluate::{check_table, solved_table};
pub use export::{Exported, GamesFormat, NetworkFormat, export_games, export_network};
pub use files::{create_dir, read_text, write_text};
pub use import::{ImportAs, import_network};
pub use kept_config::{check_shared_config, keep_config, kept_config};
pub use lock::{Lock, is_in_use, lock, lock_to_read};
pub use matches::{StudyMatches, load_tournament, play_match, play_tournament};
pub use metrics::{
    GameMetrics, LearnedMetrics, Metric, MetricChart, MetricSeries, Metrics, RegretMetrics, Shares,
    TimeMetrics, charts, metrics,
};
pub use metrics_file::{METRICS, read_metrics};
pub use overrides::not_allowed;
pub use plan::{GenerationWork, Plan, plan, work_at_most};
pub use recorded::{RecordedGame, RecordedTurn, Shard};
pub use regret::{CalibrationBin, REGRET_MEASURES, Regret, RegretMeasure};
pub use regret_games::{RegretConfig, check_regret, regret, regret_in_games};
pub use run_dir::{FINISHED, Manifest, RunDir};
pub use run_matches::{RunMatches, play_final_tournament};
pub use selfplay::selfplay_only;
pub use shipped::{shipped_files, shipped_names};
pub use start::{Origin, Start};
pub use threads::{MAX_THREADS, pool};
pub use train::{GamesRequest, RemoteGames, learn, train, train_until, train_while};
pub use train_eval::{EvalConfig, train_eval};
pub use variants::{load_rules, load_rules_beside};
pub use verify::{Verified, verify};
pub use watch::{Rating, RunView, first_shard, rules_of_run, watch};
pub use work_items::{WorkItem, work_items};

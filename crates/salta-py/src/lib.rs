//! Salta for Python: the module `salta._native`, which the package `salta` (in `python/salta`)
//! wraps.
//!
//! In dependency order:
//! - [`error`]: Python's exceptions; [`json`]: records as Python's own values; [`input`]:
//!   arguments, checked
//! - [`objects`], [`variant`], [`position`]: rules, positions, notation, exact points
//! - [`game`]: game files
//! - [`env`]: the batched environment over arrays that Python owns; [`parts`]: its games divided
//!   among threads
//! - [`player`]: the fixed opponents by name
//! - [`leaves`], [`evaluations`]: positions out, evaluations in
//! - [`network`]: one of Salta's own networks as an evaluator
//! - [`search`]: searches with any callable as the evaluator; [`selfplay`]: whole games;
//!   [`dataset`]: samples of games for learners
//! - [`interrupt`]: long-running work that Ctrl-C interrupts
//! - [`matches`]: matches, also with players written in Python ([`outside_player`]); [`training`]:
//!   runs
//! - [`analysis`]: reviews, studies, Salta-Solo
//! - [`statistics`]: Elo, match statistics, SPRT and ratings

mod analysis;
mod config;
mod dataset;
mod env;
mod error;
mod evaluations;
mod game;
mod input;
mod interrupt;
mod json;
mod leaves;
mod matches;
mod network;
mod objects;
mod outside_player;
mod parts;
mod player;
mod position;
mod search;
mod selfplay;
mod statistics;
mod threads;
mod training;
mod variant;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use pyo3::prelude::*;

/// Everything that Python sees.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::{
        analysis::{review, solo, study},
        dataset::Dataset,
        env::BatchEnv,
        error::{IllegalAction, SaltaError},
        game::read_game,
        leaves::Leaves,
        matches::play,
        network::Network,
        objects::{Position, Variant},
        player::{choose, player_name},
        search::search,
        selfplay::SelfPlay,
        statistics::{elo, expected_score, match_statistics, ratings, sprt},
        training::{train, training_config},
    };

    /// Networks of other programs run in the ONNX Runtime of this interpreter's environment.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let prefix = module.py().import("sys")?.getattr("prefix")?;
        salta_net::onnx::set_interpreter(prefix.extract()?);
        Ok(())
    }

    #[pymodule_export]
    const ACTIONS: usize = salta_core::ACTIONS;
    #[pymodule_export]
    const CHANGEABLE_KEYS: [&str; 6] = salta_run::CHANGEABLE_KEYS;
    #[pymodule_export]
    const ENCODING_VERSION: u32 = salta_env::Encoding::V1.version();
    #[pymodule_export]
    const FEATURES: usize = salta_env::FEATURES;
    #[pymodule_export]
    const PLANES: usize = salta_env::PLANES;
    #[pymodule_export]
    const RULES_VERSION: u32 = salta_core::RULES_VERSION;
    #[pymodule_export]
    const SQUARES: usize = salta_core::SQUARES;
}

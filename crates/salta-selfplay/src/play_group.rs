//! Plays a group of games on one thread, with one batch per round of leaves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use salta_core::Variant;
use salta_env::{Evaluations, Evaluator};
use salta_record::GameRecord;
use salta_search::AbsorbError;
use thiserror::Error;

use crate::config::SelfPlayConfig;
use crate::group::Group;
use crate::group_in_play::GroupInPlay;
use crate::played::{Played, TimeSpent};

/// Why a group was not completed.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum GroupError {
    /// The caller asked to stop; the group's games will be played again.
    #[error("self-play was stopped")]
    Stopped,
    /// An evaluation is not finite, which can happen even if all weights are finite.
    #[error(transparent)]
    Evaluation(#[from] AbsorbError),
}

/// Plays a group to completion and returns its games in the order of their numbers.
///
/// # Errors
/// [`GroupError::Stopped`] soon after `stop` is set, or an invalid evaluation.
///
/// # Panics
/// If the config is not valid.
pub fn play_group<E: Evaluator>(
    variant: &Arc<Variant>,
    config: &SelfPlayConfig,
    group: &Group,
    evaluator: &mut E,
    stop: &AtomicBool,
    progress: &dyn Fn(Played),
) -> Result<Vec<GameRecord>, GroupError> {
    let mut games = GroupInPlay::start(variant, config, group);
    while !games.is_over() {
        if stop.load(Ordering::Relaxed) {
            return Err(GroupError::Stopped);
        }
        // Evaluates one leaf of every game and plays the moves of completed searches.
        let started = Instant::now();
        let missing = games.gather();
        let asked = Instant::now();
        let evaluated = match missing {
            [] => Evaluations::zeros(0),
            _ => evaluator.evaluate(variant, missing),
        };
        let outside = asked.elapsed();
        games.absorb(&evaluated, 0)?;
        let encoding = evaluator.take_encoding_time();
        let spent = TimeSpent {
            search: started.elapsed().saturating_sub(outside),
            encoding,
            evaluator: outside.saturating_sub(encoding),
        };
        progress(Played { spent, ..games.take_played() });
    }
    Ok(games.into_records())
}

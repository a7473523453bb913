//! Plays a group of games on one thread, with one batch per round of leaves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use salta_core::{Position, Variant};
use salta_env::{Cached, Evaluator};
use salta_game::SaltaGame;
use salta_record::GameRecord;
use salta_search::AbsorbError;
use thiserror::Error;

use crate::config::SelfPlayConfig;
use crate::game::{GameInPlay, searched};
use crate::group::Group;
use crate::timed::Timed;

/// Progress since the last call, for a display.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Leaves whose evaluation the searches requested.
    pub leaves: u64,
    /// Positions that the evaluator evaluated: the leaves that were not in the cache.
    pub positions: u64,
    /// Games finished.
    pub games: u64,
    /// Plies of those games.
    pub plies: u64,
    /// Elapsed time.
    pub spent: Spent,
}

/// How a thread spent its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Search and play, including cache lookups.
    pub search: Duration,
    /// Encoding of positions for the network.
    pub encoding: Duration,
    /// The evaluator, without encoding.
    pub evaluator: Duration,
}

/// Why a group was not completed.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum GroupError {
    /// The caller asked to stop; the group's games will be played again.
    #[error("self-play was stopped")]
    Stopped,
    /// An evaluation is not finite, which can happen even if all weights are.
    #[error(transparent)]
    Evaluation(#[from] AbsorbError),
}

/// Plays a group to its end. Games come back in the order of their numbers.
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
    let mut table = Table::new(searched(variant, config), config, group);
    let mut evaluator = Cached::new(Timed::new(evaluator), config.cache_bytes);
    while !table.slots.is_empty() {
        if stop.load(Ordering::Relaxed) {
            return Err(GroupError::Stopped);
        }
        progress(table.round(&mut evaluator)?);
    }
    table.finished.sort_unstable_by_key(|record| record.game);
    Ok(table.finished)
}

/// The running games and the completed ones.
struct Table<'a> {
    game: SaltaGame,
    config: &'a SelfPlayConfig,
    group: &'a Group,
    next: u64,
    slots: Vec<GameInPlay>,
    finished: Vec<GameRecord>,
    leaves: Vec<Position>,
}

impl<'a> Table<'a> {
    fn new(game: SaltaGame, config: &'a SelfPlayConfig, group: &'a Group) -> Table<'a> {
        let (slots, finished, leaves) = (Vec::new(), Vec::new(), Vec::new());
        let next = group.games.start;
        let mut table = Table { game, config, group, next, slots, finished, leaves };
        table.settle();
        table
    }

    /// Evaluates one leaf of every game and plays the moves of searches that are then complete.
    fn round(
        &mut self,
        evaluator: &mut Cached<Timed<'_, impl Evaluator>>,
    ) -> Result<Played, AbsorbError> {
        let (started, misses) = (Instant::now(), evaluator.misses());
        let before = (self.finished.len(), self.finished_plies());
        self.gather();
        let leaves = self.leaves.len() as u64;
        if leaves > 0 {
            self.evaluate(evaluator)?;
        }
        self.settle();
        let (encoding, outside) = (evaluator.take_encoding_time(), evaluator.inner().take());
        let spent = Spent {
            search: started.elapsed().saturating_sub(outside),
            encoding,
            evaluator: outside.saturating_sub(encoding),
        };
        Ok(Played {
            leaves,
            positions: evaluator.misses() - misses,
            games: (self.finished.len() - before.0) as u64,
            plies: self.finished_plies() - before.1,
            spent,
        })
    }

    fn finished_plies(&self) -> u64 {
        self.finished.iter().map(|record| u64::from(record.outcome.plies)).sum()
    }

    /// Collects a leaf from every game, playing the moves of completed searches.
    fn gather(&mut self) {
        self.leaves.clear();
        for slot in &mut self.slots {
            while !slot.is_over() {
                if let Some(leaf) = slot.search.gather(&self.game) {
                    self.leaves.push(*leaf);
                    break;
                }
                slot.decide(&self.game, self.config);
            }
        }
    }

    fn evaluate(&mut self, evaluator: &mut impl Evaluator) -> Result<(), AbsorbError> {
        let evaluated = evaluator.evaluate(self.game.variant(), &self.leaves);
        let waiting = self.slots.iter_mut().filter(|slot| !slot.is_over());
        let mut rows = waiting.enumerate();
        rows.try_for_each(|(row, slot)| self.game.absorb(&mut slot.search, &evaluated, row))
    }

    /// Puts finished games aside and starts the next ones in their places.
    fn settle(&mut self) {
        let mut at = 0;
        while at < self.slots.len() {
            if self.slots[at].is_over() {
                self.finished.push(self.slots.remove(at).into_record());
            } else {
                at += 1;
            }
        }
        while self.slots.len() < self.config.batch as usize && self.next < self.group.games.end {
            let game = GameInPlay::start(&self.game, self.config, self.group, self.next);
            self.next += 1;
            if game.is_over() {
                self.finished.push(game.into_record());
            } else {
                self.slots.push(game);
            }
        }
    }
}

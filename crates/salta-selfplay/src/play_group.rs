//! A group of games on one thread, with one batch for each round of leaves.

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
    /// Leaves that searches had evaluated.
    pub leaves: u64,
    /// Positions that the evaluator was asked for: the leaves that were not remembered.
    pub positions: u64,
    /// Games finished.
    pub games: u64,
    /// Plies of those games.
    pub plies: u64,
    /// The time it took.
    pub spent: Spent,
}

/// Where the time of a thread went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Searches and play, what is remembered looked up.
    pub search: Duration,
    /// Positions written as the network reads them.
    pub encoding: Duration,
    /// The evaluator, but for that.
    pub evaluator: Duration,
}

/// Why a group was not played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum GroupError {
    /// It was told to stop; its games will be played again.
    #[error("self-play was stopped")]
    Stopped,
    /// Weights can be finite and what they come to not.
    #[error(transparent)]
    Evaluation(#[from] AbsorbError),
}

/// Plays a group to its end. Games come back in the order of their numbers.
///
/// # Errors
/// [`GroupError::Stopped`] soon after `stop` is set, or what is wrong with an evaluation.
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

/// The games under way and those done.
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

    /// Evaluates one leaf of every game and plays the moves that this decides.
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

    /// Collects a leaf from every game, playing the moves of searches that are done.
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

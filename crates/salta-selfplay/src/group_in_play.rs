//! A group of games in progress, step by step: it hands out positions and takes their evaluations.

use std::mem;
use std::sync::Arc;

use salta_core::{Position, Variant};
use salta_env::{EvaluationCache, Evaluations};
use salta_game::SaltaGame;
use salta_record::GameRecord;
use salta_search::AbsorbError;

use crate::config::SelfPlayConfig;
use crate::game::GameInPlay;
use crate::group::Group;
use crate::played::Played;

/// A group of games in progress, for callers that run the evaluator themselves:
/// [`gather`](Self::gather) hands out the positions to evaluate, [`absorb`](Self::absorb) takes
/// their evaluations, until the group [`is_over`](Self::is_over). [`play_group`](crate::play_group)
/// is the loop around it.
///
/// ```
/// use std::sync::Arc;
/// use salta_core::Variant;
/// use salta_env::{Evaluator, Uniform};
/// use salta_selfplay::{Group, GroupInPlay, SelfPlayConfig};
///
/// let rules = salta_core::rules::parse("base = \"buettgenbach-1899\"\nmove_limit = 4")?;
/// let variant = Arc::new(Variant::new(rules));
/// let mut config = SelfPlayConfig::default();
/// config.search.simulations = 4;
/// let group = Group { seed: 1, generation: 1, games: 0..3 };
/// let mut games = GroupInPlay::start(&variant, &config, &group);
/// while !games.is_over() {
///     let evaluations = Uniform.evaluate(&variant, games.gather());
///     games.absorb(&evaluations, 0)?;
/// }
/// assert_eq!(games.into_records().len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GroupInPlay {
    game: SaltaGame,
    config: SelfPlayConfig,
    /// The group, of whose games those that have not begun are left.
    group: Group,
    slots: Vec<GameInPlay>,
    finished: Vec<GameRecord>,
    leaves: Vec<Position>,
    cache: EvaluationCache,
    played: Played,
}

impl GroupInPlay {
    /// Starts the first games of a group.
    ///
    /// # Panics
    /// If the config is not valid.
    pub fn start(variant: &Arc<Variant>, config: &SelfPlayConfig, group: &Group) -> GroupInPlay {
        let game = SaltaGame::new(Arc::clone(variant), config.utility, config.leaf_exact_nodes);
        let mut table = GroupInPlay {
            game: game.with_exact_ends(config.exact_ends),
            config: config.clone(),
            group: group.clone(),
            slots: Vec::new(),
            finished: Vec::new(),
            leaves: Vec::new(),
            cache: EvaluationCache::new(cache_bytes(config)),
            played: Played::default(),
        };
        table.settle();
        table
    }

    /// Whether all games are finished.
    pub fn is_over(&self) -> bool {
        self.slots.is_empty()
    }

    /// Collects a leaf from every game, playing the moves of completed searches, and returns the
    /// positions to evaluate: those that are not cached, each once. There may be none.
    pub fn gather(&mut self) -> &[Position] {
        self.leaves.clear();
        for slot in &mut self.slots {
            while !slot.over {
                if let Some(leaf) = slot.search.gather(&self.game) {
                    self.leaves.push(*leaf);
                    break;
                }
                slot.decide(&self.game, &self.config);
            }
        }
        self.cache.look_up(self.game.variant(), &self.leaves)
    }

    /// The positions to evaluate from the last [`gather`](Self::gather).
    pub fn missing(&self) -> &[Position] {
        self.cache.missing()
    }

    /// Takes the evaluations of the positions last gathered, from row `first` of `evaluated` on.
    ///
    /// # Errors
    /// If an evaluation is invalid, such as a number that is not finite; the group cannot continue
    /// then.
    ///
    /// # Panics
    /// If `evaluated` has too few rows.
    pub fn absorb(&mut self, evaluated: &Evaluations, first: usize) -> Result<(), AbsorbError> {
        self.played.leaves += self.leaves.len() as u64;
        self.played.positions += self.cache.missing().len() as u64;
        let evaluated = self.cache.complete(evaluated, first);
        let waiting = self.slots.iter_mut().filter(|slot| !slot.over);
        let mut rows = waiting.enumerate();
        rows.try_for_each(|(row, slot)| {
            if self.config.root_targets {
                slot.outputs.keep(self.leaves[row], &evaluated, row);
            }
            self.game.absorb(&mut slot.search, &evaluated, row)
        })?;
        self.settle();
        Ok(())
    }

    /// Returns the progress since the last call, without the time spent.
    pub fn take_played(&mut self) -> Played {
        mem::take(&mut self.played)
    }

    /// The finished games in the order of their numbers.
    pub fn into_records(mut self) -> Vec<GameRecord> {
        self.finished.sort_unstable_by_key(|record| record.game);
        self.finished
    }

    /// Moves finished games out of the slots and starts new ones until the batch is full.
    fn settle(&mut self) {
        let over: Vec<_> = self.slots.extract_if(.., |slot| slot.over).collect();
        over.into_iter().for_each(|slot| self.finish(slot.record));
        while self.slots.len() < self.config.batch as usize
            && let Some(number) = self.group.games.next()
        {
            let game = GameInPlay::start(&self.game, &self.config, &self.group, number);
            if game.over {
                self.finish(game.record);
            } else {
                self.slots.push(game);
            }
        }
    }

    fn finish(&mut self, record: GameRecord) {
        self.played.games += 1;
        self.played.plies += u64::from(record.outcome.plies);
        self.finished.push(record);
    }
}

/// Room for the evaluations of about eight moves of every game, within the config's limit:
/// positions rarely recur later, and a small cache fits in the processor's own.
fn cache_bytes(config: &SelfPlayConfig) -> u64 {
    let evaluations = 8 * u64::from(config.search.simulations) * u64::from(config.batch);
    config.cache_bytes.min(evaluations * EvaluationCache::BYTES)
}

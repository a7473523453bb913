//! Plays matches: groups of pairs are the work items, taken in order by the threads of the current
//! rayon pool; each group has its own players, and is stored when it ends.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use salta_core::Variant;

use crate::config::MatchConfig;
use crate::entrant::Entrant;
use crate::error::MatchError;
use crate::group::{Group, Players};
use crate::kept::Kept;
use crate::opening::Opening;
use crate::progress::MatchProgress;
use crate::result::{GroupRecord, MatchResult};

/// Matches to be played. Each plays the same openings, pair by pair.
#[derive(Clone, Copy)]
pub(crate) struct Arena<'a> {
    pub(crate) variant: &'a Variant,
    pub(crate) config: &'a MatchConfig,
    /// An opening for each pair.
    pub(crate) openings: &'a [Opening],
    /// The matches; stores each group, and returns those of an earlier process.
    pub(crate) kept: &'a Kept<'a>,
    /// When set, all matches stop before the next ply.
    pub(crate) stop: &'a AtomicBool,
}

impl Arena<'_> {
    /// Plays match after match on the current rayon pool and returns the results in order.
    ///
    /// A sequential test that ends a match early looks at the pairs in order, so the results do not
    /// depend on the number of threads.
    pub(crate) fn play(&self) -> Result<Vec<MatchResult>, MatchError> {
        self.config.validate()?;
        self.config.adjudication.check(self.variant)?;
        self.check_openings()?;
        let progress = || Mutex::new(MatchProgress::new(self.config));
        let queue = Queue {
            arena: self,
            progress: self.kept.matches.iter().map(|_| progress()).collect(),
            next: AtomicUsize::new(0),
            error: Mutex::new(None),
            failed: AtomicBool::new(false),
        };
        rayon::broadcast(|_| queue.work());
        queue.results()
    }

    fn check_openings(&self) -> Result<(), MatchError> {
        let (found, pairs) = (self.openings.len(), self.config.pairs);
        if found < pairs as usize {
            Err(MatchError::too_few_openings(found, pairs))
        } else {
            Ok(())
        }
    }

    fn openings_of(&self, group: u32) -> &[Opening] {
        let (size, pairs) = (self.config.pairs_per_group as usize, self.config.pairs as usize);
        let first = group as usize * size;
        &self.openings[first..(first + size).min(pairs)]
    }
}

/// The groups to be played, and the results of those completed.
struct Queue<'a> {
    arena: &'a Arena<'a>,
    progress: Vec<Mutex<MatchProgress>>,
    next: AtomicUsize,
    error: Mutex<Option<MatchError>>,
    failed: AtomicBool,
}

impl Queue<'_> {
    /// Plays group after group until none is left.
    fn work(&self) {
        let groups = self.arena.config.groups() as usize;
        while !self.stopped() {
            let item = self.next.fetch_add(1, Ordering::Relaxed);
            let (number, group) = (item / groups, (item % groups) as u32);
            let Some(progress) = self.progress.get(number) else { return };
            if lock(progress).is_decided() {
                continue;
            }
            match self.group(number, group) {
                Ok(record) => lock(progress).add(group, record),
                Err(error) => self.fail(error),
            }
        }
    }

    fn stopped(&self) -> bool {
        self.arena.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed)
    }

    /// Returns a group of a match: that of an earlier process, or played now.
    fn group(&self, number: usize, group: u32) -> Result<GroupRecord, MatchError> {
        let kept = self.arena.kept;
        if let Some(record) = kept.recall(number, group)? {
            return Ok(record);
        }
        let record = self.play_group(number, group)?;
        kept.record(number, group, &record)?;
        Ok(record)
    }

    fn play_group(&self, number: usize, group: u32) -> Result<GroupRecord, MatchError> {
        let Arena { variant, config, kept, .. } = *self.arena;
        let (pair, _) = kept.matches[number];
        let make = |seat, entrant: &Entrant<'_>| {
            let failed = |error| format!("player {seat} could not be created: {error}");
            (entrant.make)().map_err(|error| MatchError::Failed(failed(error)))
        };
        let mut players = Players::new(make('A', pair[0])?, make('B', pair[1])?, config.limit)?;
        let openings = self.arena.openings_of(group);
        let group = Group::new(variant, config, group * config.pairs_per_group, openings);
        group.play(&mut players, Entrant::is_self_play(pair, config), &|| self.stopped())
    }

    /// Keeps the first error, but prefers any other error to `Stopped`, which only follows from it.
    fn fail(&self, error: MatchError) {
        let mut first = lock(&self.error);
        if matches!(*first, None | Some(MatchError::Stopped)) {
            *first = Some(error);
        }
        self.failed.store(true, Ordering::Relaxed);
    }

    fn results(self) -> Result<Vec<MatchResult>, MatchError> {
        if let Some(error) = self.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let progress = self.progress.into_iter();
        let results = progress.map(|progress| {
            let progress = progress.into_inner().unwrap_or_else(PoisonError::into_inner);
            progress.result(self.arena.variant, self.arena.config)
        });
        results.collect::<Option<_>>().ok_or(MatchError::Stopped)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

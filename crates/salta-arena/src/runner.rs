//! Plays matches: groups of pairs are the work items, taken in order by the threads of the current
//! rayon pool; each group has its own players.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use salta_core::Variant;
use salta_players::MakePlayer;

use crate::config::MatchConfig;
use crate::error::MatchError;
use crate::group::{Group, Players};
use crate::journal::{GroupDone, Journal};
use crate::opening::Opening;
use crate::openings::openings;
use crate::progress::MatchProgress;
use crate::result::{GroupRecord, MatchResult};

/// A match to be played.
#[derive(Clone, Copy)]
pub struct Fixture<'a> {
    /// Creates player A; called once per group, on the thread that plays it.
    pub a: &'a MakePlayer<'a>,
    /// Creates player B, called as `a` is.
    pub b: &'a MakePlayer<'a>,
    /// Whether B is the same reproducible player as A, without a time limit. The second game of a
    /// pair is then a copy of the first, unless a player used the game's random generator.
    pub self_play: bool,
}

/// The settings that the matches of a tournament share. Each match plays the same openings, pair by
/// pair.
#[derive(Clone, Copy)]
pub struct Arena<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// How each match is played.
    pub config: &'a MatchConfig,
    /// An opening for each pair.
    pub openings: &'a [Opening],
    /// Stores each group, and returns those of an earlier process.
    pub journal: &'a dyn Journal,
    /// When set, all matches stop before the next ply.
    pub stop: &'a AtomicBool,
}

/// Plays one match from random openings, as [`Arena::play`] does.
///
/// # Errors
/// As [`Arena::play`], or if the variant has too few openings.
pub fn play_match(
    variant: &Variant,
    config: &MatchConfig,
    make_a: &MakePlayer<'_>,
    make_b: &MakePlayer<'_>,
    journal: &dyn Journal,
    stop: &AtomicBool,
) -> Result<MatchResult, MatchError> {
    config.validate()?;
    let openings = openings(variant, config)?;
    let arena = Arena { variant, config, openings: &openings, journal, stop };
    let mut played = arena.play(&[Fixture { a: make_a, b: make_b, self_play: false }])?;
    Ok(played.pop().expect("one fixture is one match"))
}

impl Arena<'_> {
    /// Plays colour-swapped pairs, match by match, on the current rayon pool.
    ///
    /// Every game has its own random generator, and every group its own players and batches; a
    /// sequential test that ends a match early looks at the pairs in order. So the results are the
    /// same for any number of threads, unless time is limited. The journal is called on the threads
    /// that play.
    ///
    /// # Errors
    /// If the configuration is out of range or does not suit the variant, openings are missing, a
    /// player cannot be created, fails or plays an illegal move, the journal fails, or the matches
    /// are stopped.
    pub fn play(&self, fixtures: &[Fixture<'_>]) -> Result<Vec<MatchResult>, MatchError> {
        self.config.validate()?;
        self.config.adjudication.check(self.variant)?;
        self.check_openings()?;
        let queue = Queue {
            arena: self,
            fixtures,
            progress: fixtures
                .iter()
                .map(|_| Mutex::new(MatchProgress::new(self.config)))
                .collect(),
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
    fixtures: &'a [Fixture<'a>],
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
            let (fixture, group) = (item / groups, (item % groups) as u32);
            if fixture >= self.fixtures.len() {
                return;
            }
            if lock(&self.progress[fixture]).is_decided() {
                continue;
            }
            match self.group(fixture, group) {
                Ok(record) => lock(&self.progress[fixture]).add(group, record),
                Err(error) => self.fail(error),
            }
        }
    }

    fn stopped(&self) -> bool {
        self.arena.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed)
    }

    fn group(&self, fixture: usize, group: u32) -> Result<GroupRecord, MatchError> {
        let journal = self.arena.journal;
        if let Some(record) = journal.recall(fixture, group).map_err(MatchError::failed)? {
            return Ok(record);
        }
        let record = self.play_group(fixture, group)?;
        let groups = self.arena.config.groups();
        let done = GroupDone { fixture, group, groups, record: &record };
        journal.record(&done).map_err(MatchError::failed)?;
        Ok(record)
    }

    fn play_group(&self, fixture: usize, group: u32) -> Result<GroupRecord, MatchError> {
        let Arena { variant, config, .. } = *self.arena;
        let Fixture { a, b, self_play } = self.fixtures[fixture];
        let make = |seat, make: &MakePlayer<'_>| {
            let failed = |error| format!("player {seat} could not be created: {error}");
            make().map_err(|error| MatchError::Failed(failed(error)))
        };
        let mut players = Players::new(make('A', a)?, make('B', b)?, config.limit)?;
        let (openings, first_pair) =
            (self.arena.openings_of(group), group * config.pairs_per_group);
        let group = Group::new(variant, config, first_pair, openings);
        group.play(&mut players, self_play, &|| self.stopped())
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

//! Matches with their files: stored results are checked and reused, missing ones are played.
//!
//! Groups of pairs are the work items, taken in order by the threads of the current rayon pool.
//! Each group has its own players, and is stored when it ends.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use salta_core::Variant;
use salta_record::remove_leftovers;

use crate::config::MatchConfig;
use crate::entrant::Entrant;
use crate::error::MatchError;
use crate::group::Group;
use crate::match_files::MatchFiles;
use crate::opening::Opening;
use crate::progress::MatchProgress;
use crate::replay::Terms;
use crate::result::{GroupRecord, MatchResult};
use crate::watch::Watch;

/// The settings that the matches of a tournament share.
#[derive(Clone, Copy)]
pub struct Matches<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// How each match is played.
    pub config: &'a MatchConfig,
    /// An opening for each pair.
    pub openings: &'a [Opening],
    /// Observer of progress.
    pub watch: &'a dyn Watch,
    /// When set, all matches stop before the next ply.
    pub stop: &'a AtomicBool,
}

impl Matches<'_> {
    /// Returns the indices of those `pairs` that have no result in `out` yet.
    ///
    /// # Errors
    /// If a stored match is damaged.
    pub fn open(&self, pairs: &[[&Entrant<'_>; 2]], out: &Path) -> Result<Vec<usize>, MatchError> {
        let mut open = Vec::new();
        for (number, pair) in pairs.iter().enumerate() {
            if self.files(out, *pair).earlier(self.watch)?.is_none() {
                open.push(number);
            }
        }
        Ok(open)
    }

    /// Refuses to replace a match in `out` by one of other players, openings or settings.
    ///
    /// # Errors
    /// If there is such a match among these `pairs`, or it cannot be read.
    pub fn refuse_others(&self, pairs: &[[&Entrant<'_>; 2]], out: &Path) -> Result<(), MatchError> {
        pairs.iter().try_for_each(|pair| self.files(out, *pair).refuse_other())
    }

    /// Plays the matches, in colour-swapped pairs, on the current rayon pool and returns the
    /// results in the order of `pairs`. With a directory `out`, results and games are stored there;
    /// existing matches and groups are replayed to check them instead of played again.
    ///
    /// Every game has its own random generator, and every group its own players and batches; so the
    /// results are the same for any number of threads, unless time is limited. The watch is called
    /// on the threads that play.
    ///
    /// # Errors
    /// If the configuration is out of range or does not suit the variant, openings are missing, a
    /// player cannot be created, fails or plays an illegal move, a stored match is damaged, a file
    /// cannot be written, or the matches are stopped.
    pub fn play(
        &self,
        pairs: &[[&Entrant<'_>; 2]],
        out: Option<&Path>,
    ) -> Result<Vec<MatchResult>, MatchError> {
        if let Some(out) = out {
            remove_leftovers(out)?;
        }
        let files = pairs.iter().map(|pair| out.map(|out| self.files(out, *pair)));
        let files: Vec<Option<MatchFiles<'_>>> = files.collect();
        let mut results = Vec::with_capacity(pairs.len());
        for files in &files {
            results.push(files.as_ref().map_or(Ok(None), |files| files.earlier(self.watch))?);
        }
        let (open, there): (Vec<usize>, Vec<usize>) =
            (0..pairs.len()).partition(|i| results[*i].is_none());
        if let (Some(out), false) = (out, there.is_empty()) {
            let games: usize = results.iter().flatten().map(|found| found.games.len()).sum();
            let out = out.display();
            self.watch.say(&format!("{games} games found in {out}, not played again"));
        }
        self.watch.already(there.iter().map(|i| Entrant::work(pairs[*i], self.config)).sum());
        let played =
            if open.is_empty() { Vec::new() } else { self.play_open(pairs, &files, &open)? };
        for (i, mut result) in open.into_iter().zip(played) {
            (result.a, result.b) = (pairs[i][0].name.into(), pairs[i][1].name.into());
            files[i].as_ref().map_or(Ok(()), |files| files.save(&result))?;
            results[i] = Some(result);
        }
        files.iter().flatten().try_for_each(MatchFiles::remove_groups)?;
        Ok(results.into_iter().flatten().collect())
    }

    /// Plays the missing matches and stores each group when it ends.
    fn play_open(
        &self,
        pairs: &[[&Entrant<'_>; 2]],
        files: &[Option<MatchFiles<'_>>],
        open: &[usize],
    ) -> Result<Vec<MatchResult>, MatchError> {
        let Matches { variant, config, openings, watch, .. } = *self;
        let title = match open {
            [i] => pairs[*i].map(|player| player.name).join(" – "),
            _ => format!("{} matches", open.len()),
        };
        let games = 2 * u64::from(config.pairs) * open.len() as u64;
        watch.begin(title, games, open.iter().map(|i| Entrant::work(pairs[*i], config)).sum());
        config.validate()?;
        config.adjudication.check(variant)?;
        if openings.len() < config.pairs as usize {
            return Err(MatchError::too_few_openings(openings.len(), config.pairs));
        }
        let under_way = |i: &usize| UnderWay {
            pair: pairs[*i],
            files: files[*i].as_ref(),
            progress: Mutex::new(MatchProgress::new(config)),
            decided: AtomicBool::new(false),
        };
        let queue = Queue {
            shared: self,
            matches: open.iter().map(under_way).collect(),
            next: AtomicUsize::new(0),
            error: Mutex::new(None),
            failed: AtomicBool::new(false),
        };
        rayon::broadcast(|_| queue.work());
        let played = queue.results()?;
        watch.done();
        Ok(played)
    }

    fn files<'f>(&'f self, out: &Path, pair: [&'f Entrant<'_>; 2]) -> MatchFiles<'f> {
        let Matches { variant, config, openings, .. } = *self;
        MatchFiles::new(out, Terms { variant, config, openings }, pair)
    }
}

/// The groups to be played.
///
/// A sequential test that ends a match early looks at the pairs in order, so the results do not
/// depend on the number of threads.
struct Queue<'a> {
    shared: &'a Matches<'a>,
    matches: Vec<UnderWay<'a>>,
    next: AtomicUsize,
    error: Mutex<Option<MatchError>>,
    failed: AtomicBool,
}

/// A match that is being played, and its files if it is stored.
struct UnderWay<'a> {
    pair: [&'a Entrant<'a>; 2],
    files: Option<&'a MatchFiles<'a>>,
    progress: Mutex<MatchProgress>,
    /// Whether its test is decided.
    decided: AtomicBool,
}

impl UnderWay<'_> {
    fn is_decided(&self) -> bool {
        self.decided.load(Ordering::Relaxed)
    }
}

impl Queue<'_> {
    /// Plays group after group until none is left.
    fn work(&self) {
        let groups = self.shared.config.groups() as usize;
        while !self.stopped() {
            let item = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(of) = self.matches.get(item / groups) else { return };
            if of.is_decided() {
                continue;
            }
            match self.group(of, (item % groups) as u32) {
                // The test takes groups in order: those before this one have decided it.
                Err(MatchError::Stopped) if of.is_decided() => {}
                ended => ended.unwrap_or_else(|error| self.fail(error)),
            }
        }
    }

    fn stopped(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed)
    }

    /// Adds a group to its match: that of an earlier process, or one played now and stored.
    fn group(&self, of: &UnderWay<'_>, group: u32) -> Result<(), MatchError> {
        let (files, watch) = (of.files, self.shared.watch);
        let mut pairs = self.shared.config.pairs_of_group(group);
        let earlier = files.map_or(Ok(None), |files| files.group(group, watch))?;
        pairs.start += earlier.as_ref().map_or(0, |record| record.games.len() as u32 / 2);
        let record = match earlier {
            Some(record) if pairs.is_empty() => record,
            earlier => {
                let mut record = self.play_pairs(of, pairs)?;
                record.games.splice(..0, earlier.into_iter().flat_map(|record| record.games));
                files.map_or(Ok(()), |files| files.keep(group, &record))?;
                record
            }
        };
        let ended = record.games.len() as u64;
        let mut progress = lock(&of.progress);
        progress.add(group, record);
        of.decided.store(progress.is_decided(), Ordering::Relaxed);
        let [a, b] = of.pair.map(|player| player.name);
        let (games, lead) = (progress.games, progress.lead);
        // The title of a single match names it.
        let name = if self.matches.len() == 1 { "" } else { &*format!("{a} – {b}: ") };
        let note = format!("{name}{games} games, wins minus losses of {a}: {lead:+}");
        watch.advance(ended, note);
        Ok(())
    }

    fn play_pairs(&self, of: &UnderWay<'_>, pairs: Range<u32>) -> Result<GroupRecord, MatchError> {
        let Matches { variant, config, openings, .. } = *self.shared;
        let make = |seat, entrant: &Entrant<'_>| {
            let failed = |error| format!("player {seat} could not be created: {error}");
            (entrant.make)().map_err(|error| MatchError::Failed(failed(error)))
        };
        let players = [make('A', of.pair[0])?, make('B', of.pair[1])?];
        let openings = &openings[pairs.start as usize..pairs.end as usize];
        let stopped = || self.stopped() || of.is_decided();
        let group = Group::new(variant, config, players, pairs.start, openings, &stopped)?;
        group.play(Entrant::is_self_play(of.pair, config))
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
        if let Some(error) = unlocked(self.error) {
            return Err(error);
        }
        let Matches { variant, config, .. } = *self.shared;
        let matches = self.matches.into_iter();
        let results = matches.map(|of| unlocked(of.progress).result(variant, config));
        results.collect::<Option<_>>().ok_or(MatchError::Stopped)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

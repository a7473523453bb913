//! Matches with their files: stored results are checked and reused, missing ones are played.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use salta_core::Variant;
use salta_record::remove_leftovers;

use crate::config::MatchConfig;
use crate::entrant::Entrant;
use crate::error::MatchError;
use crate::kept::Kept;
use crate::match_files::MatchFiles;
use crate::opening::Opening;
use crate::result::MatchResult;
use crate::runner::Arena;
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

    /// Plays the matches, in colour-swapped pairs, on the current rayon pool and returns the results
    /// in the order of `pairs`. With a directory `out`, results and games are stored there; existing
    /// matches and groups are replayed to check them instead of played again.
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
        let mut results: Vec<Option<MatchResult>> = Vec::with_capacity(pairs.len());
        for files in &files {
            let earlier = files.as_ref().map_or(Ok(None), |files| files.earlier(self.watch))?;
            results.push(earlier);
        }
        let (open, there): (Vec<usize>, Vec<usize>) =
            (0..pairs.len()).partition(|i| results[*i].is_none());
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
        let under_way = open.iter().map(|i| (pairs[*i], files[*i].as_ref())).collect();
        let Matches { variant, config, openings, watch, stop } = *self;
        let kept = Kept::new(under_way, config, watch);
        let played = Arena { variant, config, openings, kept: &kept, stop }.play()?;
        watch.done();
        Ok(played)
    }

    fn files<'f>(&'f self, out: &Path, pair: [&'f Entrant<'_>; 2]) -> MatchFiles<'f> {
        MatchFiles::new(out, self.variant, self.config, self.openings, pair)
    }
}

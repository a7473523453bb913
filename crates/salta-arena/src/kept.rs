//! Stores each group of games when it ends, and reports progress.

use std::sync::{Mutex, PoisonError};

use crate::config::MatchConfig;
use crate::entrant::Entrant;
use crate::error::MatchError;
use crate::match_files::MatchFiles;
use crate::result::GroupRecord;
use crate::watch::Watch;

/// A match in progress: its players, and the files of its groups if they are stored.
pub(crate) type Open<'a> = ([&'a Entrant<'a>; 2], Option<&'a MatchFiles<'a>>);

/// Stores each group of the current matches in a file and reports progress.
pub(crate) struct Kept<'a> {
    pub(crate) matches: Vec<Open<'a>>,
    so_far: Mutex<Vec<SoFar>>,
    watch: &'a dyn Watch,
}

/// Number of ended games of a match, and A's wins minus its losses.
#[derive(Clone, Copy, Default)]
struct SoFar {
    games: usize,
    lead: i32,
}

impl<'a> Kept<'a> {
    /// Announces the matches to `watch`.
    pub(crate) fn new(
        matches: Vec<Open<'a>>,
        config: &MatchConfig,
        watch: &'a dyn Watch,
    ) -> Kept<'a> {
        let work = matches.iter().map(|(pair, _)| Entrant::work(*pair, config)).sum();
        let games = 2 * u64::from(config.pairs) * matches.len() as u64;
        let title = match &matches[..] {
            [([a, b], _)] => format!("{} – {}", a.name, b.name),
            matches => format!("{} matches", matches.len()),
        };
        watch.begin(title, games, work);
        let so_far = Mutex::new(vec![SoFar::default(); matches.len()]);
        Kept { matches, so_far, watch }
    }

    /// Returns a group that an earlier process stored, if there is one.
    pub(crate) fn recall(
        &self,
        number: usize,
        group: u32,
    ) -> Result<Option<GroupRecord>, MatchError> {
        let files = self.matches[number].1;
        let found = files.map_or(Ok(None), |files| files.group(group, self.watch))?;
        found.iter().for_each(|record| self.show(number, record));
        Ok(found)
    }

    /// Stores a group. Groups arrive in any order.
    pub(crate) fn record(
        &self,
        number: usize,
        group: u32,
        record: &GroupRecord,
    ) -> Result<(), MatchError> {
        let files = self.matches[number].1;
        files.map_or(Ok(()), |files| files.keep(group, record))?;
        self.show(number, record);
        Ok(())
    }

    fn show(&self, number: usize, record: &GroupRecord) {
        let scores = record.games.iter().filter_map(|game| game.outcome().halves());
        let lead: i32 = scores.map(|halves| halves as i32 - 1).sum();
        let mut so_far = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        let now = &mut so_far[number];
        now.games += record.games.len();
        now.lead += lead;
        let [a, b] = self.matches[number].0.map(|player| player.name);
        let note =
            format!("{a} – {b}: {} games, wins minus losses of {a}: {:+}", now.games, now.lead);
        self.watch.advance(record.games.len() as u64, note);
    }
}

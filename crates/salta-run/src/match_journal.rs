//! Groups of games kept as they end, and shown.

use std::sync::{Mutex, PoisonError};

use salta_arena::{GroupDone, GroupRecord, Journal, JournalError, MatchConfig};

use crate::display::Display;
use crate::match_files::MatchFiles;
use crate::players::Recipe;

/// Keeps each group of the matches under way in its file, and shows how they go.
pub(crate) struct MatchJournal<'a> {
    names: Vec<[String; 2]>,
    files: Vec<Option<MatchFiles>>,
    so_far: Mutex<Vec<SoFar>>,
    display: &'a Display,
}

/// Games of a match that have ended, and A's wins less its losses.
#[derive(Clone, Copy, Default)]
struct SoFar {
    games: usize,
    lead: i32,
}

impl<'a> MatchJournal<'a> {
    /// Announces the matches on the display.
    pub(crate) fn new(
        matches: Vec<([&Recipe; 2], Option<MatchFiles>)>,
        config: &MatchConfig,
        display: &'a Display,
    ) -> MatchJournal<'a> {
        let work = matches.iter().map(|(pair, _)| work(pair, config)).sum();
        let games = 2 * u64::from(config.pairs) * matches.len() as u64;
        let (names, files): (Vec<[String; 2]>, Vec<_>) = matches
            .into_iter()
            .map(|([a, b], files)| ([a.name().into(), b.name().into()], files))
            .unzip();
        display.start(work, 0.0);
        display.part(title(&names), games, work);
        let so_far = Mutex::new(vec![SoFar::default(); names.len()]);
        MatchJournal { names, files, so_far, display }
    }

    fn show(&self, fixture: usize, record: &GroupRecord) {
        let scores = record.games.iter().filter_map(|game| game.outcome().halves());
        let lead: i32 = scores.map(|halves| halves as i32 - 1).sum();
        let mut so_far = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        let now = &mut so_far[fixture];
        now.games += record.games.len();
        now.lead += lead;
        let [a, b] = &self.names[fixture];
        let note = format!("{a} – {b}: {} games, {:+} wins for {a}", now.games, now.lead);
        self.display.advance(record.games.len() as u64, note);
    }
}

impl Journal for MatchJournal<'_> {
    fn recall(&self, fixture: usize, group: u32) -> Result<Option<GroupRecord>, JournalError> {
        let files = self.files[fixture].as_ref();
        let found = files.map_or(Ok(None), |files| files.group(group))?;
        found.iter().for_each(|record| self.show(fixture, record));
        Ok(found)
    }

    fn record(&self, done: &GroupDone<'_>) -> Result<(), JournalError> {
        let files = self.files[done.fixture].as_ref();
        files.map_or(Ok(()), |files| files.keep(done.group, done.record))?;
        self.show(done.fixture, done.record);
        Ok(())
    }
}

fn title(names: &[[String; 2]]) -> String {
    match names {
        [[a, b]] => format!("{a} – {b}"),
        names => format!("{} matches", names.len()),
    }
}

/// A rough measure of a match's work, to tell the time left.
pub(crate) fn work([a, b]: &[&Recipe; 2], config: &MatchConfig) -> f64 {
    f64::from(config.pairs) * (a.turn_cost() + b.turn_cost())
}

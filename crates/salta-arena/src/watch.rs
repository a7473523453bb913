//! Observers of matches in progress.

/// Receives reports about running matches. Work is counted in the units of
/// [`Entrant::work`](crate::Entrant::work).
pub trait Watch: Sync {
    /// Reports work that an earlier process has done.
    fn already(&self, work: f64);

    /// Reports the start of matches: their title, their maximum number of games, and their work.
    fn begin(&self, title: String, games: u64, work: f64);

    /// Reports that `games` more games have ended, with a note on the state of their match.
    fn advance(&self, games: u64, note: String);

    /// Reports that the matches are over.
    fn done(&self);

    /// Reports a warning, such as a damaged file or a match without a checksum.
    fn say(&self, sentence: &str);
}

/// An observer that does nothing.
impl Watch for () {
    fn already(&self, _: f64) {}
    fn begin(&self, _: String, _: u64, _: f64) {}
    fn advance(&self, _: u64, _: String) {}
    fn done(&self) {}
    fn say(&self, _: &str) {}
}

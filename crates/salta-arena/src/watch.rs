//! Observers of matches in progress.

/// Gets reports about running matches. Work is counted in the units of
/// [`Entrant::work`](crate::Entrant::work).
pub trait Watch: Sync {
    /// An earlier process has done this much of the work.
    fn already(&self, work: f64);

    /// Matches begin: their name, their maximum number of games, their work.
    fn begin(&self, title: String, games: u64, work: f64);

    /// This many games have ended; the state of the match.
    fn advance(&self, games: u64, note: String);

    /// The matches are over.
    fn done(&self);

    /// A warning: a damaged file, a match without a checksum.
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

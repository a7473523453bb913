//! Observers of matches in progress.

/// Receives reports about running matches, and ignores them by default. Work is counted in the
/// units of [`Entrant::work`](crate::Entrant::work).
pub trait Watch: Sync {
    /// Reports work that an earlier process has done.
    fn already(&self, _work: f64) {}

    /// Reports the start of matches: their title, their maximum number of games, and their work.
    fn begin(&self, _title: String, _games: u64, _work: f64) {}

    /// Reports that `games` more games have ended, with a note on the state of their match.
    fn advance(&self, _games: u64, _note: String) {}

    /// Reports that the matches are over.
    fn done(&self) {}

    /// Reports a warning, such as a damaged file or a match without a checksum.
    fn say(&self, _sentence: &str) {}
}

impl Watch for () {}

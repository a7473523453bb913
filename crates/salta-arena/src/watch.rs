//! Who looks on while matches are played.

/// Is told how matches go. Work is counted in the units of [`Entrant::work`](crate::Entrant::work).
pub trait Watch: Sync {
    /// So much of the work was done by an earlier process.
    fn already(&self, work: f64);

    /// Matches begin: what they are called, their games at most, their work.
    fn begin(&self, title: String, games: u64, work: f64);

    /// So many games have ended; how the match stands.
    fn advance(&self, games: u64, note: String);

    /// The matches are over.
    fn done(&self);

    /// Something that should not go unsaid: a file that was damaged, a match without a checksum.
    fn say(&self, sentence: &str);
}

/// Looks away.
impl Watch for () {
    fn already(&self, _: f64) {}
    fn begin(&self, _: String, _: u64, _: f64) {}
    fn advance(&self, _: u64, _: String) {}
    fn done(&self) {}
    fn say(&self, _: &str) {}
}

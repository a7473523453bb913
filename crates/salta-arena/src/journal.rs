//! What is told of each group of games, so that a killed tournament can go on.

use crate::error::JournalError;
use crate::result::GroupRecord;

/// A group that has just been played. Groups come in any order.
#[derive(Clone, Copy, Debug)]
pub struct GroupDone<'a> {
    /// Which match, from 0.
    pub fixture: usize,
    /// Number of the group in its match, from 0.
    pub group: u32,
    /// Number of groups in the match.
    pub groups: u32,
    /// Its games.
    pub record: &'a GroupRecord,
}

/// Keeps groups. A group that is recalled is not played again, so what an interrupted tournament
/// has recorded is neither lost nor doubled.
pub trait Journal: Sync {
    /// A group that an earlier process recorded.
    ///
    /// # Errors
    /// If it cannot be read; the matches end.
    fn recall(&self, _fixture: usize, _group: u32) -> Result<Option<GroupRecord>, JournalError> {
        Ok(None)
    }

    /// A group has been played.
    ///
    /// # Errors
    /// If it cannot be kept; the matches end.
    fn record(&self, done: &GroupDone<'_>) -> Result<(), JournalError>;
}

/// Keeps nothing.
impl Journal for () {
    fn record(&self, _: &GroupDone<'_>) -> Result<(), JournalError> {
        Ok(())
    }
}

/// Watches, and keeps nothing.
impl<F: Fn(&GroupDone<'_>) + Sync> Journal for F {
    fn record(&self, done: &GroupDone<'_>) -> Result<(), JournalError> {
        self(done);
        Ok(())
    }
}

//! A journal of completed groups of games, so that a killed tournament can resume.

use crate::error::JournalError;
use crate::result::GroupRecord;

/// A group that has just been completed. Groups arrive in any order.
#[derive(Clone, Copy, Debug)]
pub struct GroupDone<'a> {
    /// Index of the match, from 0.
    pub fixture: usize,
    /// Number of the group in its match, from 0.
    pub group: u32,
    /// Number of groups in the match.
    pub groups: u32,
    /// Its games.
    pub record: &'a GroupRecord,
}

/// Stores groups. A stored group is not played again, so the games that an interrupted tournament
/// has recorded are neither lost nor duplicated.
pub trait Journal: Sync {
    /// Returns a group that an earlier process recorded, if there is one.
    ///
    /// # Errors
    /// If the group cannot be read; the matches then stop.
    fn recall(&self, _fixture: usize, _group: u32) -> Result<Option<GroupRecord>, JournalError> {
        Ok(None)
    }

    /// Stores a completed group.
    ///
    /// # Errors
    /// If the group cannot be stored; the matches then stop.
    fn record(&self, done: &GroupDone<'_>) -> Result<(), JournalError>;
}

/// A journal that stores nothing.
impl Journal for () {
    fn record(&self, _: &GroupDone<'_>) -> Result<(), JournalError> {
        Ok(())
    }
}

/// A journal that reports groups but stores nothing.
impl<F: Fn(&GroupDone<'_>) + Sync> Journal for F {
    fn record(&self, done: &GroupDone<'_>) -> Result<(), JournalError> {
        self(done);
        Ok(())
    }
}

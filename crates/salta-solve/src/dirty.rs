//! The set of blocks that have to be solved again; many threads add to it at once.

use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) struct Dirty(Vec<AtomicU64>);

impl Dirty {
    /// The empty set, for `blocks` blocks.
    pub(crate) fn none(blocks: usize) -> Dirty {
        Dirty((0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    /// The set of all `blocks` blocks.
    pub(crate) fn all(blocks: usize) -> Dirty {
        Dirty((0..blocks.div_ceil(64)).map(|_| AtomicU64::new(u64::MAX)).collect())
    }

    /// Adds a block. The order in which threads add them makes no difference.
    #[inline(always)]
    pub(crate) fn add(&self, block: usize) {
        let (word, bit) = (&self.0[block / 64], 1 << (block % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    #[inline(always)]
    pub(crate) fn has(&self, block: usize) -> bool {
        self.0[block / 64].load(Ordering::Relaxed) >> (block % 64) & 1 != 0
    }
}

//! The transposition table: results of earlier visits to a position.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use salta_core::{Move, Square};

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The stored value is the true one.
    Exact = 0,
    /// The true value is at least the stored one.
    Lower = 1,
    /// The true value is at most the stored one.
    Upper = 2,
}

/// The result of a search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// For the mover, in hundredths of a point.
    pub(crate) value: i32,
    pub(crate) bound: Bound,
    /// Depth of the search, in turns.
    pub(crate) depth: u32,
    pub(crate) best: Move,
}

impl Entry {
    /// Returns the value if it answers a search of `depth` within the window.
    pub(crate) fn answer(&self, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        (self.depth >= depth && enough).then_some(self.value)
    }

    /// 32 bits value, 2 bound, 6 + 6 squares, 7 depth, 11 search.
    fn pack(&self, search: u64) -> u64 {
        self.value as u32 as u64
            | (self.bound as u64) << 32
            | (self.best.from.index() as u64) << 34
            | (self.best.to.index() as u64) << 40
            | u64::from(self.depth) << 46
            | search << 53
    }

    fn unpack(word: u64) -> Entry {
        let field = |at: u32, bits: u32| (word >> at & ((1 << bits) - 1)) as u32;
        let bound = match field(32, 2) {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        let square = |at| Square::new(field(at, 6) as u8);
        let best = Move { from: square(34), to: square(40) };
        Entry { value: field(0, 32) as i32, bound, depth: field(46, 7), best }
    }
}

/// The deepest search that an entry can hold.
pub(crate) const MAX_DEPTH: u32 = 127;
const MAX_SEARCH: u64 = (1 << 11) - 1;

/// A table of fixed size with one entry per slot; newer ones replace older ones. Positions are
/// keyed with their ply, so a full-width search on one thread never replaces a position's entry by
/// a shallower one. Threads may share a table without locks (Hyatt and Mann 2002).
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    slots: Arc<[Slot]>,
    /// Number of the current search; entries of other searches are ignored.
    search: u64,
}

/// An entry, packed, and its key XOR the packed entry: if threads write a slot at the same time, a
/// mixture of their words matches a key only by chance, with probability 2^-64.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    entry: AtomicU64,
}

impl TranspositionTable {
    /// Creates a table of 2^`bits` entries of 16 bytes.
    pub(crate) fn new(bits: u32) -> TranspositionTable {
        TranspositionTable { slots: (0..1 << bits).map(|_| Slot::default()).collect(), search: 0 }
    }

    pub(crate) fn clear(&mut self) {
        if self.search == MAX_SEARCH {
            for slot in &*self.slots {
                slot.check.store(0, Relaxed);
                slot.entry.store(0, Relaxed);
            }
            self.search = 0;
        }
        self.search += 1;
    }

    /// Returns a handle to the same table, for another thread of the same search.
    pub(crate) fn share(&self) -> TranspositionTable {
        TranspositionTable { slots: Arc::clone(&self.slots), search: self.search }
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let slot = self.slot(key);
        let word = slot.entry.load(Relaxed);
        let is_same = slot.check.load(Relaxed) ^ word == key;
        (is_same && word >> 53 == self.search).then(|| Entry::unpack(word))
    }

    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let (slot, word) = (self.slot(key), entry.pack(self.search));
        slot.check.store(key ^ word, Relaxed);
        slot.entry.store(word, Relaxed);
    }

    fn slot(&self, key: u64) -> &Slot {
        &self.slots[key as usize & (self.slots.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, bound: Bound, depth: u32) -> Entry {
        Entry { value, bound, depth, best: Move { from: Square::new(49), to: Square::new(38) } }
    }

    #[test]
    fn entries_read_back_until_the_table_is_cleared() {
        let mut table = TranspositionTable::new(4);
        let stored = [
            entry(-12_345, Bound::Exact, 0),
            entry(i32::MAX / 2, Bound::Lower, MAX_DEPTH),
            entry(i32::MIN / 2, Bound::Upper, 17),
        ];
        for _ in 0..5000 {
            table.clear();
            for (key, entry) in (3..).zip(stored) {
                assert_eq!(table.get(key), None);
                table.put(key, entry);
            }
            for (key, entry) in (3..).zip(stored) {
                assert_eq!(table.share().get(key), Some(entry));
                assert_eq!(table.get(key + 16), None, "the same slot, another key");
            }
        }
    }

    #[test]
    fn an_entry_answers_only_what_it_knows() {
        let of = |bound| entry(10, bound, 3);
        assert_eq!(of(Bound::Exact).answer(3, 0, 20), Some(10));
        assert_eq!(of(Bound::Exact).answer(4, 0, 20), None);
        assert_eq!(of(Bound::Lower).answer(3, 0, 20), None);
        assert_eq!(of(Bound::Lower).answer(3, 0, 10), Some(10));
        assert_eq!(of(Bound::Upper).answer(3, 0, 20), None);
        assert_eq!(of(Bound::Upper).answer(2, 10, 20), Some(10));
    }
}

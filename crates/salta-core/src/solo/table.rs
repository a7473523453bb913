//! Arrangements already searched, with the number of steps away they were searched with.

/// Arrangements take the low 96 bits of an entry, the steps away plus one the bits above.
const SHIFT: u32 = 96;
const KEY: u128 = (1 << SHIFT) - 1;
const FIRST_BITS: u32 = 8;
/// 64 MiB at most; beyond that entries replace each other, which costs time but no proof.
const LAST_BITS: u32 = 22;
const PROBES: usize = 8;

/// An open hash table with exact keys, growing to a cap.
pub(super) struct Table {
    slots: Vec<u128>,
    used: usize,
    bits: u32,
}

impl Table {
    pub(super) fn new() -> Table {
        Table { slots: vec![0; 1 << FIRST_BITS], used: 0, bits: FIRST_BITS }
    }

    /// Notes that `key` is searched with `away` steps away; false if it was with as many already.
    pub(super) fn enter(&mut self, key: u128, away: u32) -> bool {
        if self.used * 2 > self.slots.len() && self.bits < LAST_BITS {
            self.grow();
        }
        let entry = key | u128::from(away + 1) << SHIFT;
        let slot = self.slot(key);
        let old = self.slots[slot];
        if old & KEY == key && old >= entry {
            return false;
        }
        self.used += usize::from(old == 0);
        self.slots[slot] = entry;
        true
    }

    /// Where `key` is, or where it goes.
    fn slot(&self, key: u128) -> usize {
        let mask = self.slots.len() - 1;
        let first = (hash(key) >> (64 - self.bits)) as usize;
        let fits = |slot: &usize| self.slots[*slot] == 0 || self.slots[*slot] & KEY == key;
        (0..PROBES).map(|i| (first + i) & mask).find(fits).unwrap_or(first)
    }

    fn grow(&mut self) {
        self.bits += 1;
        let old = std::mem::replace(&mut self.slots, vec![0; 1 << self.bits]);
        self.used = 0;
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let slot = self.slot(entry & KEY);
            self.used += usize::from(self.slots[slot] == 0);
            self.slots[slot] = entry;
        }
    }
}

fn hash(key: u128) -> u64 {
    let low = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let high = ((key >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (low ^ low >> 29 ^ high).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

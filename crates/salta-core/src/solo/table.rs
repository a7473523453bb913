//! Arrangements refuted, each with its core.

use super::lanes::Men;

/// The core takes the top 16 bits of an entry, the key the others.
const SHIFT: u32 = 112;
/// Bits of a key beside the arrangement.
pub(super) const SPARE_BITS: u32 = 22;
const KEY: u128 = (1 << SHIFT) - 1;
const FIRST_BITS: u32 = 8;
/// 64 MiB at most; beyond that entries replace each other, which costs time but no proof.
const LAST_BITS: u32 = 22;
const PROBES: usize = 8;

/// An open hash table with exact keys, growing to a cap. A core is never empty, so no entry is 0.
pub(super) struct Table {
    slots: Vec<u128>,
    used: usize,
    bits: u32,
}

impl Table {
    pub(super) fn new() -> Table {
        Table { slots: Vec::new(), used: 0, bits: FIRST_BITS }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if self.used > 0 {
            *self = Table::new();
        }
    }

    /// The core of a refuted arrangement.
    pub(super) fn get(&self, key: u128) -> Option<Men> {
        if self.slots.is_empty() {
            return None;
        }
        let entry = self.slots[self.slot(key)];
        (entry != 0 && entry & KEY == key).then_some((entry >> SHIFT) as Men)
    }

    /// Notes a refutation.
    pub(super) fn put(&mut self, key: u128, core: Men) {
        if self.slots.is_empty() {
            self.slots.resize(1 << self.bits, 0);
        } else if self.used * 2 > self.slots.len() && self.bits < LAST_BITS {
            self.grow();
        }
        let slot = self.slot(key);
        self.used += usize::from(self.slots[slot] == 0);
        self.slots[slot] = key | u128::from(core) << SHIFT;
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

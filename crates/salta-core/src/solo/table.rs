//! Arrangements refuted, each with its core.

use super::lanes::Men;

const FIRST_BITS: u32 = 8;
/// 72 MiB at most; beyond that entries replace each other, which costs time but no proof.
const LAST_BITS: u32 = 22;
const PROBES: usize = 8;

/// An open hash table with exact keys, growing to a cap.
pub(super) struct Table {
    keys: Vec<u128>,
    /// Zero where there is no entry: a core is never empty.
    cores: Vec<Men>,
    used: usize,
    bits: u32,
}

impl Table {
    pub(super) fn new() -> Table {
        Table { keys: Vec::new(), cores: Vec::new(), used: 0, bits: FIRST_BITS }
    }

    /// The core of a refuted arrangement.
    pub(super) fn get(&self, key: u128) -> Option<Men> {
        if self.keys.is_empty() {
            return None;
        }
        let slot = self.slot(key);
        (self.cores[slot] != 0 && self.keys[slot] == key).then_some(self.cores[slot])
    }

    /// Notes a refutation.
    pub(super) fn put(&mut self, key: u128, core: Men) {
        if self.keys.is_empty() {
            self.resize();
        } else if self.used * 2 > self.keys.len() && self.bits < LAST_BITS {
            self.bits += 1;
            self.resize();
        }
        self.set(key, core);
    }

    fn set(&mut self, key: u128, core: Men) {
        let slot = self.slot(key);
        self.used += usize::from(self.cores[slot] == 0);
        (self.keys[slot], self.cores[slot]) = (key, core);
    }

    /// Where `key` is, or where it goes.
    fn slot(&self, key: u128) -> usize {
        let mask = self.keys.len() - 1;
        let first = (hash(key) >> (64 - self.bits)) as usize;
        let fits = |slot: &usize| self.cores[*slot] == 0 || self.keys[*slot] == key;
        (0..PROBES).map(|i| (first + i) & mask).find(fits).unwrap_or(first)
    }

    fn resize(&mut self) {
        let keys = std::mem::replace(&mut self.keys, vec![0; 1 << self.bits]);
        let cores = std::mem::replace(&mut self.cores, vec![0; 1 << self.bits]);
        self.used = 0;
        for (key, core) in keys.into_iter().zip(cores).filter(|(_, core)| *core != 0) {
            self.set(key, core);
        }
    }
}

fn hash(key: u128) -> u64 {
    let low = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let high = ((key >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (low ^ low >> 29 ^ high).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

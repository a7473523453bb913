//! A table of refutations: pieces that cannot come home from their squares within a slack,
//! regardless of the other pieces.

use super::sets::PieceSet;
use super::state::{PIECES, Slack, State};

const FIRST_BITS: u32 = 10;
/// At most 64 MiB; then entries replace each other, which costs time but not correctness.
const LAST_BITS: u32 = 21;
const PROBES: usize = 4;
/// Maximum number of sets of pieces that are looked up at each arrangement.
const MASKS: usize = 24;
/// The highest bit of each byte, which no slack reaches.
const GUARDS: u128 = u128::from_le_bytes([0x80; 16]);

/// Squares and slack with which some pieces cannot come home.
#[derive(Clone, Copy, Default)]
struct Nogood {
    /// The arrangement with all other pieces off the board; zero where there is no entry.
    key: u128,
    slack: u128,
}

/// An open-addressing hash table with exact keys that grows up to a cap.
#[derive(Default)]
pub(super) struct Nogoods {
    entries: Vec<Nogood>,
    /// A byte of each entry's hash, zero where there is no entry: most lookups end there, and the
    /// entries themselves are too large for a cache.
    tags: Vec<u8>,
    used: usize,
    bits: u32,
    /// Sets of pieces with nogoods and the bits of their squares in a key, the most useful first.
    masks: Vec<(PieceSet, u128)>,
}

impl Nogoods {
    pub(super) fn new() -> Nogoods {
        Nogoods { bits: FIRST_BITS, ..Nogoods::default() }
    }

    /// Pieces that are known to be unable to come home, if any.
    pub(super) fn get(&mut self, state: &State, slack: &Slack) -> Option<PieceSet> {
        let slack = bytes(slack);
        let key = bytes(&state.at);
        for i in 0..self.masks.len() {
            let (pieces, squares) = self.masks[i];
            if (pieces - state.pieces).is_empty() && self.has(key | !squares, slack) {
                self.masks.swap(i, i.saturating_sub(1));
                return Some(pieces);
            }
        }
        None
    }

    /// Records that `pieces` cannot come home.
    pub(super) fn put(&mut self, state: &State, slack: &Slack, pieces: PieceSet) {
        if self.entries.is_empty() {
            self.resize();
        } else if self.used * 2 > self.entries.len() && self.bits < LAST_BITS {
            self.bits += 1;
            self.resize();
        }
        let squares = self.mask(pieces);
        let slack = (bytes(slack) | !squares) & !GUARDS;
        self.set(Nogood { key: bytes(&state.at) | !squares, slack });
    }

    /// The bits of a key that hold the squares of `pieces`.
    fn mask(&mut self, pieces: PieceSet) -> u128 {
        if let Some(&(_, squares)) = self.masks.iter().find(|(known, _)| *known == pieces) {
            return squares;
        }
        let squares: u128 = pieces.iter().fold(0, |squares, piece| squares | 0xff << (8 * piece));
        if self.masks.len() == MASKS {
            self.masks.pop();
        }
        self.masks.push((pieces, squares));
        squares
    }

    fn has(&self, key: u128, slack: u128) -> bool {
        let hash = hash(key);
        let (first, tag) = (self.first(hash), tag(hash));
        let slots = (0..PROBES).map(|i| (first + i) & (self.tags.len() - 1));
        slots.take_while(|&slot| self.tags[slot] != 0).any(|slot| {
            let entry = &self.entries[slot];
            self.tags[slot] == tag && entry.key == key && covers(entry.slack, slack)
        })
    }

    fn set(&mut self, nogood: Nogood) {
        let hash = hash(nogood.key);
        let first = self.first(hash);
        let last = self.entries.len() - 1;
        let fits = |slot: &usize| {
            let entry = &self.entries[*slot];
            entry.key == 0 || entry.key == nogood.key && covers(nogood.slack, entry.slack)
        };
        let slot = (0..PROBES).map(|i| (first + i) & last).find(fits).unwrap_or(first);
        self.used += usize::from(self.entries[slot].key == 0);
        (self.entries[slot], self.tags[slot]) = (nogood, tag(hash));
    }

    fn first(&self, hash: u64) -> usize {
        (hash >> (64 - self.bits)) as usize
    }

    fn resize(&mut self) {
        let entries = std::mem::replace(&mut self.entries, vec![Nogood::default(); 1 << self.bits]);
        self.tags = vec![0; 1 << self.bits];
        self.used = 0;
        for entry in entries.into_iter().filter(|entry| entry.key != 0) {
            self.set(entry);
        }
    }
}

/// Whether no byte of `slack` exceeds that of `over`. No byte may have its highest bit set.
fn covers(over: u128, slack: u128) -> bool {
    ((over | GUARDS) - slack) & GUARDS == GUARDS
}

/// Packs the numbers into one byte per piece.
fn bytes(pieces: &[u8; PIECES]) -> u128 {
    let mut bytes = [0; 16];
    bytes[..PIECES].copy_from_slice(pieces);
    u128::from_le_bytes(bytes)
}

/// The byte of a hash that marks an entry; the bits above it choose the slot.
fn tag(hash: u64) -> u8 {
    hash as u8 | 1
}

fn hash(key: u128) -> u64 {
    let low = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let high = ((key >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    (low ^ low >> 29 ^ high).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

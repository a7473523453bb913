//! Three pieces alone on the board: can they come home within their slack? Results are cached.

use rustc_hash::FxHashMap;

use super::sets::SquareSet;
use super::state::{PIECES, Problem};

/// Number of cached results beyond which no new ones are computed.
const KEPT: usize = 1 << 20;
/// Largest slack that a key, with four bits per piece, can hold.
pub(super) const MOST_SLACK: u8 = 15;

/// The results known for triples of pieces.
#[derive(Default)]
pub(super) struct Triples {
    known: FxHashMap<u64, bool>,
    /// Arrangements of three searched so far.
    pub(super) searched: u64,
}

/// Three pieces, their squares and their slack.
#[derive(Clone, Copy)]
struct Triple {
    pieces: [usize; 3],
    at: [u8; 3],
    slack: [u8; 3],
}

/// A piece, its square and its slack (at most [`MOST_SLACK`]), in 14 bits.
pub(super) const fn word(piece: usize, at: u8, slack: u8) -> u64 {
    (piece as u64) << 10 | (at as u64) << 4 | slack as u64
}

/// The key of three words, in any order.
fn key(words: [u64; 3]) -> u64 {
    let [a, b, c] = words;
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    low << 28 | (a ^ b ^ c ^ low ^ high) << 14 | high
}

impl Triple {
    fn key(&self) -> u64 {
        key([0, 1, 2].map(|i| word(self.pieces[i], self.at[i], self.slack[i])))
    }

    fn lane(&self, problem: &Problem, i: usize) -> SquareSet {
        problem.geometry.lane(self.at[i], problem.goals[self.pieces[i]], u32::from(self.slack[i]))
    }
}

impl Triples {
    /// Whether three pieces can come home within their slack; `true` if the search would be too
    /// large. `words` are those of all pieces, `need` is [`super::conflicts::Conflicts::need`].
    pub(super) fn can(
        &mut self,
        problem: &Problem,
        need: &impl Fn(usize, u8, usize, u8) -> u8,
        words: &[u64; PIECES],
        mut pieces: [usize; 3],
    ) -> bool {
        if self.known.len() > KEPT {
            return true;
        }
        if let Some(&known) = self.known.get(&key(pieces.map(|i| words[i]))) {
            return known;
        }
        pieces.sort_unstable();
        let words = pieces.map(|i| words[i]);
        let (at, slack) = (words.map(|w| (w >> 4 & 0x3f) as u8), words.map(|w| (w & 0xf) as u8));
        self.search(problem, need, Triple { pieces, at, slack })
    }

    fn search(
        &mut self,
        problem: &Problem,
        need: &impl Fn(usize, u8, usize, u8) -> u8,
        triple: Triple,
    ) -> bool {
        if (0..3).all(|i| triple.at[i] == problem.goals[triple.pieces[i]]) {
            return true;
        }
        let key = triple.key();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if easy(problem, need, &triple) {
            self.known.insert(key, true);
            return true;
        }
        self.searched += 1;
        let can = self.expand(problem, need, triple);
        self.known.insert(key, can);
        can
    }

    /// Tries every step, those towards a goal first.
    fn expand(
        &mut self,
        problem: &Problem,
        need: &impl Fn(usize, u8, usize, u8) -> u8,
        triple: Triple,
    ) -> bool {
        let occupied: SquareSet = triple.at.into_iter().collect();
        let moves = [false, true].into_iter().flat_map(|away| (0..3).map(move |i| (away, i)));
        for (away, i) in moves {
            let closer = problem.closer(triple.pieces[i], triple.at[i]);
            let mut next = triple;
            let targets = if !away {
                closer
            } else if triple.slack[i] > 0 {
                next.slack[i] -= 1;
                problem.geometry.near[triple.at[i] as usize] - closer
            } else {
                continue;
            };
            for to in (targets - occupied).iter() {
                next.at[i] = to;
                let fits = |j: usize| {
                    need(next.pieces[i], next.at[i], next.pieces[j], next.at[j])
                        <= next.slack[i] + next.slack[j]
                };
                if (0..3).all(|j| j == i || fits(j)) && self.search(problem, need, next) {
                    return true;
                }
            }
        }
        false
    }
}

/// Whether two of the pieces need no slack and the third blocks neither if it goes first, or last
/// (see `Search::free` and `Search::last`).
fn easy(problem: &Problem, need: &impl Fn(usize, u8, usize, u8) -> u8, triple: &Triple) -> bool {
    let lanes = [0, 1, 2].map(|i| triple.lane(problem, i));
    let goals = triple.pieces.map(|piece| problem.goals[piece]);
    (0..3).any(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        if need(triple.pieces[j], triple.at[j], triple.pieces[k], triple.at[k]) > 0 {
            return false;
        }
        let others = lanes[j] | lanes[k];
        let before = SquareSet::of(triple.at[j]) | SquareSet::of(triple.at[k]);
        let after = SquareSet::of(goals[j]) | SquareSet::of(goals[k]);
        !others.contains(goals[i]) && problem.open(triple.pieces[i], triple.at[i], before)
            || !others.contains(triple.at[i]) && problem.open(triple.pieces[i], triple.at[i], after)
    })
}

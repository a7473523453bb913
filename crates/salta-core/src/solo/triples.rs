//! Three men alone on the board: can they come home within their slack? Answers are kept.

use rustc_hash::FxHashMap;

use super::board::squares;
use super::search::Slack;
use super::state::{State, Task};

/// With more answers than this no new ones are sought.
const KEPT: usize = 1 << 20;
/// Four bits a man in a key.
const MOST_SLACK: u8 = 15;

/// What is known of triples of men.
#[derive(Default)]
pub(super) struct Triples {
    known: FxHashMap<u64, bool>,
    /// Arrangements of three searched so far.
    pub(super) searched: u64,
}

/// Three men, where they stand, and their slack.
#[derive(Clone, Copy)]
struct Triple {
    men: [u8; 3],
    at: [u8; 3],
    slack: [u8; 3],
}

impl Triple {
    fn key(&self) -> u64 {
        (0..3).fold(0, |key, i| {
            key << 14
                | u64::from(self.men[i]) << 10
                | u64::from(self.at[i]) << 4
                | u64::from(self.slack[i])
        })
    }

    fn man(&self, i: usize) -> usize {
        self.men[i] as usize
    }

    fn lane(&self, task: &Task, i: usize) -> u64 {
        task.board.lane(self.at[i], task.goals[self.man(i)], u32::from(self.slack[i]))
    }
}

impl Triples {
    /// Can the three come home within their slack? Always yes when it would be too much to find
    /// out. `need` is [`super::conflicts::Conflicts::need`].
    pub(super) fn can(
        &mut self,
        task: &Task,
        need: &impl Fn(usize, u8, usize, u8) -> u8,
        state: &State,
        slack: &Slack,
        mut men: [usize; 3],
    ) -> bool {
        men.sort_unstable();
        if self.known.len() > KEPT || men.iter().any(|&i| slack[i] > MOST_SLACK) {
            return true;
        }
        let triple = Triple {
            men: men.map(|i| i as u8),
            at: men.map(|i| state.at[i]),
            slack: men.map(|i| slack[i]),
        };
        self.search(task, need, triple)
    }

    fn search(
        &mut self,
        task: &Task,
        need: &impl Fn(usize, u8, usize, u8) -> u8,
        triple: Triple,
    ) -> bool {
        if (0..3).all(|i| triple.at[i] == task.goals[triple.man(i)]) {
            return true;
        }
        let key = triple.key();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if easy(task, need, &triple) {
            self.known.insert(key, true);
            return true;
        }
        self.searched += 1;
        let can = self.expand(task, need, triple);
        self.known.insert(key, can);
        can
    }

    /// Tries every step, those towards a goal first.
    fn expand(
        &mut self,
        task: &Task,
        need: &impl Fn(usize, u8, usize, u8) -> u8,
        triple: Triple,
    ) -> bool {
        let occupied = triple.at.iter().fold(0, |mask: u64, &s| mask | 1 << s);
        let moves = [false, true].into_iter().flat_map(|away| (0..3).map(move |i| (away, i)));
        for (away, i) in moves {
            let closer = task.closer(triple.man(i), triple.at[i]);
            let mut next = triple;
            let targets = if !away {
                closer
            } else if triple.slack[i] > 0 {
                next.slack[i] -= 1;
                task.board.near[triple.at[i] as usize] & !closer
            } else {
                continue;
            };
            for to in squares(targets & !occupied) {
                next.at[i] = to as u8;
                let fits = |j: usize| {
                    need(next.man(i), next.at[i], next.man(j), next.at[j])
                        <= next.slack[i] + next.slack[j]
                };
                if (0..3).all(|j| j == i || fits(j)) && self.search(task, need, next) {
                    return true;
                }
            }
        }
        false
    }
}

/// Two men that need no slack, and a third that is in nobody's way if it goes first, or last
/// (see `Search::free` and `Search::last`).
fn easy(task: &Task, need: &impl Fn(usize, u8, usize, u8) -> u8, triple: &Triple) -> bool {
    let lanes = [0, 1, 2].map(|i| triple.lane(task, i));
    let goals = triple.men.map(|man| task.goals[man as usize]);
    (0..3).any(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        if need(triple.man(j), triple.at[j], triple.man(k), triple.at[k]) > 0 {
            return false;
        }
        let others = lanes[j] | lanes[k];
        let before = 1 << triple.at[j] | 1 << triple.at[k];
        let after = 1 << goals[j] | 1 << goals[k];
        others & 1 << goals[i] == 0 && task.open(triple.man(i), triple.at[i], before)
            || others & 1 << triple.at[i] == 0 && task.open(triple.man(i), triple.at[i], after)
    })
}

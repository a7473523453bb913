//! Three men alone on the board: can they come home within their slack? Answers are kept.

use rustc_hash::FxHashMap;

use super::board::squares;
use super::search::Slack;
use super::state::{MEN, State, Task};

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
}

impl Triples {
    /// Can the three come home within their slack?
    pub(super) fn can(
        &mut self,
        task: &Task,
        need: &impl Fn(usize, u8, usize, u8) -> u8,
        state: &State,
        slack: &Slack,
        mut men: [usize; 3],
    ) -> bool {
        men.sort_unstable();
        let triple = Triple {
            men: men.map(|i| i as u8),
            at: men.map(|i| state.at[i]),
            slack: men.map(|i| slack[i].min(15)),
        };
        self.search(task, need, triple)
    }

    fn search(
        &mut self,
        task: &Task,
        need: &impl Fn(usize, u8, usize, u8) -> u8,
        triple: Triple,
    ) -> bool {
        let home = |i: usize| triple.at[i] == task.goals[triple.men[i] as usize];
        if home(0) && home(1) && home(2) {
            return true;
        }
        let key = triple.key();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if easy(task, need, &triple) {
            return true;
        }
        self.searched += 1;
        let can = self.expand(task, need, triple);
        self.known.insert(key, can);
        can
    }

    fn expand(
        &mut self,
        task: &Task,
        need: &impl Fn(usize, u8, usize, u8) -> u8,
        triple: Triple,
    ) -> bool {
        let occupied = triple.at.iter().fold(0, |mask: u64, &s| mask | 1 << s);
        for away in [false, true] {
            for i in 0..3 {
                let (man, at) = (triple.men[i] as usize, triple.at[i]);
                let closer = task.closer(man, at);
                let mut next = triple;
                let targets = if !away {
                    closer
                } else if triple.slack[i] > 0 {
                    next.slack[i] -= 1;
                    task.board.near[at as usize] & !closer
                } else {
                    continue;
                };
                for to in squares(targets & !occupied) {
                    next.at[i] = to as u8;
                    let fits = |j: usize| {
                        let other = triple.men[j] as usize;
                        j == i
                            || need(man, to as u8, other, triple.at[j])
                                <= next.slack[i] + next.slack[j]
                    };
                    if (0..3).all(fits) && self.search(task, need, next) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// One man is in nobody's way if it goes first, or last, and the two others can come home.
fn easy(
    task: &Task,
    need: &impl Fn(usize, u8, usize, u8) -> u8,
    triple: &Triple,
) -> bool {
    let lane = |i: usize| {
        task.board.lane(
            triple.at[i],
            task.goals[triple.men[i] as usize],
            u32::from(triple.slack[i]),
        )
    };
    let lanes = [lane(0), lane(1), lane(2)];
    (0..3).any(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let man = |i: usize| triple.men[i] as usize;
        let others = lanes[j] | lanes[k];
        if need(man(j), triple.at[j], man(k), triple.at[k]) > 0 {
            return false;
        }
        let (at, goal) = (triple.at[i], task.goals[man(i)]);
        let goals = 1u64 << task.goals[man(j)] | 1 << task.goals[man(k)];
        let standing = 1u64 << triple.at[j] | 1 << triple.at[k];
        others & 1 << goal == 0 && task.open(man(i), at, standing)
            || others & 1 << at == 0 && task.open(man(i), at, goals)
    })
}

const _: () = assert!(MEN <= 16);

//! One arrangement of the men.

use super::Man;
use super::board::Board;

/// The most men a side has.
pub(super) const MEN: usize = 15;

/// The square of a man that is off the board.
const GONE: u8 = 63;

/// The goals, which never change, on the board.
pub(super) struct Task {
    pub(super) board: &'static Board,
    pub(super) men: usize,
    pub(super) goals: [u8; MEN],
}

/// Where the men stand.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) at: [u8; MEN],
    pub(super) occupied: u64,
    /// The men on the board; the others have no square, and no part.
    pub(super) men: u16,
    /// The sum of the distances to the goals.
    pub(super) left: u32,
}

impl Task {
    pub(super) fn new(men: &[Man]) -> (Task, State) {
        assert!(men.len() <= MEN, "a side has at most {MEN} men");
        let mut task = Task { board: Board::get(), men: men.len(), goals: [0; MEN] };
        let mut state = State { at: [GONE; MEN], occupied: 0, men: ((1u32 << men.len()) - 1) as u16, left: 0 };
        for (i, man) in men.iter().enumerate() {
            task.goals[i] = man.goal;
            state.at[i] = man.at;
            state.occupied |= 1 << man.at;
            state.left += task.distance(i, man.at);
        }
        (task, state)
    }

    /// All pairs of men, the first before the second.
    pub(super) fn both(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        (0..self.men).flat_map(|j| (0..j).map(move |i| (i, j)))
    }

    /// The state with only `men` on the board.
    pub(super) fn only(&self, state: &State, men: u16) -> State {
        let mut next = State { at: [GONE; MEN], occupied: 0, men, left: 0 };
        for man in (0..self.men).filter(|man| men & 1 << man != 0) {
            next.at[man] = state.at[man];
            next.occupied |= 1 << state.at[man];
            next.left += self.distance(man, state.at[man]);
        }
        next
    }

    pub(super) fn distance(&self, man: usize, at: u8) -> u32 {
        u32::from(self.board.dist[at as usize][self.goals[man] as usize])
    }

    /// The neighbours of `at` one step nearer to the goal of `man`.
    pub(super) fn closer(&self, man: usize, at: u8) -> u64 {
        self.board.closer[at as usize][self.goals[man] as usize]
    }

    pub(super) fn is_home(&self, state: &State, man: usize) -> bool {
        state.at[man] == self.goals[man]
    }

    /// The state without `man`.
    pub(super) fn without(&self, state: &State, man: usize) -> State {
        let mut next = *state;
        next.at[man] = GONE;
        next.occupied ^= 1 << state.at[man];
        next.men ^= 1 << man;
        next.left -= self.distance(man, state.at[man]);
        next
    }

    /// Squares on the way when `man` walks home over squares free of `taken`; none if it cannot.
    pub(super) fn way(&self, man: usize, at: u8, taken: u64) -> Option<Vec<u8>> {
        if !self.open(man, at, taken) {
            return None;
        }
        let mut way = vec![at];
        let mut at = at;
        while at != self.goals[man] {
            let free = crate::solo::board::squares(self.closer(man, at) & !taken);
            at = free.map(|to| to as u8).find(|&to| self.open(man, to, taken))?;
            way.push(at);
        }
        Some(way)
    }

    /// Is there a shortest way home for `man` over squares free of `taken`?
    pub(super) fn open(&self, man: usize, at: u8, taken: u64) -> bool {
        let goal = 1 << self.goals[man];
        let mut reached: u64 = 1 << at;
        while reached != 0 && reached & goal == 0 {
            reached = crate::solo::board::squares(reached)
                .fold(0, |next, s| next | self.closer(man, s as u8))
                & !taken;
        }
        reached != 0
    }

    /// The state after `man` goes to `to`, a neighbour of its square.
    pub(super) fn step(&self, state: &State, man: usize, to: u8) -> State {
        let from = state.at[man];
        let mut next = *state;
        next.at[man] = to;
        next.occupied ^= 1 << from | 1 << to;
        next.left = next.left + self.distance(man, to) - self.distance(man, from);
        next
    }
}

impl State {
    /// The arrangement as a number, exact: six bits a man.
    pub(super) fn key(&self) -> u128 {
        self.at.iter().fold(0, |key, &at| key << 6 | u128::from(at))
    }
}

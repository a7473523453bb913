//! One arrangement of the men.

use super::Man;
use super::board::{Board, squares};
use super::lanes::Men;

/// The most men a side has.
pub(super) const MEN: usize = 15;
/// The square of a man that is off the board.
const GONE: u8 = 63;

/// What never changes: the board, and the goals.
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
    /// The men on the board.
    pub(super) men: Men,
    /// The sum of the distances to the goals.
    pub(super) left: u32,
}

impl Task {
    pub(super) fn new(men: &[Man]) -> (Task, State) {
        assert!(men.len() <= MEN, "a side has at most {MEN} men");
        let mut task = Task { board: Board::get(), men: men.len(), goals: [0; MEN] };
        let mut state = State { at: [GONE; MEN], occupied: 0, men: 0, left: 0 };
        for (i, man) in men.iter().enumerate() {
            task.goals[i] = man.goal;
            state.at[i] = man.at;
            state.occupied |= 1 << man.at;
            state.men |= 1 << i;
            state.left += task.distance(i, man.at);
        }
        (task, state)
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

    /// The goals of `men`.
    pub(super) fn goals(&self, men: Men) -> u64 {
        squares(u64::from(men)).fold(0, |goals, i| goals | 1 << self.goals[i])
    }

    /// The state after `man` goes to `to`.
    pub(super) fn step(&self, state: &State, man: usize, to: u8) -> State {
        let from = state.at[man];
        let mut next = *state;
        next.at[man] = to;
        next.occupied ^= 1 << from | 1 << to;
        next.left = next.left + self.distance(man, to) - self.distance(man, from);
        next
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

    /// The state with no other men than `men`.
    pub(super) fn only(&self, state: &State, men: Men) -> State {
        let gone = squares(u64::from(state.men & !men));
        gone.fold(*state, |state, man| self.without(&state, man))
    }

    /// Is there a shortest way home for `man` over squares free of `taken`?
    pub(super) fn open(&self, man: usize, at: u8, taken: u64) -> bool {
        let goal = 1 << self.goals[man];
        let mut reached: u64 = 1 << at;
        while reached != 0 && reached & goal == 0 {
            let next = squares(reached).fold(0, |next, s| next | self.closer(man, s as u8));
            reached = next & !taken;
        }
        reached != 0
    }

    /// The steps of such a way, which must exist.
    pub(super) fn way(&self, man: usize, mut at: u8, taken: u64) -> Vec<(u8, u8)> {
        let mut steps = Vec::new();
        while at != self.goals[man] {
            let mut free = squares(self.closer(man, at) & !taken).map(|to| to as u8);
            let to = free.find(|&to| self.open(man, to, taken)).expect("the way is open");
            steps.push((at, to));
            at = to;
        }
        steps
    }
}

impl State {
    /// The men on these squares.
    pub(super) fn on(&self, mask: u64) -> Men {
        let there = squares(u64::from(self.men)).filter(|&i| mask & 1 << self.at[i] != 0);
        there.fold(0, |men, i| men | 1 << i)
    }

    /// The arrangement as a number of 90 bits, exact.
    pub(super) fn key(&self) -> u128 {
        self.at.iter().fold(0, |key, &at| key << 6 | u128::from(at))
    }
}

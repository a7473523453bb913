//! One arrangement of the men.

use super::Man;
use super::board::Board;

/// The most men a side has.
pub(super) const MEN: usize = 15;

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
    /// The sum of the distances to the goals.
    pub(super) left: u32,
}

impl Task {
    pub(super) fn new(men: &[Man]) -> (Task, State) {
        assert!(men.len() <= MEN, "a side has at most {MEN} men");
        let mut task = Task { board: Board::get(), men: men.len(), goals: [0; MEN] };
        let mut state = State { at: [0; MEN], occupied: 0, left: 0 };
        for (i, man) in men.iter().enumerate() {
            task.goals[i] = man.goal;
            state.at[i] = man.at;
            state.occupied |= 1 << man.at;
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

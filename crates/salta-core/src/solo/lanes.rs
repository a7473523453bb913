//! The squares each man may still stand on within its slack.

use super::board::squares;
use super::search::Slack;
use super::state::{MEN, State, Task};

/// A set of men, one bit each.
pub(super) type Men = u16;

/// The squares left to each man.
pub(super) struct Lanes {
    /// By man.
    pub(super) of: [u64; MEN],
    /// By man: the men at home for good that narrowed its squares.
    walls: [Men; MEN],
}

impl Lanes {
    /// The squares of the men within `slack`, or men that cannot all come home.
    #[inline(never)]
    pub(super) fn new(task: &Task, state: &State, slack: &Slack) -> Result<Lanes, Men> {
        let men = state.men;
        let mut lanes = Lanes { of: [0; MEN], walls: [0; MEN] };
        // A man at home without slack never moves.
        let fixed = squares(u64::from(men)).filter(|&i| slack[i] == 0 && task.is_home(state, i));
        let fixed = fixed.fold(0, |fixed: u64, i| fixed | 1 << state.at[i]);
        for i in squares(u64::from(men)) {
            let at = state.at[i];
            lanes.of[i] = task.board.lane(at, task.goals[i], u32::from(slack[i]));
            if slack[i] == 0 && lanes.of[i] & fixed & !(1 << at) != 0 {
                let (lane, met) = round(task, i, at, fixed);
                let met = squares(u64::from(men)).filter(|&j| met & 1 << state.at[j] != 0);
                lanes.walls[i] = met.fold(0, |walls, j| walls | 1 << j);
                lanes.of[i] = lane;
                if lane == 0 {
                    return Err(lanes.walls[i] | 1 << i);
                }
            }
        }
        Ok(lanes)
    }

    /// The squares in more than one man's lane.
    pub(super) fn shared(&self) -> u64 {
        let (mut once, mut twice) = (0, 0);
        for lane in &self.of {
            twice |= once & lane;
            once |= lane;
        }
        twice
    }

    /// `men` and the walls without which their lanes would be wider.
    pub(super) fn with_walls(&self, men: Men) -> Men {
        // Walls are men that never move: nothing narrows their own lanes.
        squares(u64::from(men)).fold(men, |all, i| all | self.walls[i])
    }
}

/// The squares on shortest ways of `man` round `walls` (none if there is no such way), and the
/// walls it met.
fn round(task: &Task, man: usize, at: u8, walls: u64) -> (u64, u64) {
    let mut layers = [0; 10];
    let mut met = 0;
    let distance = task.distance(man, at) as usize;
    layers[0] = 1 << at;
    for i in 0..distance {
        let next = squares(layers[i]).fold(0, |next, s| next | task.closer(man, s as u8));
        met |= next & walls;
        layers[i + 1] = next & !walls;
    }
    let mut lane = layers[distance];
    let mut ahead = lane;
    for &layer in layers[..distance].iter().rev() {
        let leads = |s: &usize| task.closer(man, *s as u8) & ahead != 0;
        ahead = squares(layer).filter(leads).fold(0, |mask, s| mask | 1 << s);
        lane |= ahead;
    }
    (lane, met)
}

//! The squares each piece may still stand on within its slack.

use super::geometry::squares;
use super::state::{PIECES, PieceSet, Problem, Slack, State};

/// The squares left to each piece.
pub(super) struct Lanes {
    /// By piece.
    pub(super) of: [u64; PIECES],
    /// By piece: the pieces at home for good that narrowed its squares.
    walls: [PieceSet; PIECES],
}

impl Lanes {
    /// The squares of the pieces within `slack`, or pieces that cannot all come home.
    #[inline(never)]
    pub(super) fn new(problem: &Problem, state: &State, slack: &Slack) -> Result<Lanes, PieceSet> {
        let pieces = state.pieces;
        let mut lanes = Lanes { of: [0; PIECES], walls: [0; PIECES] };
        // A piece at home without slack never moves.
        let fixed =
            squares(u64::from(pieces)).filter(|&i| slack[i] == 0 && problem.is_home(state, i));
        let fixed = fixed.fold(0, |fixed: u64, i| fixed | 1 << state.at[i]);
        for i in squares(u64::from(pieces)) {
            let at = state.at[i];
            lanes.of[i] = problem.geometry.lane(at, problem.goals[i], u32::from(slack[i]));
            if slack[i] == 0 && lanes.of[i] & fixed & !(1 << at) != 0 {
                let (lane, met) = around(problem, i, at, fixed);
                let met = squares(u64::from(pieces)).filter(|&j| met & 1 << state.at[j] != 0);
                lanes.walls[i] = met.fold(0, |walls, j| walls | 1 << j);
                lanes.of[i] = lane;
                if lane == 0 {
                    return Err(lanes.walls[i] | 1 << i);
                }
            }
        }
        Ok(lanes)
    }

    /// The squares in more than one piece's lane.
    pub(super) fn shared(&self) -> u64 {
        let (mut once, mut twice) = (0, 0);
        for lane in &self.of {
            twice |= once & lane;
            once |= lane;
        }
        twice
    }

    /// `pieces` and the walls without which their lanes would be wider.
    pub(super) fn with_walls(&self, pieces: PieceSet) -> PieceSet {
        // Walls are pieces that never move: nothing narrows their own lanes.
        squares(u64::from(pieces)).fold(pieces, |all, i| all | self.walls[i])
    }
}

/// The squares on shortest ways of `piece` round `walls` (none if there is no such way), and the
/// walls it met.
fn around(problem: &Problem, piece: usize, at: u8, walls: u64) -> (u64, u64) {
    let mut layers = [0; 10];
    let mut met = 0;
    let distance = problem.distance(piece, at) as usize;
    layers[0] = 1 << at;
    for i in 0..distance {
        let next = squares(layers[i]).fold(0, |next, s| next | problem.closer(piece, s as u8));
        met |= next & walls;
        layers[i + 1] = next & !walls;
    }
    let mut lane = layers[distance];
    let mut ahead = lane;
    for &layer in layers[..distance].iter().rev() {
        let leads = |s: &usize| problem.closer(piece, *s as u8) & ahead != 0;
        ahead = squares(layer).filter(leads).fold(0, |mask, s| mask | 1 << s);
        lane |= ahead;
    }
    (lane, met)
}

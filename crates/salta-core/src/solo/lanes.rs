//! The squares that each piece may still visit within its slack.

use super::sets::{PieceSet, SquareSet};
use super::state::{PIECES, Problem, Slack, State};

/// The squares that each piece may still visit.
pub(super) struct Lanes {
    /// By piece.
    pub(super) of: [SquareSet; PIECES],
    /// By piece: the pieces at home that never move and narrow its squares.
    walls: [PieceSet; PIECES],
}

impl Lanes {
    /// The squares that the pieces may visit within `slack`; the error holds pieces that cannot all
    /// come home.
    #[inline(never)]
    pub(super) fn new(problem: &Problem, state: &State, slack: &Slack) -> Result<Lanes, PieceSet> {
        let pieces = state.pieces;
        let mut lanes = Lanes { of: [SquareSet::EMPTY; PIECES], walls: [PieceSet::EMPTY; PIECES] };
        // A piece at home without slack never moves.
        let fixed = pieces.iter().filter(|&i| slack[i] == 0 && problem.is_home(state, i));
        let fixed: SquareSet = fixed.map(|i| state.at[i]).collect();
        for i in pieces.iter() {
            let at = state.at[i];
            lanes.of[i] = problem.geometry.lane(at, problem.goals[i], u32::from(slack[i]));
            if slack[i] == 0 && lanes.of[i].intersects(fixed - SquareSet::of(at)) {
                let (lane, met) = around(problem, i, at, fixed);
                lanes.walls[i] = pieces.iter().filter(|&j| met.contains(state.at[j])).collect();
                lanes.of[i] = lane;
                if lane.is_empty() {
                    return Err(lanes.walls[i] | PieceSet::of(i));
                }
            }
        }
        Ok(lanes)
    }

    /// The squares in more than one piece's lane.
    pub(super) fn shared(&self) -> SquareSet {
        let (mut once, mut twice) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for &lane in &self.of {
            twice |= once & lane;
            once |= lane;
        }
        twice
    }

    /// `pieces` and the walls that narrow their lanes.
    pub(super) fn with_walls(&self, pieces: PieceSet) -> PieceSet {
        // Walls are pieces that never move: nothing narrows their own lanes.
        pieces.iter().fold(pieces, |all, i| all | self.walls[i])
    }
}

/// The squares on shortest ways of `piece` around `walls` (empty if there is no such way), and the
/// walls that block other shortest ways.
fn around(problem: &Problem, piece: usize, at: u8, walls: SquareSet) -> (SquareSet, SquareSet) {
    let mut layers = [SquareSet::EMPTY; 10];
    let mut met = SquareSet::EMPTY;
    let distance = problem.distance(piece, at) as usize;
    layers[0] = SquareSet::of(at);
    for i in 0..distance {
        let next = problem.all_closer(piece, layers[i]);
        met |= next & walls;
        layers[i + 1] = next - walls;
    }
    let mut lane = layers[distance];
    let mut ahead = lane;
    for &layer in layers[..distance].iter().rev() {
        let leads = |s: &u8| problem.closer(piece, *s).intersects(ahead);
        ahead = layer.iter().filter(leads).collect();
        lane |= ahead;
    }
    (lane, met)
}

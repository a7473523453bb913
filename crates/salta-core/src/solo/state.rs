//! One arrangement of the pieces.

use super::geometry::Geometry;
use super::sets::{PieceSet, SquareSet};
use crate::board::Board;
use crate::square::Square;

pub(super) use crate::piece::PIECES;

/// The square of a piece that is off the board.
const GONE: u8 = 63;

/// A piece's square and its goal square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Journey {
    /// Its current square.
    pub at: Square,
    /// Its goal square.
    pub goal: Square,
}

/// How often each piece may step away from its goal.
pub(super) type Slack = [u8; PIECES];

/// The constants of a search: the board and the goals.
pub(super) struct Problem {
    pub(super) geometry: &'static Geometry,
    pub(super) pieces: usize,
    pub(super) goals: [u8; PIECES],
}

/// The squares of the pieces.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) at: [u8; PIECES],
    pub(super) occupied: SquareSet,
    /// The pieces on the board.
    pub(super) pieces: PieceSet,
    /// The sum of the distances to the goals.
    pub(super) left: u32,
}

impl Problem {
    pub(super) fn new(board: Board, journeys: &[Journey]) -> (Problem, State) {
        assert!(journeys.len() <= PIECES, "a side has at most {PIECES} pieces");
        let geometry = Geometry::of(board);
        let mut problem = Problem { geometry, pieces: journeys.len(), goals: [0; PIECES] };
        let (occupied, pieces) = (SquareSet::EMPTY, PieceSet::EMPTY);
        let mut state = State { at: [GONE; PIECES], occupied, pieces, left: 0 };
        for (i, journey) in journeys.iter().enumerate() {
            problem.goals[i] = journey.goal.index() as u8;
            state.at[i] = journey.at.index() as u8;
            state.occupied |= SquareSet::of(state.at[i]);
            state.pieces |= PieceSet::of(i);
            state.left += problem.distance(i, state.at[i]);
        }
        let squares = state.occupied | problem.goals(state.pieces);
        assert!((squares - geometry.all).is_empty(), "squares of the {board} board");
        (problem, state)
    }

    pub(super) fn distance(&self, piece: usize, at: u8) -> u32 {
        u32::from(self.geometry.dist[at as usize][self.goals[piece] as usize])
    }

    /// The neighbours of `at` one step nearer to the goal of `piece`.
    pub(super) fn closer(&self, piece: usize, at: u8) -> SquareSet {
        self.geometry.closer[at as usize][self.goals[piece] as usize]
    }

    /// The squares that are [`Problem::closer`] for any square of `from`.
    pub(super) fn all_closer(&self, piece: usize, from: SquareSet) -> SquareSet {
        from.iter().fold(SquareSet::EMPTY, |next, at| next | self.closer(piece, at))
    }

    pub(super) fn is_home(&self, state: &State, piece: usize) -> bool {
        state.at[piece] == self.goals[piece]
    }

    pub(super) fn goals(&self, pieces: PieceSet) -> SquareSet {
        pieces.iter().map(|i| self.goals[i]).collect()
    }

    /// The state after `piece` moves to `to`.
    pub(super) fn step(&self, state: &State, piece: usize, to: u8) -> State {
        let from = state.at[piece];
        let mut next = *state;
        next.at[piece] = to;
        next.occupied = (next.occupied - SquareSet::of(from)) | SquareSet::of(to);
        next.left = next.left + self.distance(piece, to) - self.distance(piece, from);
        next
    }

    pub(super) fn without(&self, state: &State, piece: usize) -> State {
        let mut next = *state;
        next.at[piece] = GONE;
        next.occupied -= SquareSet::of(state.at[piece]);
        next.pieces -= PieceSet::of(piece);
        next.left -= self.distance(piece, state.at[piece]);
        next
    }

    pub(super) fn only(&self, state: &State, pieces: PieceSet) -> State {
        let gone = (state.pieces - pieces).iter();
        gone.fold(*state, |state, piece| self.without(&state, piece))
    }

    /// Whether `piece` has a shortest way home over squares that are not `occupied`.
    pub(super) fn open(&self, piece: usize, at: u8, occupied: SquareSet) -> bool {
        let mut reached = SquareSet::of(at);
        while !reached.is_empty() && !reached.contains(self.goals[piece]) {
            reached = self.all_closer(piece, reached) - occupied;
        }
        !reached.is_empty()
    }

    /// The steps of a way that [`Problem::open`] tests for; it must exist.
    pub(super) fn path(&self, piece: usize, mut at: u8, occupied: SquareSet) -> Vec<(u8, u8)> {
        let mut steps = Vec::new();
        while at != self.goals[piece] {
            let mut free = (self.closer(piece, at) - occupied).iter();
            let to = free.find(|&to| self.open(piece, to, occupied)).expect("the way is open");
            steps.push((at, to));
            at = to;
        }
        steps
    }
}

impl State {
    pub(super) fn on(&self, squares: SquareSet) -> PieceSet {
        self.pieces.iter().filter(|&i| squares.contains(self.at[i])).collect()
    }

    /// The arrangement as an exact key of 90 bits.
    pub(super) fn key(&self) -> u128 {
        self.at.iter().fold(0, |key, &at| key << 6 | u128::from(at))
    }

    /// What [`State::key`] changes by, in an exclusive or, if `piece` moves.
    pub(super) fn key_of_step(piece: usize, from: u8, to: u8) -> u128 {
        u128::from(from ^ to) << (6 * (PIECES - 1 - piece))
    }
}

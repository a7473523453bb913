//! Two or three pieces that cannot come home within their slack, even alone on the board.

use super::geometry::{Pair, SQUARES};
use super::pairs::pair;
use super::sets::{PieceSet, SquareSet};
use super::state::{PIECES, Problem, Slack, State};
use super::triples::{MOST_SLACK, Triples, word};

/// The known conflicts of the pairs and triples of pieces of one problem.
pub(super) struct Conflicts {
    pairs: Vec<&'static Pair>,
    pub(super) triples: Triples,
}

impl Conflicts {
    pub(super) fn new(problem: &Problem) -> Conflicts {
        let goals = |j: usize| (0..=j).map(move |i| [problem.goals[i], problem.goals[j]]);
        let pairs = (0..problem.pieces).flat_map(goals);
        let pairs = pairs.map(|[first, second]| pair(problem.geometry, first, second)).collect();
        Conflicts { pairs, triples: Triples::default() }
    }

    /// Steps away that pieces `i` on `a` and `j` on `b` need together.
    pub(super) fn need(&self, i: usize, a: u8, j: usize, b: u8) -> u8 {
        need(&self.pairs, i, a, j, b)
    }

    /// `piece` and another piece that it is in conflict with, if there is one.
    pub(super) fn with(&self, state: &State, slack: &Slack, piece: usize) -> Option<PieceSet> {
        let short = |&i: &usize| {
            self.need(i, state.at[i], piece, state.at[piece])
                > slack[i].saturating_add(slack[piece])
        };
        let other = (state.pieces - PieceSet::of(piece)).iter().find(short)?;
        Some(PieceSet::of(other) | PieceSet::of(piece))
    }

    /// Like [`Conflicts::with`], but with two other pieces. Only pieces whose lanes overlap are
    /// tried, since others never meet.
    pub(super) fn three(
        &mut self,
        problem: &Problem,
        state: &State,
        slack: &Slack,
        piece: usize,
    ) -> Option<PieceSet> {
        if slack[piece] > MOST_SLACK {
            return None;
        }
        let mut lanes = [SquareSet::EMPTY; PIECES];
        let mut words = [0; PIECES];
        // Pieces with more slack than a word holds have no lane here, so they are never tried.
        for i in state.pieces.iter().filter(|&i| slack[i] <= MOST_SLACK) {
            lanes[i] = problem.geometry.lane(state.at[i], problem.goals[i], u32::from(slack[i]));
            words[i] = word(i, state.at[i], slack[i]);
        }
        let near = |i: usize| {
            let others = (state.pieces - PieceSet::of(i)).iter();
            others.fold(PieceSet::EMPTY, |near, j| {
                near | PieceSet::when(lanes[j].intersects(lanes[i]), j)
            })
        };
        let around = near(piece);
        let need = |i: usize, a: u8, j: usize, b: u8| need(&self.pairs, i, a, j, b);
        for j in around.iter() {
            let thirds = (around.above(j) | (near(j) - around)) - PieceSet::of(piece);
            for k in thirds.iter() {
                if !self.triples.can(problem, &need, &words, [piece, j, k]) {
                    return Some([piece, j, k].into_iter().collect());
                }
            }
        }
        None
    }
}

fn need(pairs: &[&Pair], i: usize, a: u8, j: usize, b: u8) -> u8 {
    let (i, a, j, b) = if i < j { (i, a, j, b) } else { (j, b, i, a) };
    pairs[j * (j + 1) / 2 + i][a as usize * SQUARES + b as usize]
}

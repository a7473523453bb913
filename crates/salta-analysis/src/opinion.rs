//! Evaluations of positions by an engine.

use salta_core::{Board, Move};
use serde::{Serialize, Serializer};

use crate::centipoints::Centipoints;
use crate::view::MoveView;

/// The evaluation of a position by an engine. Margins and scores are from White's view.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Opinion {
    /// Expected margin under best play.
    pub margin: Centipoints,
    /// White's expected score (a win 1, a draw ½) by the network: the mean over the positions of an
    /// MCTS, which visits promising lines more often, or of alpha-beta that at the end of its line.
    pub score: Option<f32>,
    /// Simulations or nodes so far.
    pub effort: u64,
    /// Search depth in turns: the depth of alpha-beta, the length of a network's expected line, or
    /// the plies in which an exact margin is forced.
    pub depth: u32,
    /// The turns worth playing, best first; at least one.
    pub candidates: Vec<Candidate>,
}

/// A turn worth playing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// The turn; for a chain of jumps, as far as it has been searched.
    #[serde(rename = "move", serialize_with = "as_view")]
    pub mv: Move,
    /// Whether the turn may continue after it.
    pub open: bool,
    /// Expected margin after it.
    pub margin: Centipoints,
    /// Plies in which the margin is forced, if it is exact (from a table of solved positions).
    pub plies: Option<u32>,
    /// Visits of the search.
    pub visits: Option<u32>,
    /// The network's own probability, before any search.
    pub prior: Option<f32>,
    /// Best play by both sides, starting with this turn; for a chain, with all of it if the line
    /// goes that far.
    #[serde(serialize_with = "as_views")]
    pub line: Vec<Move>,
}

impl Candidate {
    /// A whole turn with its margin and line, of which nothing else is known.
    pub(crate) fn new(mv: Move, margin: Centipoints, line: Vec<Move>) -> Candidate {
        Candidate { mv, open: false, margin, plies: None, visits: None, prior: None, line }
    }
}

impl Opinion {
    /// The turn that it would play.
    ///
    /// # Panics
    /// If the opinion has no candidates.
    pub fn best(&self) -> Move {
        self.line()[0]
    }

    /// Best play by both sides; at least one turn.
    ///
    /// # Panics
    /// If the opinion has no candidates.
    pub fn line(&self) -> &[Move] {
        let best = &self.candidates[0];
        if best.line.is_empty() { std::slice::from_ref(&best.mv) } else { &best.line }
    }

    /// The opinion with its turns in the local coordinates of `board`, for display
    /// ([`Move::to_local`]).
    #[must_use]
    pub fn into_local(mut self, board: Board) -> Opinion {
        for Candidate { mv, line, .. } in &mut self.candidates {
            line.iter_mut().chain([mv]).for_each(|mv| *mv = mv.to_local(board));
        }
        self
    }
}

fn as_view<S: Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    MoveView::from(*mv).serialize(serializer)
}

fn as_views<S: Serializer>(line: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(line.iter().map(|mv| MoveView::from(*mv)))
}

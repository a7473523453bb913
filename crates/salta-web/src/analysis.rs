//! Opinions about a position, better and better ones.
//!
//! - `turns`: actions of a search as turns of the game
//! - `network`: tree search over a network
//! - `classical`: every turn by alpha-beta
//! - `race`: what is proven once the sides have parted

pub(crate) mod classical;
pub(crate) mod network;
pub(crate) mod race;
mod turns;

use salta_core::{Board, Move, Position, Variant};
use salta_net::NetEvaluator;
use serde::Serialize;

use crate::view::MoveView;

/// Looks at one position, longer and longer.
pub(crate) trait Thinker {
    /// A better opinion than the last, or `None` once the budget is spent or `stopped` says so.
    fn think(&mut self, stopped: &mut dyn FnMut() -> bool) -> Option<Opinion>;
}

/// What is thought of a position. Margins and shares are White's.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Opinion {
    /// Expected margin under best play, in points.
    pub(crate) margin: f32,
    /// White's expected score (a win 1, a draw ½): the network's mean over the positions of the search,
    /// which visits lines by their promise.
    pub(crate) score: Option<f32>,
    /// Simulations or nodes so far.
    pub(crate) effort: u64,
    /// Turns looked ahead, where every turn is looked at to one depth.
    pub(crate) depth: Option<u32>,
    /// The turns worth playing, best first.
    pub(crate) candidates: Vec<Candidate>,
}

/// A turn worth playing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Candidate {
    /// The turn; of a chain of jumps, the hop.
    #[serde(rename = "move", serialize_with = "as_view")]
    pub(crate) mv: Move,
    /// Whether the turn may go on after it.
    pub(crate) open: bool,
    /// Expected margin after it.
    pub(crate) margin: f32,
    /// Visits of the search.
    pub(crate) visits: Option<u32>,
    /// What the network alone makes of it: its probability.
    pub(crate) prior: Option<f32>,
    /// Best play by both sides, this turn first.
    #[serde(serialize_with = "as_views")]
    pub(crate) line: Vec<Move>,
}

impl Opinion {
    /// The opinion with the names of the board in its turns, to be shown ([`Move::local`]).
    pub(crate) fn local(mut self, board: Board) -> Opinion {
        for Candidate { mv, line, .. } in &mut self.candidates {
            line.iter_mut().chain([mv]).for_each(|mv| *mv = mv.local(board));
        }
        self
    }
}

fn as_view<S: serde::Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    MoveView::from(*mv).serialize(serializer)
}

fn as_views<S: serde::Serializer>(line: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(line.iter().map(|mv| MoveView::from(*mv)))
}

/// How long to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort {
    /// Simulations of a network's search; each takes about 600 bytes.
    pub(crate) simulations: u32,
    /// Turns looked ahead by alpha-beta.
    pub(crate) depth: u32,
    /// Nodes of alpha-beta in all.
    pub(crate) nodes: u64,
}

impl Effort {
    /// As long as somebody watches, within what a server can give: 20 MB; seconds with a small
    /// network, minutes with alpha-beta.
    pub(crate) const WATCHED: Effort =
        Effort { simulations: 30_000, depth: 20, nodes: 100_000_000 };
    /// A hint.
    pub(crate) const HINT: Effort = Effort { simulations: 400, depth: 6, nodes: 600_000 };
    /// Each position of a whole game.
    pub(crate) const EACH: Effort = Effort { simulations: 96, depth: 5, nodes: 60_000 };
}

/// Who looks at positions.
#[derive(Clone)]
pub(crate) enum Analyst {
    /// A network under its name.
    Network(String, NetEvaluator),
    /// Alpha-beta, `alphabeta@2`.
    Classical,
}

impl Analyst {
    /// What requests call alpha-beta.
    pub(crate) const CLASSICAL: &str = "alphabeta@2";

    /// As requests name it.
    pub(crate) fn name(&self) -> &str {
        match self {
            Analyst::Network(name, _) => name,
            Analyst::Classical => Analyst::CLASSICAL,
        }
    }

    /// A look at a position that is not over.
    pub(crate) fn thinker(
        &self,
        variant: &Variant,
        position: &Position,
        effort: Effort,
    ) -> Box<dyn Thinker> {
        match self {
            Analyst::Network(_, evaluator) => {
                let evaluator = evaluator.clone();
                Box::new(network::NetworkThinker::new(evaluator, variant, position, effort))
            }
            Analyst::Classical => {
                Box::new(classical::ClassicalThinker::new(variant, position, effort))
            }
        }
    }
}

/// The last opinion within an effort; `None` only if stopped before the first.
pub(crate) fn settle(
    thinker: &mut dyn Thinker,
    stopped: &mut dyn FnMut() -> bool,
) -> Option<Opinion> {
    let mut last = None;
    while let Some(opinion) = thinker.think(stopped) {
        last = Some(opinion);
    }
    last
}

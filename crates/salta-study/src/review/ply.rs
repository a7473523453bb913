//! A ply of a reviewed game, and how a side played.

use salta_arena::PlayerError;
use salta_core::{Move, NodeBudget, Position, Side, Variant};
use serde::Serialize;

use crate::engine::Engine;

/// A ply as the engine sees it; margins are White's, in points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewedPly {
    /// Its number in the game, from 1.
    pub ply: u32,
    /// Who moved.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position before it.
    pub position: String,
    /// Legal turns.
    pub turns: u32,
    /// White's margin under best play from here.
    pub before: f64,
    /// White's margin under best play after the move.
    pub after: f64,
    /// The engine's move.
    pub best: String,
    /// White's margin under best play after that.
    pub after_best: f64,
    /// Points that the mover lost against it; 0 if the move is as good or better.
    pub lost: f64,
    /// Turns that the engine looked ahead; by a network, those of the line that it expects.
    pub depth: u32,
}

/// How a side played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SidePlay {
    /// Its plies.
    pub plies: u32,
    /// Those with more than one legal turn.
    pub choices: u32,
    /// Those that were the engine's move.
    pub as_engine: u32,
    /// Points lost in all.
    pub lost: f64,
}

/// Searches the positions before and after the ply with this index, and the one after the engine's move.
pub(super) fn reviewed(
    variant: &Variant,
    engine: &mut Engine,
    index: usize,
    [before, after]: [&Position; 2],
    mv: Move,
    exact_nodes: NodeBudget,
) -> Result<ReviewedPly, PlayerError> {
    let view = engine.view(before)?;
    let after = engine.margin(after, exact_nodes)?;
    let after_best = if view.best == mv {
        after
    } else {
        let mut there = *before;
        variant.apply_move(&mut there, view.best);
        engine.margin(&there, exact_nodes)?
    };
    let side = before.to_move();
    let lost = if side == Side::White { after_best - after } else { after - after_best };
    let points = |hundredths: i32| f64::from(hundredths) / 100.0;
    Ok(ReviewedPly {
        ply: index as u32 + 1,
        side,
        mv: variant.move_text(mv),
        position: variant.position_line(before),
        turns: variant.moves(before).len() as u32,
        before: points(view.white),
        after: points(after),
        best: variant.move_text(view.best),
        after_best: points(after_best),
        lost: points(lost.max(0)),
        depth: view.depth,
    })
}

impl SidePlay {
    pub(super) fn of(side: Side, plies: &[ReviewedPly]) -> SidePlay {
        let own = || plies.iter().filter(|ply| ply.side == side);
        SidePlay {
            plies: own().count() as u32,
            choices: own().filter(|ply| ply.turns > 1).count() as u32,
            as_engine: own().filter(|ply| ply.mv == ply.best).count() as u32,
            lost: own().map(|ply| ply.lost).sum(),
        }
    }
}

//! Margins in points, even if the rules count only wins.

use salta_core::{NodeBudget, Position, Side, Variant};
pub(crate) use salta_opponents::with_points;

use crate::centipoints::Centipoints;
use crate::engine::{Engine, EvaluationError};

/// Node budget of the exact count if a turn of an alpha-beta search ends the game.
pub(crate) const END_NODES: NodeBudget = NodeBudget(1000);

/// White's margin at the end of a game of a variant with points: the middle of its bounds.
pub(crate) fn at_end(variant: &Variant, position: &Position, nodes: NodeBudget) -> Centipoints {
    Centipoints::middle(variant.margin(position, nodes).bounds())
}

/// White's margin by the engine's evaluation or, at the end of a game, by the exact count; `None`
/// if stopped.
pub(crate) fn expected(
    variant: &Variant,
    position: &Position,
    engine: &mut dyn Engine,
    nodes: NodeBudget,
    stopped: &mut dyn FnMut() -> bool,
) -> Result<Option<Centipoints>, EvaluationError> {
    if variant.is_over(position) {
        return Ok(Some(at_end(variant, position, nodes)));
    }
    Ok(engine.settle(position, stopped)?.map(|opinion| opinion.margin))
}

/// Converts White's margin to the view of `side`, and back.
pub(crate) fn seen_by(side: Side, margin: Centipoints) -> Centipoints {
    if side == Side::White { margin } else { -margin }
}

//! Margins in points, even if the rules count only wins.

use salta_core::{NodeBudget, Position, Side, Variant};
pub(crate) use salta_opponents::with_points;

use crate::centipoints::Centipoints;

/// Node budget of the exact count if a turn of an alpha-beta search ends the game.
pub(crate) const END_NODES: NodeBudget = NodeBudget(1000);

/// White's margin at the end of a game of a variant with points: the middle of its bounds.
pub(crate) fn at_end(variant: &Variant, position: &Position, nodes: NodeBudget) -> Centipoints {
    Centipoints::middle(variant.margin(position, nodes).bounds())
}

/// Converts White's margin to the view of `side`, and back.
pub(crate) fn seen_by(side: Side, margin: Centipoints) -> Centipoints {
    if side == Side::White { margin } else { -margin }
}

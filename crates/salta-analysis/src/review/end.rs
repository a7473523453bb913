//! The end of a reviewed game.

use salta_core::{Ending, NodeBudget, Position, Side, Variant};
use serde::Serialize;

use crate::needs::Needs;

/// The last position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct End {
    /// The position line.
    pub position: String,
    /// Why the game was over, if it was: `finished`, `limit` or `no-move`.
    pub ending: Option<&'static str>,
    /// The moves that White and Black still need.
    pub sides: [Needs; 2],
    /// White's margin by the variant's points: lower and upper bound.
    pub margin: (i32, i32),
}

impl End {
    pub(super) fn of(variant: &Variant, position: &Position, exact_nodes: NodeBudget) -> End {
        let remaining = Side::BOTH.map(|side| variant.remaining(position, side, exact_nodes));
        let ending = variant.ending(position);
        End {
            position: variant.position_line(position),
            ending: ending.map(Ending::name),
            sides: remaining.map(Needs::from),
            margin: variant.margin_of(remaining).bounds(),
        }
    }
}

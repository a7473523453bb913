//! The turn that actions make up: a chain of jumps is several actions and one turn.

use salta_core::{Move, Position};

/// The turn, or what of a chain has been played, between two positions. It never ends where it
/// began, so one square is left and one is taken.
///
/// # Panics
/// If nothing of the mover's has moved.
pub fn turn_between(before: &Position, after: &Position) -> Move {
    let side = before.to_move();
    let (before, after) = (before.occupied(side), after.occupied(side));
    Move { from: (before - after).first(), to: (after - before).first() }
}

//! The turn that actions make up: a chain of jumps is several actions and one turn.

use salta_core::{Action, Move, Position, Variant};

/// The turn, or the part of a chain played so far, between two positions. A turn never ends where
/// it began, so exactly one square is vacated and one occupied.
///
/// # Panics
/// If no piece of the mover has moved.
pub fn turn_between(before: &Position, after: &Position) -> Move {
    let side = before.to_move();
    let (before, after) = (before.occupied(side), after.occupied(side));
    Move { from: (before - after).first(), to: (after - before).first() }
}

/// The turns that the legal actions from `position` make up, and whether the last one is still
/// incomplete. If `position` is in the middle of a turn, the rest of that turn comes first, if
/// there is any.
pub fn turns(
    variant: &Variant,
    position: &Position,
    actions: impl IntoIterator<Item = Action>,
) -> (Vec<Move>, bool) {
    let (mut turns, mut begun, mut at) = (Vec::new(), *position, *position);
    let moved = |before: &Position, after: &Position| {
        let side = before.to_move();
        before.occupied(side) != after.occupied(side)
    };
    for action in actions {
        variant.apply(&mut at, action);
        if at.plies() > begun.plies() {
            if moved(&begun, &at) {
                turns.push(turn_between(&begun, &at));
            }
            begun = at;
        }
    }
    let open = at != begun;
    if open {
        turns.push(turn_between(&begun, &at));
    }
    (turns, open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_one_turn() {
        let variant = Variant::named("walker").unwrap();
        let line = "5/5/5/5/3b1/5/2a2/2A2/5/5 w 1";
        let position = variant.parse_position(line).unwrap();
        let jump = |at: &Position| {
            let actions: Vec<Action> = variant.legal(at).actions(at.to_move()).collect();
            let jumps = |action: &&Action| {
                let mut next = *at;
                variant.apply(&mut next, **action);
                next.hopper().is_some()
            };
            actions.iter().find(jumps).copied()
        };
        let first = jump(&position).unwrap();
        let (hop, open) = turns(&variant, &position, [first]);
        assert_eq!((hop[0].to_string().as_str(), open), ("e3:g5", true));
        let (whole, open) = turns(&variant, &position, [first, Action::END_TURN]);
        assert_eq!((whole, open), (hop, false));
    }
}

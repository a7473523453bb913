//! Actions of a search as turns of the game: a chain of jumps is several actions and one turn.

use salta_core::{Action, Move, Position, Variant};
use salta_game::turn_between;

/// The turns that legal actions make up, and whether the last one is not at its end yet.
pub(crate) fn turns(variant: &Variant, position: &Position, actions: &[u16]) -> (Vec<Move>, bool) {
    let (mut turns, mut begun, mut at) = (Vec::new(), *position, *position);
    for number in actions {
        let action = Action::new(*number).expect("a search names actions");
        variant.apply(&mut at, action);
        if at.plies() > begun.plies() {
            turns.push(turn_between(&begun, &at));
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
            actions.iter().find(jumps).map(|action| action.index() as u16)
        };
        let first = jump(&position).unwrap();
        let (hop, open) = turns(&variant, &position, &[first]);
        assert_eq!((hop[0].to_string().as_str(), open), ("e3:g5", true));
        let (whole, open) = turns(&variant, &position, &[first, Action::END_TURN.index() as u16]);
        assert_eq!((whole, open), (hop, false));
    }
}

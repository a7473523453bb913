//! The turn that actions make up: a chain of jumps is several actions and one turn.

use salta_core::{Action, Move, Position, Variant};

/// The turn, or the part of a chain played so far, between two positions. A turn never ends where
/// it began, so exactly one square is vacated and one occupied.
pub fn turn_between(before: &Position, after: &Position) -> Move {
    let side = before.to_move();
    let (before, after) = (before.occupied(side), after.occupied(side));
    Move { from: (before - after).first(), to: (after - before).first() }
}

/// The turns that the legal actions from `position`, which is between turns, make up, and whether
/// the last one is still incomplete.
pub fn turns(
    variant: &Variant,
    position: &Position,
    actions: impl IntoIterator<Item = Action>,
) -> (Vec<Move>, bool) {
    let (mut turns, mut begun, mut at) = (Vec::new(), *position, *position);
    for action in actions {
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

/// The actions that make up a turn, or the rest of it within a chain of jumps, along the first path
/// found; `None` if the turn is not legal.
pub fn actions_of(variant: &Variant, position: &Position, mv: Move) -> Option<Vec<Action>> {
    let side = position.to_move();
    let at = position.hopper().unwrap_or(mv.from);
    variant.legal(position).actions(side).find_map(|action| {
        if action.origin(side).is_some_and(|(from, _)| from != at) {
            return None;
        }
        let mut next = *position;
        variant.apply(&mut next, action);
        let reached = next.occupied(side) - position.occupied(side);
        let is_there = if reached.is_empty() { at == mv.to } else { reached.contains(mv.to) };
        let mut rest = if next.plies() == position.plies() {
            actions_of(variant, &next, mv)?
        } else if is_there && !next.occupied(side).contains(mv.from) {
            Vec::new()
        } else {
            return None;
        };
        rest.insert(0, action);
        Some(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::seq::IndexedRandom;
    use salta_core::rules::NAMED;
    use salta_env::generator;

    #[test]
    fn an_occupied_square_is_no_end_of_a_turn() {
        let variant = Variant::named("checkerboard").unwrap();
        let onto_own = variant.parse_move("a3-b2").unwrap();
        assert_eq!(actions_of(&variant, &variant.start(), onto_own), None);
    }

    #[test]
    fn a_chain_is_one_turn() {
        let variant = Variant::named("walker").unwrap();
        let line = "5/5/5/5/3b1/5/2a2/2A2/5/5 w 1";
        let position = variant.parse_position(line).unwrap();
        let jumps = |action: &Action| {
            let mut next = position;
            variant.apply(&mut next, *action);
            next.hopper().is_some()
        };
        let first = variant.legal(&position).actions(position.to_move()).find(jumps).unwrap();
        let (hop, open) = turns(&variant, &position, [first]);
        assert_eq!((hop[0].to_string().as_str(), open), ("e3:g5", true));
        let mut within = position;
        variant.apply(&mut within, first);
        assert_eq!(actions_of(&variant, &within, hop[0]), Some(vec![Action::END_TURN]));
        let step = variant.parse_move("e7-d8").unwrap();
        assert!(variant.play(&mut within, step).is_err(), "another piece within a chain");
        let (whole, open) = turns(&variant, &position, [first, Action::END_TURN]);
        assert_eq!((whole, open), (hop, false));
    }

    #[test]
    fn every_turn_has_actions_that_make_it_up() {
        for name in NAMED {
            let variant = Variant::named(name).unwrap();
            let (mut position, mut rng) = (variant.start(), generator(1, "test", 0));
            for _ in 0..80 {
                let moves = variant.moves(&position);
                for mv in &moves {
                    let found = actions_of(&variant, &position, *mv).unwrap();
                    assert_eq!(turns(&variant, &position, found), (vec![*mv], false), "{name}");
                }
                let Some(mv) = moves.choose(&mut rng) else { break };
                variant.apply_move(&mut position, *mv);
            }
        }
    }
}

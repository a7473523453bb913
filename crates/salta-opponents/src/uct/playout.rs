//! Random play, lightly guided, truncated at a horizon.

use rand::{Rng, RngExt};
use salta_core::{Action, ActionMask, Direction, Position, Side, Variant, distance_margin};

/// Returns White's margin by distance after at most `horizon` more turns. Each action is the better
/// of two uniformly random ones: the one that leaves the mover less distance, the first on ties.
pub(super) fn playout<R: Rng + ?Sized>(
    variant: &Variant,
    mut position: Position,
    horizon: u32,
    rng: &mut R,
) -> i32 {
    let last = position.plies() + horizon;
    while position.plies() < last {
        let legal = variant.legal(&position);
        if legal.is_empty() {
            break;
        }
        let [one, other] = [(); 2].map(|()| after_random(variant, &position, &legal, rng));
        let side = position.to_move();
        position = if other.distance(side) < one.distance(side) { other } else { one };
    }
    distance_margin(&position)
}

fn after_random<R: Rng + ?Sized>(
    variant: &Variant,
    position: &Position,
    legal: &ActionMask,
    rng: &mut R,
) -> Position {
    let mut next = *position;
    let number = rng.random_range(0..legal.len());
    variant.apply(&mut next, nth(legal, position.to_move(), number));
    next
}

/// Returns the action with this number, ordered by direction and square as White sees them.
fn nth(legal: &ActionMask, side: Side, mut number: u32) -> Action {
    for direction in Direction::ALL {
        let mut origins = legal.origins[direction.index()];
        if number < origins.len() {
            (0..number).for_each(|_| origins = origins.without_first());
            return Action::of(side, origins.first(), direction);
        }
        number -= origins.len();
    }
    Action::END_TURN
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::SmallRng};

    #[test]
    fn ends_with_the_game_or_at_the_horizon() {
        let variant = Variant::named("checkerboard").unwrap();
        let mut rng = SmallRng::seed_from_u64(1);
        let start = variant.start();
        assert_eq!(playout(&variant, start, 0, &mut rng), 0);
        let margins: Vec<i32> = (0..50).map(|_| playout(&variant, start, 3, &mut rng)).collect();
        assert!(margins.iter().all(|margin| margin.abs() <= 5) && margins.iter().any(|m| *m > 0));
        let over = variant.parse_position("5/5/A4/5/5/5/5/5/5/a4 b 1").unwrap();
        assert_eq!(playout(&variant, over, 10, &mut rng), distance_margin(&over));
    }
}

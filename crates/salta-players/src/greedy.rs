//! The opponent `greedy@1`.

use salta_core::{Move, Position, Variant};

use crate::limit::Limit;
use crate::player::{MakeError, Player, PlayerError, Turn, one_by_one};
use crate::random::pick;

/// `greedy@1`: plays the turn after which its own distance minus the enemy's is smallest; chooses
/// at random among equally good turns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Player for Greedy {
    fn name(&self) -> String {
        "greedy@1".into()
    }

    /// Accepts any limit, since there is no search to limit.
    fn set_limit(&mut self, _: Limit) -> Result<(), MakeError> {
        Ok(())
    }

    fn choose_until(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Move>, PlayerError> {
        one_by_one(variant, turns, stopped, |turn, moves| {
            pick(&best(variant, turn.position, moves), turn.generator)
        })
    }
}

fn best(variant: &Variant, position: &Position, moves: &[Move]) -> Vec<Move> {
    let values: Vec<i32> = moves.iter().map(|mv| lag_after(variant, position, *mv)).collect();
    let least = values.iter().min().copied();
    let kept = moves.iter().zip(&values).filter(|(_, value)| Some(**value) == least);
    kept.map(|(mv, _)| *mv).collect()
}

/// Own distance minus the enemy's after a turn.
fn lag_after(variant: &Variant, position: &Position, mv: Move) -> i32 {
    let (side, next) = (position.to_move(), variant.after(position, mv));
    next.distance(side) as i32 - next.distance(side.other()) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_env::generator;

    #[test]
    fn ties_are_equally_likely() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let (position, mut rng) = (variant.start(), generator(1, "test", 0));
        let all = best(&variant, &position, &variant.moves(&position));
        let mut counts = vec![0; all.len()];
        for _ in 0..1000 * all.len() {
            let turn = Turn { slot: 0, position: &position, earlier: &[], generator: &mut rng };
            let mv = Greedy.choose(&variant, &mut [turn]).unwrap()[0];
            counts[all.iter().position(|other| *other == mv).unwrap()] += 1;
        }
        assert!(all.len() > 1 && counts.iter().all(|count| (850..1150).contains(count)));
    }
}

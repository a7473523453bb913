//! The opponent `random@1`.

use rand::RngExt;
use salta_core::{Move, Variant};
use salta_env::Generator;

use crate::limit::Limit;
use crate::player::{MakeError, Player, PlayerError, Turn, one_by_one};

/// `random@1`: every legal turn is equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Player for Random {
    fn name(&self) -> String {
        "random@1".into()
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
        one_by_one(variant, turns, stopped, |turn, moves| pick(moves, turn.generator))
    }
}

/// Returns a uniformly random element of `moves`; uses one draw of the generator.
///
/// # Panics
/// If `moves` is empty.
pub fn pick(moves: &[Move], generator: &mut Generator) -> Move {
    moves[generator.random_range(0..moves.len() as u32) as usize]
}

//! The fixed opponents by name.

use pyo3::prelude::*;
use salta_env::generator;
use salta_players::{PlayerSpec, Turn};

use crate::error::refused;
use crate::input::integer;
use crate::interrupt::interruptible;
use crate::objects::Position;

/// The full name of one of the fixed opponents, as `alphabeta@1:depth=3` of `alphabeta:depth=3`.
#[pyfunction]
pub(crate) fn player_name(player: &str) -> PyResult<String> {
    Ok(fixed(player)?.to_string())
}

fn fixed(player: &str) -> PyResult<PlayerSpec> {
    match player.parse().map_err(refused)? {
        PlayerSpec::Program(_) | PlayerSpec::Network { .. } | PlayerSpec::Perfect { .. } => {
            Err(refused(format!("`{player}` is not one of the fixed opponents")))
        }
        spec => Ok(spec),
    }
}

/// The move of one of the fixed opponents, such as `random`, `greedy`, `alphabeta@2:depth=3` or
/// `uct:sims=200`; `seed` decides between moves that it finds equally good, the same one in every
/// call with the same seed.
#[pyfunction]
#[pyo3(signature = (player, position, seed = 0))]
pub(crate) fn choose(
    py: Python<'_>,
    player: &str,
    position: &Position,
    #[pyo3(from_py_with = integer)] seed: u64,
) -> PyResult<String> {
    let spec = fixed(player)?;
    position.check_between_turns()?;
    let variant = &position.variant;
    let choose = |stopped: &dyn Fn() -> bool| {
        let mut generator = generator(seed, "python player", 0);
        let (position, generator) = (&position.position, &mut generator);
        let turn = Turn { slot: 0, position, earlier: &[], generator };
        let mut player = spec.opponent().expect("networks and tables are no fixed opponents");
        player.new_games(1);
        player.choose_until(variant, &mut [turn], stopped)
    };
    let chosen = match spec {
        // They answer in less time than it takes to start a thread.
        PlayerSpec::Random | PlayerSpec::Greedy => py.detach(|| choose(&|| false)),
        _ => interruptible(py, |display| Ok(choose(&|| display.is_stopped())), || Ok(()))?,
    };
    Ok(variant.move_text(chosen.map_err(refused)?[0]))
}

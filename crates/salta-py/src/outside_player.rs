//! A player that is a Python object.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyString;
use salta_core::{Action, Move, Variant};
use salta_game::turn_between;
use salta_players::{Player, PlayerError, Turn};

use crate::error::{illegal, refused};
use crate::objects::Position;

/// What the calls of a match's players share.
#[derive(Default)]
pub(crate) struct Calls {
    /// The first exception, to be raised once the match has ended.
    pub(crate) raised: Mutex<Option<PyErr>>,
    /// Locked during each call of a player that is not concurrent.
    one: Mutex<()>,
}

/// An object with `choose(positions)`, which returns a turn or an action for each, or a callable
/// that does so for one position.
pub(crate) struct OutsidePlayer {
    pub(crate) name: String,
    pub(crate) object: Py<PyAny>,
    pub(crate) concurrent: bool,
    pub(crate) calls: Arc<Calls>,
}

impl OutsidePlayer {
    /// A turn for each position; within a chain the object is asked for one action at a time.
    fn turns(&self, py: Python<'_>, positions: &[Position]) -> PyResult<Vec<Move>> {
        let mut turns: Vec<Option<Move>> = vec![None; positions.len()];
        let mut at = positions.to_vec();
        loop {
            let open: Vec<usize> = (0..turns.len()).filter(|game| turns[*game].is_none()).collect();
            if open.is_empty() {
                return Ok(turns.into_iter().flatten().collect());
            }
            let asked: Vec<Position> = open.iter().map(|game| at[*game].clone()).collect();
            for (game, choice) in open.iter().zip(self.ask(py, asked)?) {
                turns[*game] = take(&positions[*game], &mut at[*game], &choice)?;
            }
        }
    }

    fn ask<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<Position>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (object, count) = (self.object.bind(py), positions.len());
        let Some(choose) = object.getattr_opt("choose")? else {
            return positions.into_iter().map(|position| object.call1((position,))).collect();
        };
        let choices: Vec<_> = choose.call1((positions,))?.try_iter()?.collect::<PyResult<_>>()?;
        if choices.len() == count {
            return Ok(choices);
        }
        let (name, found) = (&self.name, choices.len());
        Err(refused(format!("`{name}` chose {found} times for {count} positions")))
    }
}

/// Plays a choice (a turn's text or an action's number) and returns the turn if it is now complete.
fn take(start: &Position, at: &mut Position, choice: &Bound<'_, PyAny>) -> PyResult<Option<Move>> {
    if let Ok(text) = choice.cast::<PyString>() {
        let turn = start.variant.parse_move(text.to_str()?).map_err(refused)?;
        start.variant.play(&mut at.position, turn).map_err(illegal)?;
        return Ok(Some(turn));
    }
    let action: Action = crate::input::action(choice)?;
    let variant = &at.variant;
    variant.play_action(&mut at.position, action).map_err(illegal)?;
    let over = at.position.hopper().is_none();
    Ok(over.then(|| turn_between(&start.position, &at.position)))
}

impl Player for OutsidePlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose_until(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Move>, PlayerError> {
        let slot = turns.first().map_or(0, |turn| turn.slot);
        let variant = Arc::new(variant.clone());
        let position =
            |turn: &Turn<'_>| Position { variant: Arc::clone(&variant), position: *turn.position };
        let positions: Vec<Position> = turns.iter().map(position).collect();
        let Calls { raised, one } = &*self.calls;
        let _one = (!self.concurrent).then(|| one.lock().unwrap_or_else(PoisonError::into_inner));
        let raised = || raised.lock().unwrap_or_else(PoisonError::into_inner);
        if raised().is_some() || stopped() {
            return Err(PlayerError::Stopped);
        }
        Python::attach(|py| self.turns(py, &positions)).map_err(|error| {
            let failed = PlayerError::failed(slot, &error);
            raised().get_or_insert(error);
            failed
        })
    }
}

//! Game records as games of whole turns instead of actions.

use std::path::Path;

use salta_core::rules::parse;
use salta_core::{Move, Position, Variant};
use salta_game::turn_between;
use salta_record::{GameRecord, ShardHeader, read_shard};

use crate::error::{At, RunError};

/// A recorded game as turns.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedGame {
    /// The first position.
    pub start: Position,
    /// Its turns.
    pub turns: Vec<RecordedTurn>,
    /// The last position.
    pub end: Position,
}

/// A turn and its evaluation when it was chosen; for a chain of jumps, that of the first hop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordedTurn {
    /// The turn.
    pub mv: Move,
    /// The search's value, from the mover's view.
    pub root_value: f32,
    /// The network's own value, from the mover's view.
    pub net_value: f32,
    /// Simulations spent.
    pub simulations: u16,
}

/// Reads the header, the rules and the games of a shard.
///
/// # Errors
/// If it is not a complete shard, or its rules are invalid.
pub fn read_recorded(path: &Path) -> Result<(ShardHeader, Variant, Vec<GameRecord>), RunError> {
    let (header, games) = read_shard(path)?;
    let rules = parse(&header.rules).map_err(|error| format!("its rules: {error}")).at(path)?;
    Ok((header, Variant::new(rules), games))
}

/// Replays a record.
///
/// # Errors
/// If its position or an action does not fit the rules; names `path`, where the record is from.
pub fn replay(
    path: &Path,
    variant: &Variant,
    record: &GameRecord,
) -> Result<RecordedGame, RunError> {
    let positions = record.positions(variant).at(path)?;
    let start = positions[0];
    let (mut turns, mut begun, mut first) = (Vec::new(), start, None);
    for (decision, at) in record.decisions.iter().zip(&positions[1..]) {
        let first_of_turn = *first.get_or_insert(decision);
        if at.plies() > begun.plies() {
            turns.push(RecordedTurn {
                mv: turn_between(&begun, at),
                root_value: first_of_turn.root_value,
                net_value: first_of_turn.net_value,
                simulations: first_of_turn.simulations,
            });
            (begun, first) = (*at, None);
        }
    }
    Ok(RecordedGame { start, turns, end: begun })
}

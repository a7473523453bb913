//! Training samples from recorded games, which are replayed decision by decision.

use std::sync::Arc;

use salta_core::{Position, Side, Variant};
use salta_record::{Decision, DecisionFlags, GameRecord, RootTargets, WdlMargin};
use thiserror::Error;

use crate::later::{LaterTargets, at_home};

/// A training sample: the position of one decision, with its targets.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The rules of the game.
    pub variant: Arc<Variant>,
    /// The position in which the decision was made.
    pub position: Position,
    /// The search's policy as stored in the record; empty if there is none.
    pub policy: Box<[(u8, u16)]>,
    /// Result for the player to move; `None` if the game was truncated or its margin is not proven.
    pub value: Option<WdlMargin>,
    /// Plies to the end of the game.
    pub plies: u32,
    /// Targets from the rest of the game.
    pub later: LaterTargets,
}

/// Why a record cannot be replayed, as a sentence that names the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ReplayError(String);

/// The root targets of a decision; `None` if it was not searched.
///
/// # Errors
/// If a search was recorded without root targets, which the setting `key` of `[train]` needs.
pub(crate) fn root_of<'a>(
    game: &GameRecord,
    decision: &'a Decision,
    key: &str,
) -> Result<Option<&'a RootTargets>, ReplayError> {
    if decision.root.is_none() && !decision.policy.is_empty() {
        return Err(ReplayError(format!(
            "game {} was recorded without what `train.{key}` needs; self-play records it only \
             while a key of `[train]` needs it: leave the key at its default for these games",
            game.game
        )));
    }
    Ok(decision.root.as_ref())
}

/// Whether a decision is a sample. Decisions marked as not for training are not.
pub fn is_sample(ply: &Decision) -> bool {
    !ply.flags.contains(DecisionFlags::NO_TRAINING)
}

/// The samples of a game, in order: one for each decision that [`is_sample`].
///
/// # Errors
/// If the record cannot be replayed under `variant`.
pub fn samples_of(variant: &Arc<Variant>, game: &GameRecord) -> Result<Vec<Sample>, ReplayError> {
    let mut positions = game.positions(variant).map_err(ReplayError)?;
    let end = positions.pop().expect("there is a last position");
    let home = game.outcome.ending.is_by_the_rules().then(|| at_home(variant, &end));
    let movers: Vec<Side> = positions.iter().map(Position::to_move).collect();
    let white = game.outcome.result().and_then(|margin| margin.exact());
    let sample = |(at, (position, ply)): (usize, (Position, &Decision))| {
        let sign = if position.to_move() == Side::White { 1 } else { -1 };
        Sample {
            variant: Arc::clone(variant),
            position,
            policy: ply.policy.as_slice().into(),
            value: white.map(|margin| WdlMargin::of_margin(sign * margin)),
            plies: game.outcome.plies.saturating_sub(position.plies()),
            later: LaterTargets::after(at, &game.decisions, &movers, home),
        }
    };
    let plies = positions.into_iter().zip(&game.decisions).enumerate();
    Ok(plies.filter(|(_, (_, ply))| is_sample(ply)).map(sample).collect())
}

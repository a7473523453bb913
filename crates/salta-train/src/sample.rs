//! Training samples from recorded games, which are replayed decision by decision.

use std::sync::Arc;

use salta_core::{Action, Margin, Position, Side, Variant};
use salta_record::{Decision, DecisionFlags, Ending, GameRecord, RootTargets, WdlMargin};
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
    let number = game.game;
    let mut position = variant
        .parse_position(&game.position)
        .map_err(|error| ReplayError(format!("game {number}: {error}")))?;
    let mut samples = Vec::with_capacity(game.decisions.len());
    let mut movers = Vec::with_capacity(game.decisions.len());
    for (ply, decision) in game.decisions.iter().zip(1..) {
        if is_sample(ply) {
            samples.push((movers.len(), sample(variant, &position, ply, game)));
        }
        movers.push(position.to_move());
        let action = Action::new(u16::from(ply.action)).expect("records hold actions up to 200");
        variant
            .play_action(&mut position, action)
            .map_err(|error| ReplayError(format!("game {number}, decision {decision}: {error}")))?;
    }
    let ended = game.outcome.ending.is_by_the_rules();
    let home = ended.then(|| at_home(variant, &position));
    let later = |at| LaterTargets::after(at, &game.decisions, &movers, home);
    Ok(samples.into_iter().map(|(at, sample)| Sample { later: later(at), ..sample }).collect())
}

fn sample(
    variant: &Arc<Variant>,
    position: &Position,
    ply: &Decision,
    game: &GameRecord,
) -> Sample {
    let white = match (game.outcome.ending, game.outcome.margin) {
        (Ending::Truncated, _) | (_, Margin::Bounds { .. }) => None,
        (_, Margin::Exact(margin)) => Some(margin),
    };
    let sign = if position.to_move() == Side::White { 1 } else { -1 };
    Sample {
        variant: Arc::clone(variant),
        position: *position,
        policy: ply.policy.as_slice().into(),
        value: white.map(|margin| WdlMargin::of_margin(sign * margin)),
        plies: game.outcome.plies.saturating_sub(position.plies()),
        later: LaterTargets::default(),
    }
}

//! What a player is: it chooses whole turns in many games at once.

use std::fmt::Display;

use salta_core::{Move, Position, Variant};
use salta_env::Generator;
use thiserror::Error;

use crate::forfeit::Forfeit;
use crate::insight::Insight;
use crate::limit::Limit;

/// A game in which a player is to move.
#[derive(Debug)]
pub struct Turn<'a> {
    /// Number of the game among those announced by [`Player::new_games`], from 0.
    pub slot: usize,
    /// Where the game stands, between turns.
    pub position: &'a Position,
    /// The game's own generator: the only source of chance.
    pub generator: &'a mut Generator,
}

/// Chooses turns. A slice of games is handed over at once, so that a network gets a batch.
///
/// What it chooses in one game must not depend on the other games of the slice, nor on threads or
/// wall time, so that matches can be repeated.
pub trait Player {
    /// Name and options, as results show them; equal names mean equal play.
    fn name(&self) -> String;

    /// A new set of games begins, in slots 0 to `games` − 1; anything remembered is forgotten.
    /// A player that remembers nothing has nothing to do.
    fn new_games(&mut self, _games: usize) {}

    /// Holds every turn from now on to `limit`, in place of the player's own setting. Under a time
    /// limit each turn is asked for in a slice of its own.
    ///
    /// # Errors
    /// If the player cannot keep such a limit; so says this default.
    fn set_limit(&mut self, limit: Limit) -> Result<(), MakeError> {
        let advice = "leave out the limit, or take a player that can";
        Err(format!("`{}` does not support {limit}; {advice}", self.name()).into())
    }

    /// One turn, by first and last square, for each of `turns`, in their order. The games are not
    /// over.
    ///
    /// # Errors
    /// If it cannot choose.
    fn choose(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
    ) -> Result<Vec<Move>, PlayerError>;

    /// What it found in the search for the last turn of [`Player::choose`], if it searches and
    /// keeps that.
    fn insight(&self) -> Option<&Insight> {
        None
    }

    /// As [`Player::choose`], but a player that may fail in one game alone gives that game up
    /// instead. It looks at `stopped` while it waits for something outside.
    ///
    /// # Errors
    /// If it fails altogether, or has been stopped.
    fn answer(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        _stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Answer>, PlayerError> {
        Ok(self.choose(variant, turns)?.into_iter().map(Ok).collect())
    }
}

/// Makes a player, anew for each set of games.
pub type MakePlayer<'a> = dyn Fn() -> Result<Box<dyn Player>, MakeError> + Sync + 'a;

/// What went wrong in making a player or in limiting it.
pub type MakeError = Box<dyn std::error::Error + Send + Sync>;

/// A turn, or the game given up.
pub type Answer = Result<Move, Forfeit>;

/// Why a player could not choose.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlayerError {
    /// It has been told to stop.
    #[error("stopped")]
    Stopped,
    /// It failed.
    #[error("{reason}")]
    Failed {
        /// The slot of the game, or of the first of a batch.
        slot: usize,
        /// What happened, in a sentence.
        reason: String,
    },
}

impl PlayerError {
    /// A failure in the game of this slot.
    pub fn failed(slot: usize, reason: impl Display) -> PlayerError {
        PlayerError::Failed { slot, reason: reason.to_string() }
    }

    pub(crate) fn game_over(slot: usize) -> PlayerError {
        PlayerError::failed(slot, "the game is over")
    }
}

/// Asks `choose_one` in every game, with its legal turns.
pub(crate) fn one_by_one(
    variant: &Variant,
    turns: &mut [Turn<'_>],
    mut choose_one: impl FnMut(&mut Turn<'_>, &[Move]) -> Move,
) -> Result<Vec<Move>, PlayerError> {
    let choose = |turn: &mut Turn<'_>| {
        let moves = variant.moves(turn.position);
        if moves.is_empty() {
            return Err(PlayerError::game_over(turn.slot));
        }
        Ok(choose_one(turn, &moves))
    };
    turns.iter_mut().map(choose).collect()
}

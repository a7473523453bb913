//! The `Player` trait: a player chooses whole turns in many games at once.

use std::fmt::Display;
use std::time::Instant;

use salta_core::{Move, Position, Variant};
use salta_env::Generator;
use thiserror::Error;

use crate::forfeit::Forfeit;
use crate::info::Info;
use crate::limit::Limit;

/// A game in which a player is to move.
#[derive(Debug)]
pub struct Turn<'a> {
    /// Number of the game among those announced by [`Player::new_games`], from 0.
    pub slot: usize,
    /// The position, between turns.
    pub position: &'a Position,
    /// The positions before it, in order: each one turn before the next, the last one turn before
    /// `position`. They show what repeats; the first ones, or all, may be missing.
    pub earlier: &'a [Position],
    /// The game's own random generator, the only source of randomness.
    pub generator: &'a mut Generator,
}

/// A player, which chooses turns. It gets a slice of games at once, so that a network can evaluate
/// them as a batch.
///
/// Its choice in one game must not depend on the other games of the slice, nor on threads or wall
/// time, so that matches are reproducible.
pub trait Player {
    /// Name and options, as shown in results; equal names mean equal play.
    fn name(&self) -> String;

    /// Starts a new set of games, in slots 0 to `games` − 1, and discards all state of earlier
    /// games. A player without state need not implement this.
    fn new_games(&mut self, _games: usize) {}

    /// Checks that it can play a variant.
    ///
    /// # Errors
    /// If its network or table is made for others; by default, every variant can be played.
    fn supports(&self, _variant: &Variant) -> Result<(), MakeError> {
        Ok(())
    }

    /// Limits the search for every further turn to `limit`, in place of the player's own setting.
    /// Under a time limit, each call of [`Player::choose`] has one game.
    ///
    /// # Errors
    /// If the player does not support such a limit, as in this default implementation.
    fn set_limit(&mut self, limit: Limit) -> Result<(), MakeError> {
        Err(not_limited(&self.name(), limit))
    }

    /// Limits the search for every further turn to `depth` turns, besides the limit of
    /// [`Player::set_limit`] and in place of the player's own setting, if the player supports that.
    fn set_depth(&mut self, _depth: u32) {}

    /// Chooses a turn, given by first and last square, for each of `turns`, in order. None of the
    /// games is over. A player that searches ends soon after `stopped` returns true.
    ///
    /// # Errors
    /// If it cannot choose, or has been stopped.
    fn choose_until(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Move>, PlayerError>;

    /// Like [`Player::choose_until`], without a stop.
    ///
    /// # Errors
    /// If it cannot choose.
    fn choose(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
    ) -> Result<Vec<Move>, PlayerError> {
        self.choose_until(variant, turns, &|| false)
    }

    /// The results of the search for the last turn of [`Player::choose`], if the player searches
    /// and keeps it.
    fn info(&self) -> Option<&Info> {
        None
    }

    /// Like [`Player::choose`], but a player that can fail in a single game forfeits that game
    /// instead of returning an error.
    ///
    /// # Errors
    /// If it fails in all games, or has been stopped.
    fn answer(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Answer>, PlayerError> {
        Ok(self.choose_until(variant, turns, stopped)?.into_iter().map(Ok).collect())
    }
}

/// Creates a player; called again for each set of games.
pub type MakePlayer<'a> = dyn Fn() -> Result<Box<dyn Player>, MakeError> + Sync + 'a;

/// Why a player could not be created or limited, or cannot play a variant.
pub type MakeError = Box<dyn std::error::Error + Send + Sync>;

/// A turn, or a forfeit.
pub type Answer = Result<Move, Forfeit>;

/// Why a player could not choose.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlayerError {
    /// The caller asked to stop.
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

pub(crate) fn not_limited(player: &str, limit: Limit) -> MakeError {
    let advice = "leave out the limit, or take a player that can";
    format!("`{player}` does not support {limit}; {advice}").into()
}

/// A condition that ends a search which begins now: `stopped`, or the end of the limit's time.
pub(crate) fn end_of(limit: Option<Limit>, stopped: &dyn Fn() -> bool) -> impl FnMut() -> bool {
    // Without a time limit, do not read the clock: WebAssembly has none.
    let time = limit.and_then(Limit::time).map(|time| (Instant::now(), time));
    move || stopped() || time.is_some_and(|(begun, time)| begun.elapsed() >= time)
}

/// Asks `choose_one` in every game, with its legal turns, until `stopped` returns true.
pub(crate) fn one_by_one(
    variant: &Variant,
    turns: &mut [Turn<'_>],
    stopped: &dyn Fn() -> bool,
    mut choose_one: impl FnMut(&mut Turn<'_>, &[Move]) -> Move,
) -> Result<Vec<Move>, PlayerError> {
    let choose = |turn: &mut Turn<'_>| {
        let moves = variant.moves(turn.position);
        if moves.is_empty() {
            return Err(PlayerError::game_over(turn.slot));
        }
        let chosen = choose_one(turn, &moves);
        if stopped() { Err(PlayerError::Stopped) } else { Ok(chosen) }
    };
    turns.iter_mut().map(choose).collect()
}

//! Why a match was not played to its end.

use std::error::Error;
use std::path::PathBuf;

use salta_core::Move;
use salta_players::LimitError;
use salta_players::{MakeError, PlayerError};
use salta_record::RecordError;
use thiserror::Error as ThisError;

use crate::adjudication::NoReach;
use crate::config::MatchConfigError;
use crate::game_id::GameId;

/// What went wrong in keeping a group.
pub type JournalError = Box<dyn Error + Send + Sync>;

/// Why a match was not played to its end.
#[derive(Debug, ThisError)]
pub enum MatchError {
    /// A number of the configuration is out of range.
    #[error(transparent)]
    Config(#[from] MatchConfigError),
    /// The variant does not have as many openings, or not such long ones.
    #[error(
        "found only {found} different openings of {plies} plies for {pairs} pairs; \
         ask for fewer pairs, other `opening_plies` or a wider `opening_balance`"
    )]
    Openings {
        /// Openings found.
        found: usize,
        /// Openings needed.
        pairs: u32,
        /// Their length.
        plies: u32,
    },
    /// A book does not have as many openings, or too few were handed over.
    #[error("there are {found} openings for {pairs} pairs; ask for fewer `pairs`")]
    TooFewOpenings {
        /// Openings there are.
        found: usize,
        /// Openings needed.
        pairs: u32,
    },
    /// The adjudication does not suit the rules.
    #[error("`adjudication`: {0}")]
    Adjudication(#[from] NoReach),
    /// A player cannot be held to the match's limit.
    #[error("`limit`: {0}")]
    Limit(#[from] LimitError),
    /// The journal could not read or keep a group.
    #[error(transparent)]
    Journal(JournalError),
    /// A file of a match cannot be read or written.
    #[error(transparent)]
    File(#[from] RecordError),
    /// A kept match is not what was written, or not what its games make of it.
    #[error("{}: {what}; remove it to play the match again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A player could not be made.
    #[error("player {seat} could not be created: {source}")]
    Make {
        /// `A` or `B`.
        seat: char,
        /// Why not.
        source: MakeError,
    },
    /// A player could not choose.
    #[error("{player} failed in {game} at ply {ply}: {source}")]
    Player {
        /// The player's name.
        player: String,
        /// The game.
        game: GameId,
        /// Plies played before.
        ply: u32,
        /// Why.
        source: PlayerError,
    },
    /// A player chose a turn that is not legal.
    #[error("{player} played {mv} in {game} at ply {ply}, which is not legal in `{position}`")]
    IllegalMove {
        /// The player's name.
        player: String,
        /// The game.
        game: GameId,
        /// Plies played before.
        ply: u32,
        /// The turn, by the names of the board.
        mv: Move,
        /// The position, as a line.
        position: String,
    },
    /// A player did not choose one turn for each game.
    #[error("{player} chose {found} turns for {expected} games, the first of them {game}")]
    MoveCount {
        /// The player's name.
        player: String,
        /// The first of the games.
        game: GameId,
        /// Games handed over.
        expected: usize,
        /// Turns returned.
        found: usize,
    },
    /// The stop flag was raised.
    #[error("the match was stopped")]
    Stopped,
}

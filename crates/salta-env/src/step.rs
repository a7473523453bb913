//! The result of a step of a batch, and the reasons why one is rejected.

use salta_core::Position;
use thiserror::Error;

/// A game that ended in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FinalState {
    /// Which of the N games.
    pub game: usize,
    /// Its last position, before the reset.
    pub position: Position,
    /// Whether it was truncated rather than ended by the rules.
    pub truncated: bool,
}

/// The result of a step, game by game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// White's reward, `[N]`; Black's is its negative. When the rules end a game, it is the margin
    /// by distance (its sign if the variant counts wins) times the reward scale, else 0.
    pub rewards: Vec<f32>,
    /// Whether the rules ended the game, `[N]`.
    pub terminated: Vec<bool>,
    /// Whether the game was truncated at `max_plies`, `[N]`.
    pub truncated: Vec<bool>,
    /// The games that ended, in order, with the positions that the reset replaced.
    pub finals: Vec<FinalState>,
}

impl Step {
    /// Resets to a step of `games` games in which no game has ended.
    pub fn clear(&mut self, games: usize) {
        for end in self.finals.drain(..) {
            self.rewards[end.game] = 0.0;
            self.terminated[end.game] = false;
            self.truncated[end.game] = false;
        }
        self.rewards.resize(games, 0.0);
        self.terminated.resize(games, false);
        self.truncated.resize(games, false);
    }

    /// Adds a game that ended, with White's reward.
    pub fn record(&mut self, end: FinalState, reward: f32) {
        self.rewards[end.game] = reward;
        self.terminated[end.game] = !end.truncated;
        self.truncated[end.game] = end.truncated;
        self.finals.push(end);
    }
}

/// The totals of random play over all games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that the rules ended.
    pub terminated: u64,
    /// Games that were truncated at `max_plies`.
    pub truncated: u64,
    /// Sum of White's margins by distance over the games that the rules ended.
    pub margins: i64,
}

/// Why a step was rejected; no game has moved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StepError {
    /// Not one action per game.
    #[error("{found} actions for {games} games; expected one per game")]
    Count {
        /// Games in the batch.
        games: usize,
        /// Actions given.
        found: usize,
    },
    /// An action that is not legal.
    #[error("action {action} is not legal in game {game}")]
    Illegal {
        /// Which game.
        game: usize,
        /// The action's number.
        action: u16,
    },
}

/// Why a position was rejected; the game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlaceError {
    /// The game is over in that position.
    #[error("the game is over in that position")]
    Over,
    /// Pieces stand on squares that are not on the board.
    #[error("that position has pieces outside the {0} board")]
    Outside(salta_core::Board),
    /// The other side is to move after that many plies, as in a position of other rules.
    #[error("{mover:?} is not to move after {plies} plies under these rules")]
    Mover {
        /// The side to move in the position.
        mover: salta_core::Side,
        /// Plies of the position.
        plies: u32,
    },
    /// The position is at or past the cap on plies.
    #[error("that position has {plies} plies, but games are truncated at {max_plies}")]
    Late {
        /// Plies of the position.
        plies: u32,
        /// [`EnvConfig::max_plies`](crate::EnvConfig::max_plies).
        max_plies: u32,
    },
}

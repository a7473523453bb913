//! A game as a request gives it: variant, first position, moves.

use salta_core::{Move, Position, Variant};
use serde::Deserialize;

use crate::api::ApiError;
use crate::app::App;

/// Turns that a request may hold; the longest games of the limitless variants are below.
pub(crate) const MAX_PLIES: usize = 4000;

/// A game as a page sends it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameRequest {
    variant: String,
    /// Position line; the variant's start if absent.
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

/// A game played through.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) variant: Variant,
    pub(crate) moves: Vec<Move>,
    /// Before the first move and after each: shape `[moves + 1]`.
    pub(crate) positions: Vec<Position>,
}

impl GameRequest {
    /// The variant's name.
    pub(crate) fn variant(&self) -> &str {
        &self.variant
    }

    /// Plays the moves.
    ///
    /// # Errors
    /// If there is no such variant, the position is none, or a move is none or not legal.
    pub(crate) fn play(&self, app: &App) -> Result<Game, ApiError> {
        let variant = app.variant(&self.variant)?;
        let start = match &self.start {
            None => variant.start(),
            Some(line) => variant
                .parse_position(line)
                .map_err(|error| ApiError::bad(format!("This is no position: {error}.")))?,
        };
        let parse =
            |text: &String| variant.parse_move(text).map_err(|e| ApiError::bad(format!("{e}.")));
        let moves: Vec<Move> = self.moves.iter().map(parse).collect::<Result<_, _>>()?;
        Game::new(variant.clone(), start, moves)
    }
}

impl Game {
    /// Plays moves from a position.
    ///
    /// # Errors
    /// If there are too many, or one is not legal.
    pub(crate) fn new(
        variant: Variant,
        start: Position,
        moves: Vec<Move>,
    ) -> Result<Game, ApiError> {
        if moves.len() > MAX_PLIES {
            return Err(ApiError::bad(format!("A game has at most {MAX_PLIES} moves here.")));
        }
        let (mut positions, mut position) = (vec![start], start);
        for (ply, mv) in moves.iter().enumerate() {
            variant.play(&mut position, *mv).map_err(|_| illegal(&variant, &position, ply, *mv))?;
            positions.push(position);
        }
        Ok(Game { variant, moves, positions })
    }

    /// The position after all moves.
    pub(crate) fn last(&self) -> &Position {
        self.positions.last().expect("a game has a first position")
    }
}

fn illegal(variant: &Variant, position: &Position, ply: usize, mv: Move) -> ApiError {
    let mv = variant.local_move(mv);
    let why = if variant.is_over(position) {
        "the game is over".into()
    } else {
        format!("it is not legal in {} here", variant.name())
    };
    ApiError::bad(format!("Move {} ({mv}) cannot be played: {why}.", ply + 1))
}

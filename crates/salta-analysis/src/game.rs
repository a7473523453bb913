//! A game, as a page sends it and as a file: variant, first position, moves.

use salta_core::notation::GameText;
use salta_core::{Move, NodeBudget, Position, Variant};
use serde::Deserialize;
use thiserror::Error;

use crate::say;
use crate::sentence::Sentence;

/// Maximum number of turns in a request; games of variants without a limit are shorter in practice.
pub const MAX_PLIES: usize = 4000;

/// A game as a page sends it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    variant: String,
    /// Position line; the variant's start if absent.
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

/// A replayed game.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its rules.
    pub variant: Variant,
    /// Its turns.
    pub moves: Vec<Move>,
    /// The positions before the first move and after each move: shape `[moves + 1]`.
    pub positions: Vec<Position>,
}

/// Why a text is not a game.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct GameError(pub Sentence);

impl GameError {
    /// The error that a game has too many moves.
    pub fn too_long() -> GameError {
        GameError(say!("game.too-long", most = MAX_PLIES))
    }
}

impl GameRequest {
    /// The variant's name.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// Plays the moves by the rules of `variant`, the variant named in the request.
    ///
    /// # Errors
    /// If the position or a move cannot be read, a move is not legal, or there are too many.
    pub fn play(&self, variant: &Variant) -> Result<Game, GameError> {
        let start = variant.position_or_start(self.start.as_deref());
        played(variant, start.map_err(|error| GameError(error.into()))?, &self.moves)
    }
}

fn played(variant: &Variant, start: Position, moves: &[String]) -> Result<Game, GameError> {
    if moves.len() > MAX_PLIES {
        return Err(GameError::too_long());
    }
    let read = |text: &String| variant.parse_move(text).map_err(|error| GameError(error.into()));
    let moves = moves.iter().map(read).collect::<Result<_, _>>()?;
    Game::new(variant.clone(), start, moves)
}

impl Game {
    /// Another line of moves from the first position of this game.
    ///
    /// # Errors
    /// As [`GameRequest::play`].
    pub fn line(&self, moves: &[String]) -> Result<Game, GameError> {
        played(&self.variant, self.positions[0], moves)
    }

    /// Plays moves from a position.
    ///
    /// # Errors
    /// If one is not legal.
    pub fn new(variant: Variant, start: Position, moves: Vec<Move>) -> Result<Game, GameError> {
        let (mut positions, mut position) = (vec![start], start);
        for (index, mv) in moves.iter().enumerate() {
            let played = variant.play(&mut position, *mv);
            played.map_err(|_| illegal(&variant, &position, index + 1, *mv))?;
            positions.push(position);
        }
        Ok(Game { variant, moves, positions })
    }

    /// The position after all moves.
    pub fn last(&self) -> &Position {
        self.positions.last().expect("a game has a first position")
    }

    /// The game as a file with these headers, followed by its rules, result and, unless it is the
    /// variant's start, first position. `variations`: whole lines from the first position; the
    /// exact count of a finished game may take `nodes` nodes per side.
    pub fn file(
        &self,
        headers: &[(&str, &str)],
        variations: &[Vec<Move>],
        nodes: impl Into<NodeBudget>,
    ) -> String {
        let Game { variant, moves, positions } = self;
        let (first, last) = (&positions[0], self.last());
        let margin = variant.is_over(last).then(|| variant.margin(last, nodes).exact()).flatten();
        let result = margin.map_or("*".into(), |margin| margin.to_string());
        let own = [("Variant", variant.name()), ("Result", result.as_str())];
        let headers = headers.iter().chain(&own);
        let mut headers: Vec<(String, String)> =
            headers.map(|&(key, value)| (key.into(), value.into())).collect();
        if *first != variant.start() {
            headers.push(("Position".into(), variant.position_line(first)));
        }
        let (board, first_ply, result) = (variant.board(), first.plies(), &*result);
        GameText { board, headers: &headers, first_ply, moves, variations, result }.to_string()
    }
}

fn illegal(variant: &Variant, position: &Position, number: usize, mv: Move) -> GameError {
    let key = if variant.is_over(position) { "game.over-before" } else { "game.illegal" };
    let mv = variant.to_local(mv).to_string();
    GameError(say!(key, number, mv, variant = variant.name()))
}

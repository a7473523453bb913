//! Positions: what is legal, what follows, what it counts.

use std::sync::Arc;

use numpy::ndarray::{Array1, Array2};
use numpy::{PyArray1, PyArray2, ToPyArray};
use pyo3::prelude::*;
use salta_core::{
    ACTIONS, Action, Bitboard, Bitboards, Move, SQUARES, Side, Solo, Square, Variant,
};
use salta_env::{FEATURES, encode};

use crate::error::{illegal, refused};

/// A position of a variant; it never changes, moves give new ones.
///
/// Player 0 is White, 1 is Black.
#[pyclass(frozen, module = "salta")]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) variant: Arc<Variant>,
    pub(crate) position: salta_core::Position,
}

impl Position {
    fn at(&self, position: salta_core::Position) -> Position {
        Position { variant: Arc::clone(&self.variant), position }
    }

    /// A position line exists only between turns.
    fn line_between_turns(&self) -> Option<String> {
        let between = self.position.hopper().is_none();
        between.then(|| self.variant.position_line(&self.position))
    }
}

/// A variant and the words of a position.
type Pickled = (crate::variant::Variant, ([u64; 8], u32));

/// A side by its number.
pub(crate) fn side(player: usize) -> PyResult<Side> {
    let none = || refused(format!("player {player}: players are 0 (White) and 1 (Black)"));
    Side::BOTH.get(player).copied().ok_or_else(none)
}

#[pymethods]
impl Position {
    /// The position line; none within a chain of jumps.
    #[getter]
    fn line(&self) -> Option<String> {
        self.line_between_turns()
    }

    /// Rows and columns of the board, which names the squares.
    #[getter]
    fn board(&self) -> (u8, u8) {
        let board = self.variant.board();
        (board.rows(), board.columns())
    }

    /// Who is to move: 0 White, 1 Black.
    #[getter]
    fn current_player(&self) -> usize {
        self.position.to_move().index()
    }

    /// Plies played; a chain of jumps is one.
    #[getter]
    fn plies(&self) -> u32 {
        self.position.plies()
    }

    /// The square of a piece in mid-chain.
    #[getter]
    fn hopper(&self) -> Option<String> {
        self.position.hopper().map(|square| self.variant.board().local(square).to_string())
    }

    /// Whether the rules end the game here.
    #[getter]
    fn terminated(&self) -> bool {
        self.variant.is_over(&self.position)
    }

    /// Why the game is over: "finished", "limit" or "no-move"; none if it is not.
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        self.variant.ending(&self.position).map(salta_core::Ending::name)
    }

    /// The pieces: square and letter (upper case White), for both sides.
    fn pieces(&self) -> Vec<(String, char)> {
        let board = self.variant.board();
        let of = |side| {
            let pieces = self.position.pieces(side);
            pieces.map(move |(piece, square)| (board.local(square).to_string(), piece.letter(side)))
        };
        Side::BOTH.into_iter().flat_map(of).collect()
    }

    /// The numbers of the legal actions, ascending.
    fn legal_actions(&self) -> Vec<usize> {
        let legal = self.variant.legal(&self.position).actions(self.position.to_move());
        legal.map(Action::index).collect()
    }

    /// Whether each action is legal: bool [201].
    fn legal_action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = Array1::from_elem(ACTIONS, false);
        for action in self.legal_actions() {
            mask[action] = true;
        }
        mask.to_pyarray(py)
    }

    /// What a network sees: float32 [50, FEATURES], the player to move at the bottom.
    fn observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        let mut seen = Array2::zeros((SQUARES, FEATURES));
        encode(&self.variant, &self.position, seen.as_slice_mut().expect("a new array"));
        seen.to_pyarray(py)
    }

    /// The position after an action.
    fn apply(&self, action: u16) -> PyResult<Position> {
        let known = Action::new(action);
        let action = known.ok_or_else(|| illegal(format!("action {action} does not exist")))?;
        let mut next = self.position;
        self.variant.play_action(&mut next, action).map_err(illegal)?;
        Ok(self.at(next))
    }

    /// What an action does, such as "e3-f4", or "end" for the end of a chain.
    fn action_name(&self, action: u16) -> PyResult<String> {
        let known = Action::new(action);
        let action = known.ok_or_else(|| illegal(format!("action {action} does not exist")))?;
        let Some((square, direction)) = action.origin(self.position.to_move()) else {
            return Ok("end".into());
        };
        let next =
            |from: Square| from.step(direction).filter(|to| self.variant.board().contains(*to));
        let occupied = |square: &Square| self.position.piece_at(*square).is_some();
        let step = next(square);
        let to = if step.as_ref().is_some_and(occupied) { step.and_then(next) } else { step };
        let to = to.ok_or_else(|| illegal(format!("action {action} leads off the board")))?;
        Ok(self.variant.move_text(Move { from: square, to }))
    }

    /// The legal moves in algebraic notation, sorted; a chain is one.
    fn moves(&self) -> PyResult<Vec<String>> {
        self.check_between_turns()?;
        Ok(self
            .variant
            .moves(&self.position)
            .iter()
            .map(|mv| self.variant.move_text(*mv))
            .collect())
    }

    /// The position after a move such as "e3-f4" or "33-43".
    fn play(&self, mv: &str) -> PyResult<Position> {
        self.check_between_turns()?;
        let mut next = self.position;
        self.variant
            .play(&mut next, self.variant.parse_move(mv).map_err(refused)?)
            .map_err(illegal)?;
        Ok(self.at(next))
    }

    /// Sum of the distances of a player's pieces to their goals.
    fn distance(&self, player: usize) -> PyResult<u32> {
        Ok(self.position.distance(side(player)?))
    }

    /// Moves that a player alone on the board would still need: least and most, equal where it is
    /// proven. The search for it visits at most `nodes` nodes.
    #[pyo3(signature = (player, nodes = 1_000_000))]
    fn solo(&self, py: Python<'_>, player: usize, nodes: u64) -> PyResult<(u32, u32)> {
        let side = side(player)?;
        let count = || self.variant.remaining(&self.position, side, nodes).solo;
        let found: Solo = py.detach(count);
        Ok(found.bounds())
    }

    /// White's margin in points: least and most, equal where it is proven.
    #[pyo3(signature = (nodes = 1_000_000))]
    fn margin(&self, py: Python<'_>, nodes: u64) -> (i32, i32) {
        py.detach(|| self.variant.margin(&self.position, nodes)).bounds()
    }

    /// The same position with the sides swapped and the board turned.
    fn turned(&self) -> Position {
        self.at(self.variant.rotated(&self.position))
    }

    /// A position from the words of `__reduce__`, for pickles.
    #[staticmethod]
    fn _from_words(variant: &crate::variant::Variant, words: ([u64; 8], u32)) -> Position {
        let (sets, plies) = words;
        let [white, black, p0, p1, p2, p3, landed, hopper] = sets.map(Bitboard::from_bits);
        let (occupied, planes) = ([white, black], [p0, p1, p2, p3]);
        let words = Bitboards { occupied, planes, landed, hopper, plies };
        Position {
            position: variant.rules.from_bitboards(&words),
            variant: Arc::clone(&variant.rules),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let Bitboards { occupied: [white, black], planes: [p0, p1, p2, p3], landed, hopper, plies } =
            self.position.bitboards();
        let variant = crate::variant::Variant { rules: Arc::clone(&self.variant) };
        let sets = [white, black, p0, p1, p2, p3, landed, hopper].map(Bitboard::bits);
        let words = (sets, plies);
        Ok((py.get_type::<Position>().getattr("_from_words")?, (variant, words)))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.clone()
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.position == other.position && self.variant == other.variant
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.position.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let line = self.line_between_turns();
        let line = line.unwrap_or_else(|| format!("in a chain at ply {}", self.position.plies()));
        format!("Position({:?}, {line:?})", self.variant.name())
    }
}

impl Position {
    fn check_between_turns(&self) -> PyResult<()> {
        match self.position.hopper() {
            None => Ok(()),
            Some(_) => Err(refused("in a chain of jumps there are actions, no moves")),
        }
    }
}

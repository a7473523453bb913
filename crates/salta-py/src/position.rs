//! Positions: legal moves, successors, points.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use numpy::ndarray::{Array1, Array2};
use numpy::{PyArray1, PyArray2, ToPyArray};
use pyo3::prelude::*;
use salta_core::rules::Rules;
use salta_core::{ACTIONS, Action, Bitboard, Bitboards, Move, SQUARES, Side, Solo, Square};
use salta_env::position_planes;
use salta_game::{actions_of, turn_between};
use salta_report::{Arrow, BoardPicture, board_text};

use crate::error::{SaltaError, illegal, refused};
use crate::input::{self, action, integer};
use crate::objects::{Position, Variant};

impl Position {
    fn at(&self, position: salta_core::Position) -> Position {
        Position { variant: Arc::clone(&self.variant), position }
    }

    fn square_name(&self, square: Square) -> String {
        self.variant.board().to_local(square).to_string()
    }

    pub(crate) fn check_between_turns(&self) -> PyResult<()> {
        match self.position.hopper() {
            None => Ok(()),
            Some(_) => Err(refused("in a chain of jumps there are actions, no moves")),
        }
    }
}

/// A position in a pickle: its bitboards and the plies played.
pub(crate) type Words = ([u64; 8], u32);

pub(crate) fn words(position: &salta_core::Position) -> Words {
    let Bitboards { occupied: [white, black], planes: [p0, p1, p2, p3], landed, hopper, plies } =
        position.bitboards();
    ([white, black, p0, p1, p2, p3, landed, hopper].map(Bitboard::bits), plies)
}

pub(crate) fn from_words(
    variant: &salta_core::Variant,
    (sets, plies): Words,
) -> salta_core::Position {
    let [white, black, p0, p1, p2, p3, landed, hopper] = sets.map(Bitboard::from_bits);
    let (occupied, planes) = ([white, black], [p0, p1, p2, p3]);
    variant.position_from(&Bitboards { occupied, planes, landed, hopper, plies })
}

/// Converts the number of a player to a side.
pub(crate) fn side(player: &Bound<'_, PyAny>) -> PyResult<Side> {
    let number = match integer(player) {
        Err(error) if !error.is_instance_of::<SaltaError>(player.py()) => return Err(error),
        number => number.unwrap_or(usize::MAX),
    };
    let none = || refused(format!("player {player}: players are 0 (White) and 1 (Black)"));
    Side::BOTH.get(number).copied().ok_or_else(none)
}

#[pymethods]
impl Position {
    /// The position line; `None` within a chain of jumps.
    #[getter]
    fn line(&self) -> Option<String> {
        let between = self.position.hopper().is_none();
        between.then(|| self.variant.position_line(&self.position))
    }

    /// The variant whose rules apply.
    #[getter]
    fn variant(&self) -> Variant {
        Variant { rules: Arc::clone(&self.variant) }
    }

    /// Rows and columns of the board; the squares are named from its own corner.
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

    /// The square of the piece in the middle of a chain of jumps.
    #[getter]
    fn hopper(&self) -> Option<String> {
        self.position.hopper().map(|square| self.square_name(square))
    }

    /// The squares of the chain under way: where it started and wherever the piece landed.
    #[getter]
    fn landed(&self) -> Vec<String> {
        self.position.landed().into_iter().map(|square| self.square_name(square)).collect()
    }

    /// Whether the rules end the game here.
    #[getter]
    fn terminated(&self) -> bool {
        self.variant.is_over(&self.position)
    }

    /// Why the game is over: "finished", "limit" or "no-move"; `None` if it is not.
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        self.variant.ending(&self.position).map(salta_core::Ending::name)
    }

    /// The pieces: square and letter (upper case White), for both sides.
    fn pieces(&self) -> Vec<(String, char)> {
        let of = |side| {
            let pieces = self.position.pieces(side);
            pieces.map(move |(piece, square)| (self.square_name(square), piece.letter(side)))
        };
        Side::BOTH.into_iter().flat_map(of).collect()
    }

    /// The board as SVG, White at the bottom. `heat` colours squares (name, share from 0 to 1),
    /// `arrows` are (from, to, strength from 0 to 1); other values are clamped, NaN is 0.
    fn svg(
        &self,
        heat: Vec<(String, f64)>,
        arrows: Vec<(String, String, f64)>,
    ) -> PyResult<String> {
        let board = self.variant.board();
        let square = |name: &str| {
            let named = name.parse().ok().and_then(|named| board.to_full(named));
            named.ok_or_else(|| refused(format!("the {board} board has no square `{name}`")))
        };
        let share = |number: f64| if number.is_nan() { 0.0 } else { number.clamp(0.0, 1.0) };
        let mut picture = BoardPicture::new(board, &self.position);
        for (name, number) in &heat {
            picture.heat.push((square(name)?, share(*number)));
        }
        for (from, to, number) in &arrows {
            picture.arrows.push((square(from)?, square(to)?, Arrow::Share(share(*number))));
        }
        Ok(picture.svg().into_string())
    }

    /// The board as lines of letters, White at the bottom; empty dark squares are dots.
    fn text(&self) -> String {
        board_text(self.variant.board(), &self.position)
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

    /// What a network of an encoding (docs/encoding.md) sees: float32 [50, FEATURES], one feature
    /// more in encoding 2; the player to move at the bottom.
    #[pyo3(signature = (encoding = 1))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = integer)] encoding: u64,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let encoding = input::encoding(encoding)?;
        let mut seen = Array2::zeros((SQUARES, encoding.features()));
        let out = seen.as_slice_mut().expect("a new array");
        encoding.encode(&self.variant, &self.position, out);
        Ok(seen.to_pyarray(py))
    }

    /// Pieces, chain and legal actions as bit planes, uint64 [PLANES]: see
    /// `BatchEnv.observe_planes`.
    fn observation_planes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_slice(py, &position_planes(&self.variant, &self.position))
    }

    /// The position after an action.
    fn apply(&self, #[pyo3(from_py_with = action)] action: Action) -> PyResult<Position> {
        let mut next = self.position;
        self.variant.play_action(&mut next, action).map_err(illegal)?;
        Ok(self.at(next))
    }

    /// What an action does, such as "e3-f4", or "end" for the end of a chain.
    fn action_name(&self, #[pyo3(from_py_with = action)] action: Action) -> PyResult<String> {
        let Some((square, direction)) = action.origin(self.position.to_move()) else {
            return Ok("end".into());
        };
        let next =
            |from: Square| from.step(direction).filter(|to| self.variant.board().contains(*to));
        let occupied = |square: &Square| self.position.piece_at(*square).is_some();
        let step = next(square);
        let to = if step.as_ref().is_some_and(occupied) { step.and_then(next) } else { step };
        let to =
            to.ok_or_else(|| illegal(format!("action {} leads off the board", action.index())))?;
        Ok(self.variant.move_text(Move { from: square, to }))
    }

    /// The actions that make a move such as "e3-f4": several where it is a chain of jumps.
    fn actions_of(&self, mv: &str) -> PyResult<Vec<usize>> {
        let after = self.play(mv)?.position;
        let mv = turn_between(&self.position, &after);
        let actions = actions_of(&self.variant, &self.position, mv);
        Ok(actions.expect("a legal move has actions").into_iter().map(Action::index).collect())
    }

    /// The legal moves in algebraic notation, sorted; a chain is one.
    fn moves(&self) -> PyResult<Vec<String>> {
        self.check_between_turns()?;
        let moves = self.variant.moves(&self.position);
        Ok(moves.iter().map(|mv| self.variant.move_text(*mv)).collect())
    }

    /// The position after a move such as "e3-f4" or "33-43".
    fn play(&self, mv: &str) -> PyResult<Position> {
        self.check_between_turns()?;
        let mut next = self.position;
        let mv = self.variant.parse_move(mv).map_err(refused)?;
        self.variant.play(&mut next, mv).map_err(illegal)?;
        Ok(self.at(next))
    }

    /// Sum of the distances of a player's pieces to their goals.
    fn distance(&self, #[pyo3(from_py_with = side)] player: Side) -> u32 {
        self.position.distance(player)
    }

    /// Bounds on the moves that a player alone on the board needs to its goals: lower and upper,
    /// equal if proven within `exact_nodes` nodes; Ctrl-C does not end the count.
    #[pyo3(signature = (player, exact_nodes = 1_000_000))]
    fn solo(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = side)] player: Side,
        #[pyo3(from_py_with = integer)] exact_nodes: u64,
    ) -> (u32, u32) {
        let count = || self.variant.remaining(&self.position, player, exact_nodes).solo;
        let Solo { lo, hi } = py.detach(count);
        (lo, hi)
    }

    /// White's margin in points: lower and upper bound, equal where it is proven within
    /// `exact_nodes` nodes per side; Ctrl-C does not end the count.
    #[pyo3(signature = (exact_nodes = 1_000_000))]
    fn margin(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = integer)] exact_nodes: u64,
    ) -> (i32, i32) {
        py.detach(|| self.variant.margin(&self.position, exact_nodes)).bounds()
    }

    /// The same position with the sides swapped and the board rotated: under the rules with the
    /// other first mover, which are those of the result's `variant`.
    fn rotated(&self) -> Position {
        let rules = self.variant.rules();
        let rules = Rules { first_mover: rules.second_mover(), ..rules.clone() };
        let position = self.variant.rotated(&self.position);
        Position { variant: Arc::new(salta_core::Variant::new(rules)), position }
    }

    /// A position from the words of `__reduce__`, for pickles.
    #[staticmethod]
    fn _from_words(variant: &Variant, words: Words) -> Position {
        let position = from_words(&variant.rules, words);
        Position { variant: Arc::clone(&variant.rules), position }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Variant, Words))> {
        let rebuild = py.get_type::<Position>().getattr("_from_words")?;
        Ok((rebuild, (self.variant(), words(&self.position))))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.clone()
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.position == other.position && self.variant == other.variant
    }

    fn __hash__(&self) -> u64 {
        BuildHasherDefault::<DefaultHasher>::new().hash_one(self.position)
    }

    fn __repr__(&self) -> String {
        let line = self.line();
        let line = line.unwrap_or_else(|| format!("in a chain at ply {}", self.position.plies()));
        format!("Position({:?}, {line:?})", self.variant.name())
    }
}

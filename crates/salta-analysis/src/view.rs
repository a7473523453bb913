//! The data about a position that a page gets.

use salta_core::rules::Points;
use salta_core::{Move, PIECES, Side, Variant};
use serde::Serialize;

use crate::game::Game;
use crate::needs::Needs;
use crate::words;

/// Node budget of the exact count of one side during a game: a few hundredths of a second.
const NODES: u64 = 3_000;
/// The same budget once the game is over.
const FINAL_NODES: u64 = 200_000;

/// A turn by its squares and in both notations. Made from the turn in local
/// coordinates ([`Variant::to_local`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    from: String,
    to: String,
    text: String,
    numbers: String,
    jump: bool,
}

impl From<Move> for MoveView {
    fn from(mv: Move) -> MoveView {
        MoveView {
            from: mv.from.to_string(),
            to: mv.to.to_string(),
            text: mv.to_string(),
            numbers: mv.salta_numbers(),
            jump: mv.is_jump(),
        }
    }
}

/// How a game ended, with the bounds of White's margin.
#[derive(Debug, Serialize)]
struct OverView {
    ending: &'static str,
    lo: i32,
    hi: i32,
}

/// A game and one of its positions.
#[derive(Debug, Serialize)]
pub struct GameView {
    variant: String,
    /// Rows and columns of the board.
    board: [u8; 2],
    /// Position lines: shape `[moves + 1]`.
    positions: Vec<String>,
    moves: Vec<MoveView>,
    /// Distances of White and Black: shape `[moves + 1]`.
    distances: Vec<[u32; 2]>,
    /// Goal squares of the fifteen pieces of each side, in order; `None` for pieces that a smaller
    /// board does not have.
    goals: [Vec<Option<String>>; 2],
    /// Index of the position that the other fields describe.
    at: usize,
    to_move: &'static str,
    legal: Vec<MoveView>,
    must_jump: bool,
    need: [Needs; 2],
    points: Points,
    over: Option<OverView>,
}

impl GameView {
    /// A game, with the legal moves after `at` moves (after all of them if there are fewer).
    pub fn of(game: &Game, at: Option<usize>) -> GameView {
        let (variant, board) = (&game.variant, game.variant.board());
        let views = |moves: &[Move]| moves.iter().map(|mv| mv.to_local(board).into()).collect();
        let at = at.unwrap_or(usize::MAX).min(game.moves.len());
        let position = &game.positions[at];
        let legal = variant.moves(position);
        let nodes = if legal.is_empty() { FINAL_NODES } else { NODES };
        let need = Side::BOTH.map(|side| variant.remaining(position, side, nodes));
        GameView {
            variant: variant.name().into(),
            board: [board.rows(), board.columns()],
            positions: game.positions.iter().map(|p| variant.position_line(p)).collect(),
            moves: views(&game.moves),
            distances: game.positions.iter().map(|p| Side::BOTH.map(|s| p.distance(s))).collect(),
            goals: Side::BOTH.map(|side| goals(variant, side)),
            at,
            to_move: position.to_move().name(),
            must_jump: words::must_jump(variant, &legal),
            legal: views(&legal),
            need: need.map(Needs::from),
            points: variant.rules().points,
            over: variant.ending(position).map(|ending| {
                let (lo, hi) = variant.margin_of(need).bounds();
                OverView { ending: ending.name(), lo, hi }
            }),
        }
    }
}

fn goals(variant: &Variant, side: Side) -> Vec<Option<String>> {
    let mut goals = vec![None; PIECES];
    for piece in variant.pieces() {
        let goal = variant.board().to_local(variant.goal(side, piece));
        goals[piece.index()] = Some(goal.to_string());
    }
    goals
}

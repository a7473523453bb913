//! Moves and positions in plain words, for people who do not know the notation.

use salta_core::rules::{Jumping, Points};
use salta_core::{Margin, Move, Piece, Position, Side, Square, Variant};

use crate::say;
use crate::sentence::Sentence;

/// The side's name, capitalised: `White` or `Black`.
pub const fn name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}

/// Whether the side to move has to jump ("Salta!"): the rules compel it and it has a jump to make.
pub fn must_jump(variant: &Variant, moves: &[Move]) -> bool {
    variant.rules().jumping == Jumping::Compulsory && moves.iter().any(|mv| mv.is_jump())
}

/// A margin in words: `White wins by 7 points`, `a draw`, or `White wins` if only that counts.
pub fn margin(variant: &Variant, margin: Margin) -> String {
    let wins = |m: i32| {
        let winner = name(if m > 0 { Side::White } else { Side::Black });
        match (variant.rules().points, m.unsigned_abs()) {
            (Points::Win, _) => format!("{winner} wins"),
            (_, 1) => format!("{winner} wins by 1 point"),
            (_, points) => format!("{winner} wins by {points} points"),
        }
    };
    match margin {
        Margin::Exact(0) => "a draw".into(),
        Margin::Exact(m) => wins(m),
        Margin::Bounds { lo, hi } => {
            format!("White's margin is proven to be between {lo} and {hi}")
        }
    }
}

/// The effects of a legal turn, most important first; the first remark always names the piece.
///
/// ```
/// use salta_core::{Move, Variant};
///
/// let variant = Variant::named("buettgenbach-1899").unwrap();
/// let mv = "e3-f4".parse().unwrap();
/// let said = salta_analysis::words::remarks(&variant, &variant.start(), mv);
/// assert_eq!(said[0].to_string(), "sun 3 steps from e3 to f4");
/// ```
///
/// # Panics
/// If the turn is not legal.
pub fn remarks(variant: &Variant, position: &Position, mv: Move) -> Vec<Sentence> {
    let side = position.to_move();
    let (_, piece) = position.piece_at(mv.from).expect("a legal turn moves a piece");
    let mut after = *position;
    variant.play(&mut after, mv).expect("a legal turn");
    let mut said = vec![motion(variant, position, piece, mv)];
    said.extend(way_home(variant, side, piece, mv));
    said.extend(replies(variant, &after));
    let blocks = |piece| say!("move.blocks", side, piece);
    said.extend(blocked(variant, position, &after, side).map(blocks));
    said
}

/// Remarks in one line of English.
pub fn said(remarks: &[Sentence]) -> String {
    remarks.iter().map(Sentence::to_string).collect::<Vec<_>>().join("; ")
}

fn motion(variant: &Variant, position: &Position, piece: Piece, mv: Move) -> Sentence {
    let Move { from, to } = variant.to_local(mv);
    if !mv.is_jump() {
        return say!("move.step", piece, from, to);
    }
    match jumped(position, mv) {
        Some((owner, over)) => say!("move.jump", piece, from, to, owner, over),
        None => say!("move.chain", piece, from, to),
    }
}

/// The piece, and its side, that a single jump passes over.
fn jumped(position: &Position, mv: Move) -> Option<(Side, Piece)> {
    let single =
        mv.from.row().abs_diff(mv.to.row()) == 2 && mv.from.column().abs_diff(mv.to.column()) == 2;
    let middle = |from: u8, to: u8| (from + to) / 2;
    let (row, column) =
        (middle(mv.from.row(), mv.to.row()), middle(mv.from.column(), mv.to.column()));
    single.then(|| position.piece_at(Square::at(row, column / 2))).flatten()
}

fn way_home(variant: &Variant, side: Side, piece: Piece, mv: Move) -> Option<Sentence> {
    let goal = variant.board().to_local(variant.goal(side, piece));
    let left = |square| variant.distance(side, piece, square);
    match (left(mv.from), left(mv.to)) {
        (_, 0) => Some(say!("move.home", goal)),
        (0, _) => Some(say!("move.leaves", goal)),
        (before, after) if after > before => Some(say!("move.away", goal)),
        (before, after) if after < before => Some(say!("move.nearer", goal, rows = before - after)),
        _ => None,
    }
}

/// What the turn forces the opponent to do.
fn replies(variant: &Variant, after: &Position) -> Option<Sentence> {
    let (moves, side) = (variant.moves(after), after.to_move());
    if !must_jump(variant, &moves) {
        return None;
    }
    match moves[..] {
        [only] => Some(say!("move.forces", side, jump = variant.move_text(only))),
        _ => Some(say!("move.forces-one-of", side, count = moves.len())),
    }
}

/// A piece of `side` that could step nearer to its goal before and cannot after, because pieces of
/// its own side are in the way.
pub(crate) fn blocked(
    variant: &Variant,
    before: &Position,
    after: &Position,
    side: Side,
) -> Option<Piece> {
    let stuck = |position: &Position, piece: Piece, at: Square| {
        is_shut_in(variant, side, piece, at, |to| {
            position.piece_at(to).is_some_and(|(owner, _)| owner == side)
        })
    };
    let found = after.pieces(side).find(|&(piece, at)| {
        let stood = before.piece_at(at) == Some((side, piece));
        stood && stuck(after, piece, at) && !stuck(before, piece, at)
    });
    found.map(|(piece, _)| piece)
}

/// Whether a piece has squares to step to that are nearer to its goal, and all of them are taken.
pub(crate) fn is_shut_in(
    variant: &Variant,
    side: Side,
    piece: Piece,
    at: Square,
    is_taken: impl Fn(Square) -> bool,
) -> bool {
    let left = |square| variant.distance(side, piece, square);
    let nearer = |to: &Square| at.distance(*to) == 1 && left(*to) < left(at);
    let mut steps = variant.board().squares().iter().filter(nearer).peekable();
    steps.peek().is_some() && steps.all(is_taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str, mv: &str) -> String {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let position = variant.parse_position(line).unwrap();
        super::said(&remarks(&variant, &position, mv.parse().unwrap()))
    }

    #[test]
    fn a_jump_names_who_is_jumped_over() {
        let all = said("5/5/5/5/5/5/2a2/2A2/5/5 w 0", "e3:g5");
        assert!(all.starts_with("star 1 jumps from e3 over Black's star 1 to g5"), "{all}");
    }

    #[test]
    fn a_step_that_compels_says_so() {
        let all = said("5/5/5/2a2/5/5/2A2/5/5/5 w 0", "f4-e5");
        assert!(!all.contains("must jump"), "{all}");
        let all = said("5/5/5/5/2a2/5/2A2/5/5/5 w 0", "f4-e5");
        assert!(all.contains("Black must jump: "), "{all}");
    }

    #[test]
    fn a_blocked_piece_is_named() {
        // Star 1 on a1 has one step towards a8: b2, which moon 1 takes from c3.
        let all = said("4o/5/5/5/5/5/5/1F3/5/A4 w 0", "c3-b2");
        assert!(all.contains("it blocks White's own star 1"), "{all}");
        assert!(all.contains("it moves away from its goal"), "{all}");
    }

    #[test]
    fn margins_are_sentences() {
        let [points, win] = ["buettgenbach-1899", "walker"].map(|it| Variant::named(it).unwrap());
        assert_eq!(margin(&points, Margin::Exact(1)), "White wins by 1 point");
        assert_eq!(margin(&points, Margin::Exact(-7)), "Black wins by 7 points");
        assert_eq!(margin(&win, Margin::Exact(-1)), "Black wins");
        assert_eq!(margin(&points, Margin::Exact(0)), "a draw");
        assert!(margin(&points, Margin::Bounds { lo: -1, hi: 3 }).contains("between -1 and 3"));
    }
}

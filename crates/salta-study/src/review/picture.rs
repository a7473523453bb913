//! The board as a picture, with two moves on it.

use maud::{Markup, html};
use salta_core::{Board, Move, Position, Side, Square};

const CELL: f64 = 30.0;
const EDGE: f64 = 16.0;

/// The position, White at the bottom, the move played as a full arrow and another as a dashed one.
/// White's pieces are upper-case letters in circles, Black's lower-case in squares, so that print and
/// the colour-blind tell them apart.
pub(super) fn picture(board: Board, position: &Position, played: Move, best: Move) -> Markup {
    let [across, up] = [board.columns(), board.rows()].map(|squares| f64::from(squares) * CELL);
    let [width, height] = [across, up].map(|length| length + 2.0 * EDGE);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}")) width=(width)
            height=(height) role="img" aria-label="the position" font-family="sans-serif" font-size="13"
            text-anchor="middle" {
            rect x=(EDGE) y=(EDGE) width=(across) height=(up) fill="#f7f2e6" stroke="#555" {}
            @for square in board.squares().iter() { (field(board, position, square)) }
            @for i in 0..board.rows() {
                text x=(8) y=(EDGE + up - CELL * (f64::from(i) + 0.5) + 4.0) font-size="10" { (i + 1) }
            }
            @for i in 0..board.columns() {
                text x=(EDGE + CELL * (f64::from(i) + 0.5)) y=(height - 4.0) font-size="10" {
                    (char::from(b'a' + i))
                }
            }
            @if best != played { (arrow(board, best, "#000", Some("4 3"))) }
            (arrow(board, played, "#0072b2", None))
        }
    }
}

/// The middle of a square.
fn middle(board: Board, square: Square) -> (f64, f64) {
    let local = board.local(square);
    let (column, row) = (f64::from(local.column()), f64::from(local.row()));
    (EDGE + CELL * (column + 0.5), EDGE + CELL * (f64::from(board.rows()) - 0.5 - row))
}

fn field(board: Board, position: &Position, square: Square) -> Markup {
    let (x, y) = middle(board, square);
    let half = CELL / 2.0;
    html! {
        rect x=(x - half) y=(y - half) width=(CELL) height=(CELL) fill="#d8c9ab" {}
        @if let Some((side, piece)) = position.piece_at(square) {
            @match side {
                Side::White => circle cx=(x) cy=(y) r="12" fill="#fff" stroke="#222" {},
                Side::Black => rect x=(x - 11.0) y=(y - 11.0) width="22" height="22" fill="#333" {},
            }
            text x=(x) y=(y + 4.5) fill=(if side == Side::White { "#111" } else { "#fff" }) {
                (piece.letter(side))
            }
        }
    }
}

/// A line with a small head.
fn arrow(board: Board, mv: Move, colour: &str, dashes: Option<&str>) -> Markup {
    let ((x1, y1), (x2, y2)) = (middle(board, mv.from), middle(board, mv.to));
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    let head = [
        (x2, y2),
        (x2 - 9.0 * dx + 5.0 * dy, y2 - 9.0 * dy - 5.0 * dx),
        (x2 - 9.0 * dx - 5.0 * dy, y2 - 9.0 * dy + 5.0 * dx),
    ];
    let points = head.map(|(x, y)| format!("{x:.1},{y:.1}")).join(" ");
    html! {
        line x1=(x1) y1=(y1) x2=(format!("{:.1}", x2 - 6.0 * dx)) y2=(format!("{:.1}", y2 - 6.0 * dy))
            stroke=(colour) stroke-width="3" stroke-dasharray=[dashes] {}
        polygon points=(points) fill=(colour) {}
    }
}

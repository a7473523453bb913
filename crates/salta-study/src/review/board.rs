//! The board as a picture, with two moves on it.

use maud::{Markup, html};
use salta_core::{Move, Position, Side, Square};

const CELL: f64 = 30.0;
const EDGE: f64 = 16.0;

/// The position, White at the bottom, the move played as a full arrow and another as a dashed one.
/// White's pieces are upper-case letters in circles, Black's lower-case in squares, so that print and
/// the colour-blind tell them apart.
pub(super) fn board(position: &Position, played: Move, best: Move) -> Markup {
    let size = 10.0 * CELL + 2.0 * EDGE;
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {size} {size}")) width=(size)
            height=(size) role="img" aria-label="the position" font-family="sans-serif" font-size="13"
            text-anchor="middle" {
            rect x=(EDGE) y=(EDGE) width=(10.0 * CELL) height=(10.0 * CELL) fill="#f7f2e6"
                stroke="#555" {}
            @for square in Square::all() { (field(position, square)) }
            @for i in 0..10u8 {
                text x=(8) y=(middle_y(i) + 4.0) font-size="10" { (i + 1) }
                text x=(EDGE + CELL * (f64::from(i) + 0.5)) y=(size - 4.0) font-size="10" {
                    (char::from(b'a' + i))
                }
            }
            @if best != played { (arrow(best, "#000", Some("4 3"))) }
            (arrow(played, "#0072b2", None))
        }
    }
}

fn middle_x(square: Square) -> f64 {
    EDGE + CELL * (f64::from(square.column()) + 0.5)
}

fn middle_y(row: u8) -> f64 {
    EDGE + CELL * (9.5 - f64::from(row))
}

fn field(position: &Position, square: Square) -> Markup {
    let (x, y) = (middle_x(square), middle_y(square.row()));
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
fn arrow(mv: Move, colour: &str, dashes: Option<&str>) -> Markup {
    let (x1, y1) = (middle_x(mv.from), middle_y(mv.from.row()));
    let (x2, y2) = (middle_x(mv.to), middle_y(mv.to.row()));
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

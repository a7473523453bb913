//! Pieces as the board in the browser draws them: discs with a star, a moon or a sun, and the
//! number on it. The dimensions are those of `crates/salta-web/assets/js/pieces.js`; a test
//! compares them.

use std::f64::consts::TAU;

use maud::{Markup, html};
use salta_core::{Piece, Side, Suit};

/// Pixels per unit: a square has ten units, as in the browser.
const SCALE: f64 = 4.4;

/// A disc's fill, rim and suit, which differ in print and for colour-blind readers too.
const fn colours(side: Side) -> [&'static str; 3] {
    match side {
        Side::White => ["#f8f3e1", "#0f4a2c", "#11653c"],
        Side::Black => ["#6d1417", "#2b0506", "#ffe3c4"],
    }
}

/// The piece with its middle at (x, y), for squares of 44 pixels.
pub(super) fn piece(side: Side, piece: Piece, (x, y): (f64, f64)) -> Markup {
    let [disc, rim, suit] = colours(side);
    // The moon leaves the disc's right half free.
    let (right, ink) = if piece.suit() == Suit::Moon { (1.25, suit) } else { (0.0, disc) };
    html! {
        g transform=(format!("translate({x} {y}) scale({SCALE})")) {
            circle r="4.65" fill=(disc) stroke=(rim) stroke-width=".55" {}
            @if side == Side::Black {
                circle r="4.3" fill="none" stroke="#f3c9a9" stroke-width=".35" {}
            }
            g fill=(suit) {
                @match piece.suit() {
                    Suit::Star => (star()),
                    Suit::Moon => (moon()),
                    Suit::Sun => (sun()),
                }
            }
            text x=(right) y="1.4" font-size="3.9" font-weight="bold" fill=(ink) {
                (piece.number())
            }
        }
    }
}

/// A corner at this radius and this fraction of a full turn from the top.
fn polar(radius: f64, turn: f64) -> String {
    let (sin, cos) = (TAU * turn).sin_cos();
    format!("{:.2},{:.2}", radius * sin, -radius * cos)
}

fn star() -> Markup {
    let radius = |i: u8| if i.is_multiple_of(2) { 4.15 } else { 2.25 };
    let corners: Vec<_> = (0..10).map(|i| polar(radius(i), f64::from(i) / 10.0)).collect();
    html! { polygon points=(corners.join(" ")) {} }
}

fn moon() -> Markup {
    html! { path d="M-.4-3.75A3.75 3.75 0 1 0-.4 3.75 4.35 4.35 0 0 1-.4-3.75Z" {} }
}

fn sun() -> Markup {
    let ray = |i: u8| {
        let turn = f64::from(i) / 8.0;
        [polar(4.1, turn), polar(2.6, turn - 0.045), polar(2.6, turn + 0.045)].join(" ")
    };
    html! {
        circle r="2.45" {}
        @for i in 0..8 { polygon points=(ray(i)) {} }
    }
}

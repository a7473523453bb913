//! Pieces as the board in the browser has them (`crates/salta-web/assets/js/pieces.js`): discs with
//! a star, a moon or a sun, and the number on it.

use std::f64::consts::TAU;

use maud::{Markup, html};
use salta_core::{Piece, Side, Suit};

/// A disc's fill, rim and suit: told apart in print and by the colour-blind too.
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
    let (shift, ink) = if piece.suit() == Suit::Moon { (5.5, suit) } else { (0.0, disc) };
    html! {
        circle cx=(x) cy=(y) r="20.4" fill=(disc) stroke=(rim) stroke-width="2" {}
        @if side == Side::Black { circle cx=(x) cy=(y) r="19" fill="none" stroke="#f3c9a9" {} }
        g fill=(suit) {
            @match piece.suit() {
                Suit::Star => (star(x, y, 18.2)),
                Suit::Moon => (moon(x, y, 18.2)),
                Suit::Sun => (sun(x, y, 18.2)),
            }
        }
        text x=(x + shift) y=(y + 6.0) font-size="17" font-weight="bold" fill=(ink) {
            (piece.number())
        }
    }
}

/// A corner at this radius, at a share of a full turn from the top.
fn corner(x: f64, y: f64, radius: f64, turn: f64) -> String {
    let (sin, cos) = (TAU * turn).sin_cos();
    format!("{:.1},{:.1}", x + radius * sin, y - radius * cos)
}

fn star(x: f64, y: f64, r: f64) -> Markup {
    let radius = |i: u8| if i.is_multiple_of(2) { r } else { 0.54 * r };
    let corners: Vec<_> = (0..10).map(|i| corner(x, y, radius(i), f64::from(i) / 10.0)).collect();
    html! { polygon points=(corners.join(" ")) {} }
}

fn moon(x: f64, y: f64, r: f64) -> Markup {
    let (left, top, bottom) = (x - 0.1 * r, y - 0.9 * r, y + 0.9 * r);
    let (outer, inner) = (0.9 * r, 1.05 * r);
    let path = format!(
        "M{left:.1} {top:.1}A{outer:.1} {outer:.1} 0 1 0 {left:.1} {bottom:.1} \
         {inner:.1} {inner:.1} 0 0 1 {left:.1} {top:.1}Z"
    );
    html! { path d=(path) {} }
}

fn sun(x: f64, y: f64, r: f64) -> Markup {
    let ray = |i: u8| {
        let turn = f64::from(i) / 8.0;
        let foot = |aside| corner(x, y, 0.62 * r, turn + aside);
        [corner(x, y, r, turn), foot(-0.045), foot(0.045)].join(" ")
    };
    html! {
        circle cx=(x) cy=(y) r=(format!("{:.1}", 0.59 * r)) {}
        @for i in 0..8 { polygon points=(ray(i)) {} }
    }
}

//! The board in colours, or in letters where there are none.

use std::fmt::Write;

use salta_core::{Position, Side, Square, Suit};

use crate::picture;

const RESET: &str = "\x1b[0m";
/// Background of a dark square, and of one that the last move touched.
const DARK: &str = "\x1b[48;5;137m";
const RECENT: &str = "\x1b[48;5;179m";
const LIGHT: &str = "\x1b[48;5;223m";
/// White's pieces are dark green on light, Black's light on dark red: told apart without hue.
const WHITE: &str = "\x1b[1;38;5;22;48;5;230m";
const BLACK: &str = "\x1b[1;38;5;230;48;5;88m";

/// How a board is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Colours {
    pub(super) on: bool,
}

impl Colours {
    /// The board, seen by Black if it is flipped, with the squares of the last move marked.
    pub(super) fn board(
        self,
        position: &Position,
        flipped: bool,
        recent: Option<[Square; 2]>,
    ) -> String {
        if !self.on {
            return letters(position, flipped);
        }
        let rows: Vec<u8> = if flipped { (0..10).collect() } else { (0..10).rev().collect() };
        let mut text = columns(flipped);
        for row in rows {
            let _ = write!(text, "{:>3} ", row + 1);
            for shown in 0..10 {
                let column = if flipped { 9 - shown } else { shown };
                text += &square(position, row, column, recent);
            }
            let _ = writeln!(text, "{RESET} {}", row + 1);
        }
        text + &columns(flipped)
    }
}

fn columns(flipped: bool) -> String {
    let name = |shown: u8| (b'a' + if flipped { 9 - shown } else { shown }) as char;
    let names: String = (0..10).map(|shown| format!(" {}  ", name(shown))).collect();
    format!("    {}\n", names.trim_end())
}

fn square(position: &Position, row: u8, column: u8, recent: Option<[Square; 2]>) -> String {
    if (row + column) % 2 == 1 {
        return format!("{LIGHT}    ");
    }
    let square = Square::at(row, column / 2);
    let ground =
        if recent.is_some_and(|squares| squares.contains(&square)) { RECENT } else { DARK };
    let Some((side, piece)) = position.piece_at(square) else { return format!("{ground}    ") };
    let ink = match side {
        Side::White => WHITE,
        Side::Black => BLACK,
    };
    let sign = match piece.suit() {
        Suit::Star => '★',
        Suit::Moon => '☾',
        Suit::Sun => '☀',
    };
    format!("{ground}{ink} {sign}{}{ground} ", piece.number())
}

/// The plain picture, turned by 180° if it is flipped.
fn letters(position: &Position, flipped: bool) -> String {
    let picture = picture::board(position);
    if !flipped {
        return picture;
    }
    let lines: Vec<&str> = picture.lines().collect();
    let columns = "     j i h g f e d c b a";
    let turned = lines[1..11].iter().rev().map(|line| {
        let (number, squares) = (&line[..3], &line[5..24]);
        let turned: String = squares.chars().rev().collect();
        format!("{number}  {turned}{:>4}\n", number.trim())
    });
    format!("{columns}\n{}{columns}\n", turned.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::Variant;

    #[test]
    fn a_flipped_board_has_black_below() {
        let start = Variant::named("buettgenbach-1899").unwrap().start();
        let plain = Colours { on: false }.board(&start, true, None);
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(lines[1], "  1    E   D   C   B   A   1");
        assert_eq!(lines[10], " 10  a   b   c   d   e    10");
    }

    #[test]
    fn colours_show_suit_and_number() {
        let start = Variant::named("buettgenbach-1899").unwrap().start();
        let drawn = Colours { on: true }.board(&start, false, "e3".parse().ok().map(|s| [s; 2]));
        assert!(drawn.contains("★1") && drawn.contains("☾5") && drawn.contains("☀3"));
        assert_eq!(drawn.matches(RECENT).count(), 2);
    }
}

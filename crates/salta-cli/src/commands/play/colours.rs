//! The board in colours or, without them, in letters.

use std::fmt::Write;

use salta_core::{Board, Position, Side, Square, Suit};
use salta_report::board_text;

const RESET: &str = "\x1b[0m";
/// Background of a dark square.
const DARK: &str = "\x1b[48;5;137m";
/// Background of a dark square that the last move touched.
const RECENT: &str = "\x1b[48;5;179m";
const LIGHT: &str = "\x1b[48;5;223m";
/// White's pieces are dark green on light, Black's light on dark red: distinct by brightness alone.
const WHITE: &str = "\x1b[1;38;5;22;48;5;230m";
const BLACK: &str = "\x1b[1;38;5;230;48;5;88m";

/// The board, seen by Black if it is flipped; in colours, the squares of the last move are marked.
pub(super) fn picture(
    in_colours: bool,
    board: Board,
    position: &Position,
    flipped: bool,
    recent: Option<[Square; 2]>,
) -> String {
    if !in_colours {
        return letters(board, position, flipped);
    }
    let mut text = columns(board, flipped);
    for row in shown(board.rows(), !flipped) {
        let _ = write!(text, "{:>3} ", row + 1);
        for column in shown(board.columns(), flipped) {
            let dark = (row + column).is_multiple_of(2);
            text += &match dark.then(|| board.square(row, column / 2)) {
                Some(square) => {
                    let touched = recent.is_some_and(|squares| squares.contains(&square));
                    dark_square(position, square, if touched { RECENT } else { DARK })
                }
                None => format!("{LIGHT}    "),
            };
        }
        let _ = writeln!(text, "{RESET} {}", row + 1);
    }
    text + &columns(board, flipped)
}

/// Rows or columns in the order in which they are drawn.
fn shown(count: u8, backwards: bool) -> impl Iterator<Item = u8> {
    (0..count).map(move |number| if backwards { count - 1 - number } else { number })
}

fn columns(board: Board, flipped: bool) -> String {
    let name = |column| format!(" {}  ", (b'a' + column) as char);
    let names: String = shown(board.columns(), flipped).map(name).collect();
    format!("    {}\n", names.trim_end())
}

fn dark_square(position: &Position, square: Square, ground: &str) -> String {
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

/// The plain picture, rotated by 180° if it is flipped.
fn letters(board: Board, position: &Position, flipped: bool) -> String {
    let picture = board_text(board, position);
    if !flipped {
        return picture;
    }
    let end = 4 + 2 * usize::from(board.columns());
    let rotated = picture.lines().rev().map(|line| {
        let (number, squares) = (&line[..3], &line[5..end]);
        let rotated: String = squares.chars().rev().collect();
        let line = format!("{number}  {rotated}{:>4}", number.trim());
        format!("{}\n", line.trim_end())
    });
    rotated.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::Variant;

    #[test]
    fn a_flipped_board_has_black_below() {
        let start = Variant::named("buettgenbach-1899").unwrap().start();
        let plain = picture(false, Board::FULL, &start, true, None);
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(lines[1], "  1    E   D   C   B   A   1");
        assert_eq!(lines[10], " 10  a   b   c   d   e    10");
    }

    #[test]
    fn colours_show_suit_and_number() {
        let start = Variant::named("buettgenbach-1899").unwrap().start();
        let recent = "e3".parse::<Square>().ok().map(|square| [square; 2]);
        let drawn = picture(true, Board::FULL, &start, false, recent);
        assert!(drawn.contains("★1") && drawn.contains("☾5") && drawn.contains("☀3"));
        assert_eq!(drawn.matches(RECENT).count(), 2);
    }
}

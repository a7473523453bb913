//! The board as text, White at the bottom.

use std::fmt::Write;

use salta_core::{PLACES, Position, ROWS, Square};

const COLUMNS: &str = "a b c d e f g h i j";

/// The board with row numbers and column letters; pieces are letters, empty dark squares dots.
pub(crate) fn board(position: &Position) -> String {
    let mut picture = format!("     {COLUMNS}\n");
    for row in (0..ROWS as u8).rev() {
        let _ = writeln!(picture, "{:>3}  {}{:>4}", row + 1, squares(position, row), row + 1);
    }
    let _ = writeln!(picture, "     {COLUMNS}");
    picture
}

/// One row, a sign and a space for each of its ten columns.
fn squares(position: &Position, row: u8) -> String {
    let mut signs = [' '; 2 * PLACES];
    for place in 0..PLACES as u8 {
        let square = Square::at(row, place);
        let man = position.piece_at(square);
        signs[square.column() as usize] = man.map_or('.', |(side, piece)| piece.letter(side));
    }
    let signs = signs.map(String::from);
    signs.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::Variant;

    #[test]
    fn white_sits_below() {
        let picture = board(&Variant::named("walker").unwrap().start());
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[0], "     a b c d e f g h i j");
        assert_eq!(lines[1], " 10    e   d   c   b   a  10");
        assert_eq!(lines[4], "  7  .   .   .   .   .     7");
        assert_eq!(lines[10], "  1  A   B   C   D   E     1");
    }
}

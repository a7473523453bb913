//! The board as text.

use std::fmt::Write;

use salta_core::{Board, Position};

/// The board with row numbers and column letters; pieces are letters, empty dark squares dots.
pub fn board_text(board: Board, position: &Position) -> String {
    let columns =
        format!("     {}\n", spaced((b'a'..).map(char::from).take(board.columns().into())));
    let mut picture = columns.clone();
    for row in (0..board.rows()).rev() {
        let number = row + 1;
        let _ = writeln!(picture, "{number:>3}  {}{number:>4}", squares(board, position, row));
    }
    picture + &columns
}

/// One row, a character and a space for each of its columns.
fn squares(board: Board, position: &Position, row: u8) -> String {
    let mut characters = vec![' '; board.columns().into()];
    for place in 0..board.places() {
        let piece = position.piece_at(board.square(row, place));
        let letter = piece.map_or('.', |(side, piece)| piece.letter(side));
        characters[usize::from(2 * place + row % 2)] = letter;
    }
    spaced(characters.into_iter())
}

fn spaced(characters: impl Iterator<Item = char>) -> String {
    characters.map(String::from).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::{Variant, rules};

    #[test]
    fn white_sits_below() {
        let variant = Variant::named("walker").unwrap();
        let picture = board_text(variant.board(), &variant.start());
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[0], "     a b c d e f g h i j");
        assert_eq!(lines[1], " 10    e   d   c   b   a  10");
        assert_eq!(lines[4], "  7  .   .   .   .   .     7");
        assert_eq!(lines[10], "  1  A   B   C   D   E     1");
    }

    #[test]
    fn a_smaller_board_has_its_own_names() {
        let text = "base = \"walker\"\nboard = \"6x6\"\nranks = 1";
        let variant = Variant::new(rules::parse(text).unwrap());
        let picture = board_text(variant.board(), &variant.start());
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[0], "     a b c d e f");
        assert_eq!(lines[1], "  6    c   b   a   6");
        assert_eq!(lines[6], "  1  A   B   C     1");
    }
}

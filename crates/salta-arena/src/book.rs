//! Opening books: a file of positions or move lists.

use std::collections::HashMap;

use salta_core::Variant;
use salta_core::notation::GameFile;

use crate::opening::Opening;

/// Parses a book: one opening per line, either a position line (`edcba/…/ABCDE w 6`) or moves from
/// the variant's start (`e3-f4 f8-e7`, with or without move numbers). Empty lines and text after a
/// `#` are ignored.
///
/// # Errors
/// A sentence, if a line is neither, a move is illegal, the game is over after an opening, or two
/// openings lead to the same position.
pub fn parse_book(variant: &Variant, text: &str) -> Result<Vec<Opening>, String> {
    let mut book = Vec::new();
    let mut lines = HashMap::new();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let wrong = |what: String| format!("line {number}: {what}");
        let opening = parse_line(variant, line).map_err(wrong)?;
        if let Some(earlier) = lines.insert(opening.position, number) {
            let what = format!("this opening leads to the position of line {earlier}");
            return Err(wrong(what));
        }
        book.push(opening);
    }
    Ok(book)
}

fn parse_line(variant: &Variant, line: &str) -> Result<Opening, String> {
    let opening = if line.contains('/') {
        let position = variant.parse_position(line).map_err(|error| error.to_string())?;
        Opening { start: position, moves: Vec::new(), position }
    } else {
        played(variant, line)?
    };
    if variant.is_over(&opening.position) {
        return Err("the game is over after this opening".into());
    }
    Ok(opening)
}

fn played(variant: &Variant, line: &str) -> Result<Opening, String> {
    let game = GameFile::parse(line).and_then(|game| game.into_full(variant.board()));
    let game = game.map_err(|error| error.what.to_string())?;
    let (start, moves) = (variant.start(), game.plies.iter().map(|ply| ply.mv).collect());
    let mut opening = Opening { start, moves, position: start };
    for (ply, mv) in (1..).zip(&opening.moves) {
        let illegal = |_| format!("ply {ply}: {} is illegal", mv.to_local(variant.board()));
        variant.play(&mut opening.position, *mv).map_err(illegal)?;
    }
    Ok(opening)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant() -> Variant {
        Variant::named("buettgenbach-1899").unwrap()
    }

    #[test]
    fn positions_and_move_lists() {
        let variant = variant();
        let after = "edcba/jihgf/o1mlk/2n2/5/5/2M2/KL1NO/FGHIJ/ABCDE w 2";
        let text =
            format!("\u{feff}# a book\n\n1. c3-d4 f8-e7   # in the middle\n{after}\n33-42\r\n");
        let book = parse_book(&variant, &text).unwrap();
        assert_eq!(book.len(), 3);
        assert_eq!((book[0].moves.len(), book[1].moves.len(), book[2].moves.len()), (2, 0, 1));
        assert_eq!(book[0].start, variant.start());
        assert_eq!(book[1].start, book[1].position);
        assert_eq!(variant.position_line(&book[1].position), after);
        assert_eq!(book.iter().map(|o| o.position.plies()).collect::<Vec<_>>(), [2, 2, 1]);
    }

    #[test]
    fn a_bad_line_is_named() {
        for (text, said) in [
            ("c3-d4\n\nc3-e5", "line 3: ply 1: c3:e5 is illegal"),
            ("c3-d4 x", "line 1: `x`"),
            ("# one\nedcba/w 0", "line 2: "),
            ("5/5/5/5/5/5/5/5/5/5 w 0", "line 1: the game is over"),
            ("c3-d4\ne3-f4\nc3d4", "line 3: this opening leads to the position of line 1"),
        ] {
            let error = parse_book(&variant(), text).unwrap_err();
            assert!(error.starts_with(said), "{error}");
        }
        assert_eq!(parse_book(&variant(), "# nothing\n"), Ok(Vec::new()));
    }
}

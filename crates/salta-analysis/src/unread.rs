//! Why a text is not a move, a square, a position or a game, in any language.

use salta_core::notation::{self, GameFault, PositionError};
use salta_core::{MoveError, SquareError};

use crate::say;
use crate::sentence::Sentence;

impl From<MoveError> for Sentence {
    fn from(error: MoveError) -> Sentence {
        match error {
            MoveError::Unreadable(text) => say!("unread.move", text),
            MoveError::Mixed(text) => say!("unread.mixed", text),
            MoveError::Outside { text, board } => say!("unread.outside", text, board),
            MoveError::Square(error) => error.into(),
        }
    }
}

impl From<SquareError> for Sentence {
    fn from(error: SquareError) -> Sentence {
        match error {
            SquareError::Unreadable(text) => say!("unread.square", text),
            SquareError::Light(text) => say!("unread.light", text),
        }
    }
}

impl From<PositionError> for Sentence {
    fn from(error: PositionError) -> Sentence {
        let why = match error {
            PositionError::Fields(count) => say!("position.fields", count),
            PositionError::Rows { expected, found } => say!("position.rows", expected, found),
            PositionError::Squares { row, expected, found } => {
                say!("position.squares", row, expected, found)
            }
            PositionError::Character { row, character, most } => {
                say!("position.character", row, character, most)
            }
            PositionError::NoSuchPiece { row, piece, board, ranks } => {
                say!("position.no-such-piece", row, piece, board, ranks)
            }
            PositionError::Twice { piece, first, second } => {
                say!("position.twice", piece, first, second)
            }
            PositionError::Side(text) => say!("position.side", text),
            PositionError::Plies(text) => say!("position.plies", text, most = notation::MAX_PLIES),
            PositionError::Mover { plies, variant, found } => {
                say!("position.mover", plies, variant, expected = found.other(), found)
            }
        };
        say!("game.no-position", why)
    }
}

impl From<notation::GameError> for Sentence {
    fn from(error: notation::GameError) -> Sentence {
        let why = match error.what {
            GameFault::Header(text) => say!("file.header", text),
            GameFault::HeaderTwice(key) => say!("file.header-twice", key),
            GameFault::NeverClosed(opening) => say!("file.never-closed", opening),
            GameFault::Number { found, expected } => say!("file.number", found, expected),
            GameFault::Result { found, header } => say!("file.result", found, header),
            GameFault::AfterResult(text) => say!("file.after-result", text),
            GameFault::Move(error) => error.into(),
        };
        say!("error.no-game", line = error.line, why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::notation::GameFile;
    use salta_core::{Square, Variant};

    #[test]
    fn what_is_no_move_and_no_square_has_a_string_of_its_own() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let of_move =
            |text: &str| Sentence::from(variant.parse_move(text).unwrap_err()).to_string();
        for (text, part) in [
            ("zz", "`zz` is not a move"),
            ("e3-43", "`e3-43` mixes the two notations"),
            ("e3-e4", "`e4` is a light square; only"),
        ] {
            assert!(of_move(text).starts_with(part), "{}", of_move(text));
        }
        let outside = MoveError::Outside { text: "i9-j10".into(), board: variant.board() };
        assert_eq!(Sentence::from(outside).to_string(), "`i9-j10` leaves the 10x10 board.");
        let light: Sentence = "b3".parse::<Square>().unwrap_err().into();
        assert_eq!(light.to_string(), "`b3` is a light square; only dark squares are used.");
        let unreadable: Sentence = "z0".parse::<Square>().unwrap_err().into();
        assert!(unreadable.to_string().starts_with("`z0` is not a square"), "{unreadable}");
    }

    #[test]
    fn what_is_no_position_has_a_string_of_its_own() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        for (line, why) in [
            ("", "it has 0 parts instead of rows, side and plies, as in `…/ABCDE w 0`"),
            ("5/5/5/5/5/5/5/5/5 w 0", "it has 9 rows instead of 10"),
            ("5/5/5/5/5/5/5/5/5/1 w 0", "row 1 has 1 square instead of 5"),
            (
                "5/5/5/5/5/5/5/5/5/4P w 0",
                "in row 1, `P` is neither a piece (A–O, a–o) nor a number of empty squares from 1 \
                 to 5",
            ),
            ("A4/5/5/5/5/5/5/5/5/A4 w 0", "piece `A` stands on b10 and on a1"),
            ("5/5/5/5/5/5/5/5/5/5 W 0", "the side to move is `w` or `b`, not `W`"),
            (
                "5/5/5/5/5/5/5/5/5/5 w x",
                "the plies played are a whole number from 0 to 1000000000, not `x`",
            ),
            (
                "5/5/5/5/5/5/5/5/5/5 w 1",
                "after 1 ply of `buettgenbach-1899`, Black is to move, not White",
            ),
        ] {
            let said = Sentence::from(variant.parse_position(line).unwrap_err()).to_string();
            assert_eq!(said, format!("This is not a position: {why}."));
        }
        let text = "base = \"checkerboard\"\nboard = \"6x6\"\nranks = 1\n";
        let small = Variant::new(salta_core::rules::parse(text).unwrap());
        let said = Sentence::from(small.parse_position("3/3/3/3/3/2D w 0").unwrap_err());
        assert!(said.to_string().contains("6x6 board has no piece `D` (row 1)"), "{said}");
    }

    #[test]
    fn what_is_no_game_has_a_string_of_its_own() {
        for (text, why) in [
            ("[Event x]\n", "Line 1: A header is [Key \"value\"], not `[Event x]`."),
            (
                "[Event \"x\"]\n[Event \"y\"]\n",
                "Line 2: The header `Event` occurs twice; each game of a file begins with `Event`.",
            ),
            ("1. e3f4\n{open", "Line 2: The `{` that opens here is never closed."),
            ("1. e3f4 f8e7\n3. c3d4", "Line 2: The move number is 3 instead of 2."),
            ("1. e3f4\n e4f5", "Line 2: `e4` is a light square; only dark squares are used."),
            ("1. e3f4 * f8e7", "Line 1: `f8e7` comes after the result."),
        ] {
            let said = Sentence::from(GameFile::parse(text).unwrap_err()).to_string();
            assert_eq!(said, format!("This file is not a game. {why}"));
        }
    }
}

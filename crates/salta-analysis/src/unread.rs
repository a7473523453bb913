//! Why a text is not a move or a square, in any language.

use salta_core::{MoveError, SquareError};

use crate::say;
use crate::sentence::Sentence;

impl From<MoveError> for Sentence {
    fn from(error: MoveError) -> Sentence {
        match error {
            MoveError::Unreadable(text) => say!("unread.move", text = text),
            MoveError::Mixed(text) => say!("unread.mixed", text = text),
            MoveError::Outside { text, board } => {
                say!("unread.outside", text = text, board = board.to_string())
            }
            MoveError::Square(error) => error.into(),
        }
    }
}

impl From<SquareError> for Sentence {
    fn from(error: SquareError) -> Sentence {
        match error {
            SquareError::Unreadable(text) => say!("unread.square", text = text),
            SquareError::Light(text) => say!("unread.light", text = text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
}

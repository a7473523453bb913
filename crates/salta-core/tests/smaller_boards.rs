//! Rules 5.4 and 5.5 by hand: goals and actions on smaller boards.

use salta_core::rules::parse;
use salta_core::{Piece, Side, Variant};

fn variant(fields: &str) -> Variant {
    Variant::new(parse(&format!("base = \"checkerboard\"\n{fields}\n")).unwrap())
}

/// The goals of White's pieces in the names of the board, in the order of the pieces.
fn goals(variant: &Variant) -> Vec<String> {
    let goal =
        |piece: Piece| variant.board().to_local(variant.goal(Side::White, piece)).to_string();
    variant.pieces().map(goal).collect()
}

/// `shift`: (rows − ranks) rows further on, at the same place; `opponent`: where the opposing piece
/// starts.
#[test]
fn goals_are_at_the_other_end_of_the_board() {
    for (fields, squares) in [
        ("board = \"6x6\"\nranks = 1", &["b6", "d6", "f6"][..]),
        ("board = \"6x6\"\nranks = 1\ngoal = \"opponent\"", &["f6", "d6", "b6"]),
        ("board = \"6x6\"\nranks = 1\nstart = \"exchanged\"", &["f6", "d6", "b6"]),
        ("board = \"6x6\"\nranks = 1\ngoal = [\"BCA\"]", &["f6", "b6", "d6"]),
        ("board = \"8x4\"\nranks = 2", &["a7", "c7", "b8", "d8"]),
        ("board = \"8x4\"\nranks = 2\ngoal = \"opponent\"", &["d8", "b8", "c7", "a7"]),
    ] {
        assert_eq!(goals(&variant(fields)), squares, "{fields}");
    }
}

/// 8×4 is rows 2–9 and columns d–g of the full board and has its actions: the pieces F and G on b2
/// and d2, which are e3 and g3 there, stand on squares 12 and 13 from the mover's side.
#[test]
fn actions_are_those_of_the_full_board() {
    let variant = variant("board = \"8x4\"\nranks = 2");
    let mut position = variant.start();
    for mv in ["b2-a3", "c7-d6"] {
        let legal = variant.legal(&position);
        let actions = legal.actions(position.to_move()).map(|action| action.index());
        assert_eq!(actions.collect::<Vec<_>>(), [12, 13, 62]);
        variant.play(&mut position, variant.parse_move(mv).unwrap()).unwrap();
    }
}

//! Krone–Grotewold, Jüterbog 1901: every ply is legal in `buettgenbach-1899`, for engine and twin
//! (rule 9.2).

mod random_rules;
mod twin;

use random_rules::{Events, Pair, Record};
use salta_core::notation::GameFile;
use salta_core::{Margin, Side};

#[test]
fn every_ply_is_legal() {
    let game = GameFile::parse(include_str!("../../../data/games/krone-grotewold-1901.salta"));
    let game = game.unwrap();
    let mut pair = Pair::start(&Record::named(game.header("Variant").unwrap()));
    for (ply, played) in game.plies.iter().enumerate() {
        let legal = pair.compare_in_full(&mut Events::default());
        assert!(legal.contains(&played.mv), "ply {ply}: {}", played.mv);
        pair.play(played.mv);
    }
    assert_eq!(pair.position.plies(), 214);
    assert!(pair.compare_in_full(&mut Events::default()).is_empty(), "the game is over");
    // These numbers were computed by the twin; no source gives them.
    assert_eq!(Side::BOTH.map(|side| pair.position.distance(side)), [25, 0]);
    assert_eq!(pair.twin.margin(&pair.rules), Some(-27));
    assert_eq!(pair.variant.margin(&pair.position, 1_000_000), Margin::Exact(-27));
}

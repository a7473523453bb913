//! Krone–Grotewold, Jüterbog 1901: every ply is legal in `buettgenbach-1899`.

use salta_core::notation::GameFile;
use salta_core::{Margin, Side, Variant};

#[test]
fn every_ply_is_legal() {
    let game = GameFile::parse(include_str!("../../../data/games/krone-grotewold-1901.salta"));
    let game = game.unwrap();
    assert_eq!(game.plies.len(), 214);
    let variant = Variant::named(game.header("Variant").unwrap()).unwrap();
    let mut position = variant.start();
    for (ply, played) in game.plies.iter().enumerate() {
        variant.play(&mut position, played.mv).unwrap_or_else(|e| panic!("ply {ply}: {e}"));
    }
    assert_eq!(position.plies(), 214);
    assert!(variant.is_over(&position));
    assert_eq!(Side::BOTH.map(|side| position.distance(side)), [25, 0]);
    assert!(matches!(variant.margin(&position, 1_000_000), Margin::Exact(_)));
}

//! Which records define the same game, and that a false relabelling is detected.

mod random_rules;
mod twin;

use rand::RngExt;
use random_rules::{draw_record, generator, other_first_mover};
use salta_core::isomorphism::{Difference, Isomorphism, classes};
use salta_core::rules::{NAMED, parse};
use salta_core::{NodeBudget, Side, Square, Variant};

fn named(name: &str) -> Variant {
    Variant::named(name).unwrap()
}

fn variant(base: &str, field: &str) -> Variant {
    Variant::new(parse(&format!("base = \"{base}\"\nname = \"mine\"\n{field}\n")).unwrap())
}

fn play(found: &Isomorphism, pair: [&Variant; 2], seed: u64) -> Result<u32, Difference> {
    let mut random = generator(seed);
    found.lockstep(pair, 300, NodeBudget(1000), |turns| random.random_range(0..turns))
}

#[test]
fn the_named_variants_are_seven_games() {
    let variants: Vec<Variant> = NAMED.iter().map(|name| named(name)).collect();
    let found = classes(&variants);
    let names = |class: &Vec<(usize, Isomorphism)>| -> Vec<&str> {
        class.iter().map(|(number, _)| NAMED[*number]).collect()
    };
    let shared: Vec<Vec<&str>> = found.iter().map(names).filter(|class| class.len() > 1).collect();
    assert_eq!((found.len(), shared), (7, vec![vec!["checkerboard", "nestor-1901"]]));
    let (_, renaming) = found.iter().find(|class| class.len() > 1).unwrap()[1];
    assert_eq!(renaming.to_string(), "pieces ABCDEFGHIJKLMNO renamed ONMLKJIHGFEDCBA");
    for seed in 0..20 {
        play(&renaming, [&named("checkerboard"), &named("nestor-1901")], seed).unwrap();
    }
}

#[test]
fn a_rotated_game_is_the_game_with_the_other_first_mover() {
    let mut random = generator(7);
    for seed in 0..40 {
        let record = draw_record(&mut random, seed).engine;
        let other = other_first_mover(&record);
        let found = Isomorphism::between(&record, &other).unwrap();
        assert!(found.is_rotated());
        assert_eq!(found.side(Side::White), Side::Black);
        assert_eq!(found.square(Square::new(0)), Square::new(49));
        play(&found, [&record, &other], seed).unwrap();
    }
}

#[test]
fn arrangements_are_compared_by_where_the_pieces_go() {
    let renamed = variant(
        "nestor",
        "start = [\"EDCBA\", \"JIHGF\", \"ONMLK\"]\ngoal = [\"KLMNO\", \"FGHIJ\", \"ABCDE\"]",
    );
    let found = Isomorphism::between(&named("nestor"), &renamed).unwrap();
    assert!(found.renames() && !found.is_rotated());
    play(&found, [&named("nestor"), &renamed], 1).unwrap();
    let crossed = variant("nestor", "goal = [\"ABCDE\", \"FGHIJ\", \"KLMNO\"]");
    assert_eq!(Isomorphism::between(&named("nestor"), &crossed), None);
    assert!(Isomorphism::between(&named("checkerboard"), &crossed).is_some());
}

#[test]
fn every_field_makes_another_game() {
    let base = named("buettgenbach-1899");
    for field in [
        "goal = \"opponent\"",
        "jump_direction = \"any\"",
        "jump_over = \"either\"",
        "jumping = \"optional\"",
        "chain = \"may-continue\"",
        "blockade = \"allowed\"",
        "move_limit = 119",
        "last_move = \"immediate\"",
        "points = \"win\"",
    ] {
        let other = variant("buettgenbach-1899", field);
        assert_eq!(Isomorphism::between(&base, &other), None, "{field}");
    }
    let renamed = variant("buettgenbach-1899", "");
    assert_eq!(Isomorphism::between(&base, &renamed).unwrap().to_string(), "field for field");
}

/// The identity does not map these records to each other; playing both detects it.
#[test]
fn lockstep_detects_a_false_relabelling() {
    let base = named("buettgenbach-1899");
    let itself = Isomorphism::between(&base, &base).unwrap();
    for (field, what) in [
        ("jump_direction = \"any\"", "moves"),
        ("jumping = \"optional\"", "moves"),
        ("goal = \"opponent\"", "distances"),
        ("move_limit = 60", "moves"),
        ("start = \"exchanged\"", "positions"),
    ] {
        let other = variant("buettgenbach-1899", field);
        assert!(!itself.maps(&base, &other), "{field}");
        let found = (0..20).find_map(|seed| play(&itself, [&base, &other], seed).err());
        assert_eq!(found.unwrap().what, what, "{field}");
    }
}

//! `salta solo`.

use serde_json::json;

use salta_tests::place::call;

use super::json_of;

/// White's E and D have changed places at the edge of their row.
const SWAPPED: &str = "KLMNO/FGHIJ/ABCED/5/5/5/5/5/5/5 w 0";

/// The end of a random game, for which a search of one node has no proof.
const SCATTERED: &str = "1HCG1/NLJ1M/K1FD1/oOdIk/B1E1c/Ae1j1/b2ah/f1gn1/1mi1l/5 w 240";

#[test]
fn the_start_takes_105_moves() {
    let said = call(&["solo"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let last = said.out.lines().last().unwrap();
    assert!(last.starts_with("White: 105 moves, proven shortest"), "{last}");
    let black = json_of(&["solo", "--side", "black", "--json"]);
    assert_eq!((&black["solo"], &black["proven"]), (&json!(105), &json!(true)));
    assert_eq!(black["moves"].as_array().unwrap().len(), 105);
}

#[test]
fn the_moves_lead_home() {
    let found = json_of(&["solo", "--position", SWAPPED, "--json"]);
    let moves = found["moves"].as_array().unwrap();
    assert_eq!(json!([moves.len(), moves.len()]), found["bounds"]);
    // All of White's pieces are on rows 8 to 10, each on its goal except E and D on 84 and 85.
    let goal = |square: u32| match square {
        84 => 85,
        85 => 84,
        home => home,
    };
    let squares = (8..=10).flat_map(|row| (1..=5).map(move |place| 10 * row + place));
    let mut pieces: Vec<(u32, u32)> = squares.map(|square| (square, goal(square))).collect();
    for text in moves {
        let (from, to) = text.as_str().unwrap().split_once('-').unwrap();
        let (from, to): (u32, u32) = (from.parse().unwrap(), to.parse().unwrap());
        assert!(pieces.iter().all(|piece| piece.0 != to), "{text}");
        pieces.iter_mut().find(|piece| piece.0 == from).unwrap().0 = to;
    }
    assert!(pieces.iter().all(|piece| piece.0 == piece.1), "{pieces:?}");
}

#[test]
fn without_nodes_an_interval() {
    let found = json_of(&["solo", "--position", SCATTERED, "--budget", "1", "--json"]);
    assert_eq!((&found["solo"], &found["proven"]), (&json!(null), &json!(false)));
    assert!(found["bounds"][0].as_u64() < found["bounds"][1].as_u64());
    let said = call(&["solo", "--position", SCATTERED, "--budget", "1"]);
    assert!(said.out.contains("not proven shortest: between"), "{}", said.out);
}

#[test]
fn bad_input_is_named() {
    call(&["solo", "--position", "5/5 w 0"]).refused(&["--position"]);
}

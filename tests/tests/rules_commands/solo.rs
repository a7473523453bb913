//! `salta solo`.

use serde_json::json;

use salta_tests::place::call;

use super::json_of;

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
    assert_eq!(black["bounds"], json!([105, 105]));
    assert_eq!(black["moves"].as_array().unwrap().len(), 105);
}

#[test]
fn without_nodes_an_interval() {
    let found = json_of(&["solo", "--position", SCATTERED, "--budget", "1", "--json"]);
    assert_eq!((&found["solo"], &found["proven"]), (&json!(null), &json!(false)));
    assert!(found["bounds"][0].as_u64() < found["bounds"][1].as_u64());
    let said = call(&["solo", "--position", SCATTERED, "--budget", "1"]);
    assert!(said.out.contains("not proven shortest: between"), "{}", said.out);
}

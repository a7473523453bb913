//! `salta perft`, `moves`, `points`, `replay` and `variants`, run as a user runs them.

#[path = "rules_commands/bad_input.rs"]
mod bad_input;
#[path = "rules_commands/perft_check.rs"]
mod perft_check;
#[path = "rules_commands/replay.rs"]
mod replay;
#[path = "rules_commands/solo.rs"]
mod solo;

use salta_tests::binary::root;
use salta_tests::place::{Place, call};
use serde_json::{Value, json};

const MIDDLE: &str = "eOc1a/Fdhbf/j1Mg1/o1m2/3l1/1Li2/Kn1NJ/2G2/BCHI1/A1kDE w 40";
/// White has no pieces, so is home, and is to move: the game is over under every rule text.
const WHITE_HOME: &str = "5/5/5/5/5/5/5/5/5/a4 w 2";

/// Calls `salta`, which must succeed without messages, and parses its one line of JSON.
fn json_of(arguments: &[&str]) -> Value {
    let said = call(arguments);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{arguments:?}");
    said.line()
}

fn in_repository(path: &str) -> String {
    root().join(path).to_str().unwrap().to_owned()
}

#[test]
fn perft_counts_from_a_position_in_a_variant() {
    // In Walker's rules Black moves first, so White is to move at odd plies.
    let [middle, over] = [MIDDLE.replace("w 40", "w 41"), WHITE_HOME.replace("w 2", "w 3")];
    for (position, depth, nodes) in [(&middle, 2, 1_785), (&over, 3, 0), (&over, 0, 1)] {
        let depth_text = depth.to_string();
        let perft = ["perft", "--json", "--variant", "walker", "--depth", &depth_text];
        let found = json_of(&[&perft[..], &["--position", position]].concat());
        assert_eq!(found, json!({"depth": depth, "nodes": nodes}));
    }
}

#[test]
fn perft_divides_in_order_of_text() {
    let said = call(&["perft", "--depth", "2", "--divide", "--json"]);
    let start = r#"{"depth":2,"nodes":81,"divide":{"31-41":9,"32-41":9,"32-42":9,"#;
    assert!(said.out.starts_with(start), "{}", said.out);
    assert_eq!(json_of(&["perft", "--depth", "0", "--divide", "--json"])["divide"], json!({}));
    call(&["perft", "--depth", "2", "--divide"]).says(&["33-43   e3-f4", "depth 2: 81 move"]);
}

#[test]
fn perft_beyond_the_longest_game_is_none() {
    let json = json_of(&["perft", "--depth", "4294967295", "--divide", "--json"]);
    assert_eq!((&json["nodes"], &json["divide"]["33-43"]), (&json!(0), &json!(0)));
    let deep = call(&["perft", "--depth", "4294967295", "--variant", "walker", "--json"]);
    deep.refused(&["--depth 4294967295"]);
}

#[test]
fn moves_are_salta_numbers_in_order_of_text() {
    let json = json_of(&["moves", "--json"]);
    let moves = ["31-41", "32-41", "32-42", "33-42", "33-43", "34-43", "34-44", "35-44", "35-45"];
    assert_eq!(json, json!({"moves": moves, "outcome": null}));
    let jump = "5/5/5/5/5/3b1/3B1/5/A4/5 b 1";
    assert_eq!(json_of(&["moves", "--json", "--position", jump])["moves"], json!(["54:35"]));
    let rows_of_three_digits = "5/1B3/1A3/5/5/5/5/5/5/a4 w 2";
    let json = json_of(&["moves", "--json", "--position", rows_of_three_digits]);
    let moves = ["82-72", "82-73", "82-93", "92-101", "92-102", "92-81"];
    assert_eq!(json["moves"], json!(moves));
}

#[test]
fn moves_of_a_finished_game_are_its_outcome() {
    let json = json_of(&["moves", "--json", "--position", WHITE_HOME]);
    assert_eq!(json["moves"], json!([]));
    assert_eq!(json["outcome"], json!({"margin": 8}));
    let line = WHITE_HOME.replace("w 2", "w 3");
    let json = json_of(&["moves", "--json", "--variant", "walker", "--position", &line]);
    assert_eq!(json["outcome"], json!({"margin": 1}));
    call(&["moves", "--position", WHITE_HOME]).says(&["The game is over: White wins by 8 points."]);
}

#[test]
fn points_are_proven_or_an_interval() {
    let json = json_of(&["points", "--json", "--position", MIDDLE]);
    for side in ["white", "black"] {
        let points = &json[side];
        assert!(points["solo"].as_u64() >= points["distance"].as_u64(), "{json}");
        assert_eq!(points["proven"], json!(true));
    }
    let json = json_of(&["points", "--json", "--position", MIDDLE, "--exact-nodes", "0"]);
    let black = &json["black"];
    assert_eq!((&black["solo"], &black["proven"]), (&json!(null), &json!(false)), "{json}");
    let bounds = black["bounds"].as_array().unwrap();
    assert!(bounds.len() == 2 && bounds[0].as_u64() < bounds[1].as_u64(), "{json}");
    call(&["points", "--position", MIDDLE, "--exact-nodes", "0"]).says(&["not proven"]);
}

#[test]
fn variants_as_table_toml_and_json() {
    call(&["variants"]).says(&["walker-9i", "may-continue"]);
    let all = json_of(&["variants", "--json"]);
    assert_eq!(all["variants"].as_array().unwrap().len(), 8);
    let one = json_of(&["variants", "nestor", "--json"]);
    assert_eq!((&one["goal"], &one["move_limit"]), (&json!("opponent"), &json!(120)));
    assert_eq!(one, all["variants"][4]);
}

#[test]
fn a_shown_record_is_a_variant_file() {
    let folder = Place::new();
    let path = folder.file("mine.toml", call(&["variants", "checkerboard"]).out);
    let json = |variant: &str| json_of(&["variants", variant, "--json"]);
    assert_eq!(json(&path), json("checkerboard"));
}

#[test]
fn classes_of_one_game() {
    let folder = Place::new();
    // Walker's leaflet seen from the other side of the board.
    let path =
        folder.file("turned.toml", "base = \"walker\"\nname = \"turned\"\nfirst_mover = \"white\"");
    let arguments = ["variants", "--classes", "--games", "5", "--json", path.as_str()];
    let found = json_of(&arguments);
    let classes = found["classes"].as_array().unwrap();
    assert_eq!(classes.len(), 7);
    let walker = classes.iter().find(|class| class["name"] == "walker").unwrap();
    let turned = &walker["members"][1];
    assert_eq!((&turned["name"], &turned["games"]), (&json!("turned"), &json!(5)));
    assert_eq!(turned["relabelling"]["turned"], json!(true));
    let said = call(&arguments[..4]).well();
    assert!(said.out.starts_with("8 variants, 7 different games"), "{}", said.out);
    call(&["variants", "walker", "nestor"]).failed(&["--classes"]);
}

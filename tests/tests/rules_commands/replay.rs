//! `salta replay`.

use serde_json::json;

use salta_tests::place::{Place, call};

use super::{in_repository, json_of};

fn game_of_1901() -> String {
    in_repository("data/games/krone-grotewold-1901.salta")
}

#[test]
fn the_game_of_1901() {
    let json = json_of(&["replay", &game_of_1901(), "--json"]);
    let end = "KLMBO/F1HA1/G3E/2N1C/2JD1/1I3/5/edcba/jihgf/onmlk w 214";
    assert_eq!((&json["plies"], &json["position"]), (&json!(214), &json!(end)));
    assert_eq!(json["white"], json!({"distance": 25, "solo": 27, "proven": true}));
    assert_eq!(json["black"], json!({"distance": 0, "solo": 0, "proven": true}));
    assert_eq!(json["outcome"], json!({"margin": -27}));
    call(&["replay", &game_of_1901()]).says(&["Krone", "Black wins by 27"]);
    let open = json_of(&["replay", &game_of_1901(), "--json", "--exact-nodes", "0"]);
    let outcome = &open["outcome"];
    assert_eq!((&outcome["margin"], &outcome["proven"]), (&json!(null), &json!(false)));
    let [lo, hi] = [0, 1].map(|end| outcome["bounds"][end].as_i64().unwrap());
    assert!(lo <= -27 && -27 <= hi && lo < hi, "{outcome}");
}

#[test]
fn an_unfinished_game_has_no_outcome() {
    let folder = Place::new();
    let path = folder.file("short", "[Variant \"walker\"]\n[Result \"*\"]\n1. f8e7 e3f4 *\n");
    let json = json_of(&["replay", &path, "--json"]);
    assert_eq!((&json["plies"], &json["outcome"]), (&json!(2), &json!(null)));
    assert!(call(&["replay", &path]).out.contains("black to move"));
}

#[test]
fn the_first_illegal_ply_is_named() {
    let folder = Place::new();
    let text = "[Variant \"buettgenbach-1899\"]\n\n1. e3f4 f8e7\n2. c3d4 a1b2 3. e3d4\n";
    let path = folder.file("wrong.salta", text);
    let parts = ["wrong.salta", "line 4", "ply 4", "a1-b2 (11-21)", "b8-a7 (81-71)"];
    let said = call(&["replay", &path, "--json"]).warns(&parts);
    let error = &said.line()["error"];
    assert_eq!(said.code, 1);
    assert_eq!((&error["ply"], &error["line"]), (&json!(4), &json!(4)));
    assert_eq!(error["move"], "11-21");
    let legal = error["legal"].as_array().unwrap();
    assert!(legal.contains(&json!("81-71")) && legal.is_sorted_by_key(|mv| mv.as_str()), "{error}");
    let plain = call(&["replay", &path]);
    assert_eq!((plain.code, plain.out.as_str(), plain.err), (1, "", said.err));
}

#[test]
fn a_move_behind_the_end_is_illegal() {
    let folder = Place::new();
    let text = std::fs::read_to_string(game_of_1901()).unwrap();
    let path = folder.file("long", format!("{}\n108. a1b2\n", text.trim_end()));
    let said = call(&["replay", &path, "--json"]).warns(&["the game was over"]);
    let error = &said.line()["error"];
    assert_eq!((said.code, &error["ply"], &error["legal"]), (1, &json!(215), &json!([])));
}

#[test]
fn a_position_header_is_honoured() {
    let folder = Place::new();
    let header = "[Variant \"buettgenbach-1899\"]\n[Position \"5/5/5/5/5/3b1/3B1/5/A4/5 b 41\"]\n";
    let path = folder.file("middle", format!("{header}21... g5:i3\n"));
    let json = json_of(&["replay", &path, "--json"]);
    assert_eq!(json["plies"], 1);
    assert_eq!(json["position"], "5/5/5/5/5/5/3B1/4b/A4/5 w 42");
}

#[test]
fn the_variant_is_named_by_the_file_or_the_user() {
    let folder = Place::new();
    let moves = "1. e3f4 f8e7\n";
    let nameless = folder.file("nameless", moves);
    call(&["replay", &nameless]).refused(&["Variant", "--variant"]);
    let json = json_of(&["replay", &nameless, "--json", "--variant", "meyers-1908"]);
    assert_eq!(json["plies"], 2);
    let unknown = folder.file("unknown", format!("[Variant \"./x.toml\"]\n{moves}"));
    call(&["replay", &unknown]).refused(&["`Variant`", "meyers-1908"]);
    assert_eq!(call(&["replay", &unknown, "--variant", "meyers-1908"]).code, 0);
}

#[test]
fn a_result_that_differs_is_refused() {
    let folder = Place::new();
    let text = std::fs::read_to_string(game_of_1901()).unwrap();
    for (result, code, start) in
        [("-27", 0, ""), ("+3", 1, "error: "), ("*", 0, "warning: "), ("0-1", 1, "error: ")]
    {
        let game = text.replacen('\n', &format!("\n[Result \"{result}\"]\n"), 1);
        let path = folder.file("game", &game);
        let said = call(&["replay", &path, "--json"]);
        assert_eq!((said.code, said.err.starts_with(start)), (code, true), "{}", said.err);
        assert_eq!(said.line()["outcome"], json!({"margin": -27}));
        let two = folder.file("two", format!("[Event \"1\"]\n1. e3f4 f8e7\n\n{game}"));
        let said = call(&["replay", &two, "--variant", "buettgenbach-1899"]);
        let second = said.err.contains("two: game 2: ");
        assert_eq!((said.code, second), (code, code == 1), "{}", said.err);
    }
}

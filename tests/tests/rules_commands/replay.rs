//! `salta replay`.

use serde_json::json;

use super::{file, in_repository, json_of, one_line, run, shown};

fn game_of_1901() -> String {
    shown(&in_repository("data/games/krone-grotewold-1901.salta"))
}

#[test]
fn the_game_of_1901() {
    let json = json_of(&["replay", &game_of_1901(), "--json"]);
    let end = "KLMBO/F1HA1/G3E/2N1C/2JD1/1I3/5/edcba/jihgf/onmlk w 214";
    assert_eq!((&json["plies"], &json["position"]), (&json!(214), &json!(end)));
    assert_eq!(json["white"], json!({"distance": 25, "solo": 27, "proven": true}));
    assert_eq!(json["black"], json!({"distance": 0, "solo": 0, "proven": true}));
    assert_eq!(json["outcome"], json!({"margin": -27}));
    let plain = run(&["replay", &game_of_1901()]).out;
    assert!(plain.contains("Krone") && plain.contains("Black wins by 27"), "{plain}");
    let open = json_of(&["replay", &game_of_1901(), "--json", "--nodes", "0"]);
    assert_eq!(
        (&open["outcome"]["margin"], &open["outcome"]["proven"]),
        (&json!(null), &json!(false))
    );
}

#[test]
fn an_unfinished_game_has_no_outcome() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "short", "[Variant \"walker\"]\n[Result \"*\"]\n1. f8e7 e3f4 *\n");
    let json = json_of(&["replay", &path, "--json"]);
    assert_eq!((&json["plies"], &json["outcome"]), (&json!(2), &json!(null)));
    assert!(run(&["replay", &path]).out.contains("black to move"));
}

#[test]
fn the_first_illegal_ply_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[Variant \"buettgenbach-1899\"]\n\n1. e3f4 f8e7\n2. c3d4 a1b2 3. e3d4\n";
    let path = file(&folder, "wrong.salta", text);
    let said = run(&["replay", &path, "--json"]);
    let error = &one_line(&said.out)["error"];
    assert_eq!(said.code, 1);
    assert_eq!(
        (&error["ply"], &error["line"], &error["move"]),
        (&json!(4), &json!(4), &json!("11-21"))
    );
    let legal = error["legal"].as_array().unwrap();
    assert!(legal.contains(&json!("81-71")) && legal.is_sorted_by_key(|mv| mv.as_str()), "{error}");
    for part in ["wrong.salta", "line 4", "ply 4", "a1-b2 (11-21)", "b8-a7 (81-71)"] {
        assert!(said.err.contains(part), "{part}: {}", said.err);
    }
    let plain = run(&["replay", &path]);
    assert_eq!((plain.code, plain.out.as_str(), plain.err), (1, "", said.err));
}

#[test]
fn a_move_behind_the_end_is_illegal() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(game_of_1901()).unwrap();
    let path = file(&folder, "long", format!("{}\n108. a1b2\n", text.trim_end()));
    let said = run(&["replay", &path, "--json"]);
    let error = &one_line(&said.out)["error"];
    assert_eq!((said.code, &error["ply"], &error["legal"]), (1, &json!(215), &json!([])));
    assert!(said.err.contains("the game was over"), "{}", said.err);
}

#[test]
fn a_position_header_is_honoured() {
    let folder = tempfile::tempdir().unwrap();
    let header = "[Variant \"buettgenbach-1899\"]\n[Position \"5/5/5/5/5/3b1/3B1/5/A4/5 b 41\"]\n";
    let path = file(&folder, "middle", format!("{header}21... g5:i3\n"));
    let json = json_of(&["replay", &path, "--json"]);
    assert_eq!(
        (&json["plies"], &json["position"]),
        (&json!(1), &json!("5/5/5/5/5/5/3B1/4b/A4/5 w 42"))
    );
}

#[test]
fn the_variant_is_named_by_the_file_or_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "1. e3f4 f8e7\n";
    let nameless = file(&folder, "nameless", moves);
    let said = run(&["replay", &nameless]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("Variant") && said.err.contains("--variant"), "{}", said.err);
    assert_eq!(
        json_of(&["replay", &nameless, "--json", "--variant", "meyers-1908"])["plies"],
        json!(2)
    );
    let unknown = file(&folder, "unknown", format!("[Variant \"./x.toml\"]\n{moves}"));
    let said = run(&["replay", &unknown]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("`Variant`") && said.err.contains("meyers-1908"), "{}", said.err);
    assert_eq!(run(&["replay", &unknown, "--variant", "meyers-1908"]).code, 0);
}

#[test]
fn a_result_that_differs_is_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(game_of_1901()).unwrap();
    for (result, warned) in [("-27", false), ("+3", true), ("*", true), ("0-1", true)] {
        let path = file(&folder, "game", format!("[Result \"{result}\"]\n{text}"));
        let said = run(&["replay", &path, "--json"]);
        assert_eq!((said.code, said.err.starts_with("warning: ")), (0, warned), "{}", said.err);
        assert_eq!(one_line(&said.out)["outcome"], json!({"margin": -27}));
    }
}

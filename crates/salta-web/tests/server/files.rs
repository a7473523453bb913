//! Games as files.

use serde_json::json;

use crate::http::{Running, game};

#[test]
fn what_is_saved_is_loaded() {
    let server = Running::plain();
    let ask = json!({ "game": game(&["e3-f4", "f8-e7"]), "white": "a \"b\"", "black": "c",
        "date": "2026.11.21" });
    let saved = server.told("/api/write", &ask);
    let text = saved["text"].as_str().unwrap();
    assert!(
        text.contains("[Variant \"buettgenbach-1899\"]") && text.ends_with("1. e3-f4 f8-e7 *\n")
    );
    let read = server.told("/api/read", &json!({ "text": text }));
    let line = json!(["e3-f4", "f8-e7"]);
    assert_eq!((&read["lines"], &read["white"]), (&json!([line]), &json!("a \"b\"")));
    // Of several games the first one is read.
    let of_two = server.told("/api/read", &json!({ "text": text.repeat(2) }));
    assert_eq!((&read["games"], &of_two["games"]), (&json!(1), &json!(2)));
    assert_eq!(of_two["lines"], read["lines"]);
}

#[test]
fn variations_survive_a_file() {
    let server = Running::plain();
    let (line, tried) = (["e3-f4", "f8-e7"], ["e3-f4", "d8-c7", "c3-d4"]);
    let mut ask = json!({ "game": game(&line), "variations": [tried], "white": "a", "black": "b",
        "date": "" });
    let saved = server.told("/api/write", &ask);
    let text = saved["text"].as_str().unwrap();
    assert!(text.ends_with("1. e3-f4 f8-e7 (1... d8-c7 2. c3-d4) *\n"), "{text}");
    let read = server.told("/api/read", &json!({ "text": text }));
    assert_eq!(read["lines"], json!([line, tried]));
    // A remark that the rules do not allow is left out.
    let remark = text.replace("d8-c7", "f8-d6");
    let read = server.told("/api/read", &json!({ "text": remark }));
    assert_eq!(read["lines"], json!([line]));
    // So is one that says nothing new, and one that is too long for other requests.
    let again = text.replace("(1... d8-c7", "(1... f8-e7) (1... d8-c7");
    let read = server.told("/api/read", &json!({ "text": again }));
    assert_eq!(read["lines"], json!([line, tried]));
    let lines_of = |rounds: usize| {
        let moves = "c3-d4 e7-f8 d4-c3 f8-e7 ".repeat(rounds);
        let text = format!("[Variant \"walker\"]\n1. f8-e7 e3-f4 (1... {moves}c3-d4) *");
        server.told("/api/read", &json!({ "text": text }))["lines"].as_array().unwrap().len()
    };
    assert_eq!([999, 1000].map(lines_of), [2, 1]);
    ask["variations"] = json!([["a1-b2"]]);
    server.refuses("/api/write", &ask, "Move 1 (a1-b2) cannot be played");
    ask["game"] = game(&[]);
    ask["variations"] = json!([tried]);
    server.refuses("/api/write", &ask, "cannot hold variations");
    ask["game"] = game(&line[..1]);
    let saved = server.told("/api/write", &ask);
    let read = server.told("/api/read", &json!({ "text": saved["text"] }));
    assert_eq!(read["lines"], json!([["e3-f4"], tried]));
    // None is left out without a word.
    ask["variations"] = json!(vec![tried; 200]);
    server.refuses("/api/write", &ask, "at most 199 variations");
    let many = text.replace("(1... d8-c7 2. c3-d4)", &"(1... d8-c7 2. c3-d4) ".repeat(200));
    let ask = json!({ "text": many });
    server.refuses("/api/read", &ask, "at most 199 variations");
}

#[test]
fn positions_survive_a_file() {
    let server = Running::plain();
    let line = "eOc1a/Fdhbf/j1Mg1/o1m2/3l1/1Li2/Kn1NJ/2G2/BCHI1/A1kDE w 40";
    let game = json!({ "variant": "checkerboard", "start": line });
    let ask = json!({ "game": game, "white": "a", "black": "b", "date": "" });
    let saved = server.told("/api/write", &ask);
    let read = server.told("/api/read", &json!({ "text": saved["text"] }));
    assert_eq!((&read["start"], &read["variant"]), (&json!(line), &json!("checkerboard")));
}

#[test]
fn what_is_no_game_is_refused() {
    let server = Running::plain();
    for (text, part) in [
        ("", "no `Variant` header"),
        ("[Variant \"walker\"]\n1. hello", "Line 2: `hello` is not a move"),
        ("[Variant \"walker\"]\n1. e3-f4 *", "cannot be played"),
        ("[Variant \"chess\"]\n*", "no variant named"),
    ] {
        server.refuses("/api/read", &json!({ "text": text }), part);
    }
}

//! Games on smaller boards.

use salta_core::{Variant, rules};
use salta_web::Options;
use serde_json::{Value, json};

use crate::http::Running;

fn server() -> Running {
    let text = "base = \"buettgenbach-1899\"\nname = \"small\"\nboard = \"6x6\"\nranks = 1\n";
    let variants = vec![Variant::new(rules::parse(text).unwrap())];
    Running::with(Options { variants, ..Options::default() })
}

fn game(moves: &[&str]) -> Value {
    json!({ "variant": "small", "moves": moves })
}

#[test]
fn pages_are_told_the_board_and_its_names() {
    let server = server();
    let (status, view) = server.post("/api/game", &json!({ "game": game(&["a1-b2", "63-53"]) }));
    assert_eq!((status, &view["board"]), (200, &json!([6, 6])), "{view}");
    assert_eq!(view["positions"][0], "cba/3/3/3/3/ABC w 0");
    assert_eq!(
        (&view["moves"][1]["text"], &view["moves"][1]["numbers"]),
        (&json!("f6-e5"), &json!("63-53"))
    );
    assert_eq!((&view["goals"][0][0], &view["goals"][0][3]), (&json!("b6"), &json!(null)));
    let from: Vec<&str> =
        view["legal"].as_array().unwrap().iter().map(|mv| mv["from"].as_str().unwrap()).collect();
    assert!(from.contains(&"b2") && from.contains(&"c1"), "{from:?}");
}

#[test]
fn opponents_and_analysts_use_the_names_of_the_board() {
    let server = server();
    for opponent in ["greedy", "alphabeta@2:nodes=500", "uct:sims=50"] {
        let ask = json!({ "game": game(&[]), "opponent": opponent, "seed": 5 });
        let (_, reply) = server.post("/api/reply", &ask);
        let moves = [reply["move"].as_str().unwrap()];
        assert_eq!(server.post("/api/game", &json!({ "game": game(&moves) })).0, 200, "{reply}");
        assert!(reply["words"][0].as_str().unwrap().contains(&moves[0][..2]), "{reply}");
    }
    let (_, hint) = server.post("/api/hint", &json!({ "game": game(&[]), "by": "alphabeta@2" }));
    let line = hint["move"]["text"].as_str().unwrap();
    assert_eq!(server.post("/api/game", &json!({ "game": game(&[line]) })).0, 200, "{hint}");
    let asked = json!({ "game": game(&["a1-b2"]), "by": "alphabeta@2" });
    for point in server.events("/api/review", &asked) {
        let best = point["best"]["text"].as_str().unwrap();
        assert!(best.starts_with(['a', 'b', 'c', 'd', 'e', 'f']), "{point}");
    }
}

#[test]
fn games_are_written_and_read_by_the_names_of_the_board() {
    let server = server();
    let moves = ["a1-b2", "f6-e5"];
    let ask = json!({ "game": game(&moves), "white": "a", "black": "b", "date": "1899.01.01" });
    let (_, written) = server.post("/api/write", &ask);
    let text = written["text"].as_str().unwrap();
    assert!(text.contains("1. a1-b2 f6-e5 *"), "{text}");
    assert_eq!(server.post("/api/read", &json!({ "text": text })).1["moves"], json!(moves));
    let outside = text.replace("a1-b2", "i9-j10");
    let said = server.refusal("/api/read", &json!({ "text": outside }));
    assert!(said.contains("`i9-j10` leaves the 6x6 board"), "{said}");
}

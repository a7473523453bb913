//! Games on smaller boards.

use salta_core::{Variant, rules};
use salta_web::{Options, Server};
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
    let view = server.told("/api/game", &json!({ "game": game(&["a1-b2", "63-53"]) }));
    assert_eq!(view["board"], json!([6, 6]), "{view}");
    assert_eq!(view["positions"][0], "cba/3/3/3/3/ABC w 0");
    assert_eq!(view["moves"][1]["text"], "f6-e5");
    assert_eq!(view["moves"][1]["numbers"], "63-53");
    assert_eq!((&view["goals"][0][0], &view["goals"][0][3]), (&json!("b6"), &json!(null)));
    let from: Vec<&str> =
        view["legal"].as_array().unwrap().iter().map(|mv| mv["from"].as_str().unwrap()).collect();
    assert!(from.contains(&"b2") && from.contains(&"c1"), "{from:?}");
}

#[test]
fn a_variant_on_offer_can_be_named_again_and_not_changed() {
    let bind = |text| {
        let variants = vec![Variant::new(rules::parse(text).unwrap())];
        Server::bind(Options { variants, ..Options::default() }).err()
    };
    assert!(bind("base = \"walker\"").is_none());
    let error = bind("base = \"walker\"\nmove_limit = 90").unwrap().to_string();
    assert!(error.contains("two variants are named `walker`"), "{error}");
}

#[test]
fn opponents_and_analysts_use_the_names_of_the_board() {
    let server = server();
    for opponent in ["greedy", "alphabeta@2:nodes=500", "uct:sims=50"] {
        let ask = json!({ "game": game(&[]), "opponent": opponent, "seed": 5 });
        let reply = server.told("/api/reply", &ask);
        let moves = [reply["move"].as_str().unwrap()];
        server.told("/api/game", &json!({ "game": game(&moves) }));
        assert_eq!(reply["words"][0]["with"]["from"], moves[0][..2], "{reply}");
    }
    let hint = server.told("/api/hint", &json!({ "game": game(&[]), "by": "alphabeta@2" }));
    let line = hint["move"]["text"].as_str().unwrap();
    server.told("/api/game", &json!({ "game": game(&[line]) }));
    let asked = json!({ "game": game(&["a1-b2"]), "by": "alphabeta@2" });
    for point in server.events("/api/review", &asked) {
        let best = point["best"]["text"].as_str().unwrap();
        assert!(best.starts_with(['a', 'b', 'c', 'd', 'e', 'f']), "{point}");
    }
}

#[test]
fn a_network_for_the_full_board_is_refused() {
    let server = server();
    let ask = json!({ "game": game(&[]), "opponent": "checkpoint:quickstart:sims=2" });
    let by = json!({ "game": game(&[]), "by": "quickstart" });
    for (path, body) in [("reply", &ask), ("hint", &by), ("analyse", &by), ("review", &by)] {
        server.refuses(&format!("/api/{path}"), body, "plays the 10x10 board only, not 6x6");
    }
}

#[test]
fn games_are_written_and_read_by_the_names_of_the_board() {
    let server = server();
    let moves = ["a1-b2", "f6-e5"];
    let ask = json!({ "game": game(&moves), "white": "a", "black": "b", "date": "1899.01.01" });
    let written = server.told("/api/write", &ask);
    let text = written["text"].as_str().unwrap();
    assert!(text.contains("1. a1-b2 f6-e5 *"), "{text}");
    assert_eq!(server.told("/api/read", &json!({ "text": text }))["lines"], json!([moves]));
    let outside = text.replace("a1-b2", "i9-j10");
    server.refuses("/api/read", &json!({ "text": outside }), "`i9-j10` leaves the 6x6 board");
}

#[test]
fn a_table_tells_the_exact_value_of_every_move() {
    let text = "base = \"buettgenbach-1899-free\"\nname = \"tiny\"\nboard = \"4x4\"\nranks = 1\n";
    let variant = Variant::new(rules::parse(text).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tiny.table");
    salta_solve::solve(&variant, Some(&path), &mut |_| true).unwrap();
    let table = salta_solve::Table::open(&path).unwrap();
    let server = Running::with(Options { tables: vec![path.clone()], ..Options::default() });
    let about: Value = serde_json::from_str(&server.get("/api/about").1).unwrap();
    let known = about["variants"].as_array().unwrap().iter().find(|known| known["name"] == "tiny");
    assert_eq!(known.unwrap()["analyst"], "perfect");
    let game = json!({ "variant": "tiny", "moves": [] });
    let told = server.events("/api/analyse", &json!({ "game": game }));
    let candidates = told.last().unwrap()["opinion"]["candidates"].as_array().unwrap();
    let exact = table.moves(&variant.start()).unwrap();
    assert_eq!(candidates.len(), exact.len());
    for (mv, exact) in exact {
        let name = variant.to_local(mv).to_string();
        let shown = candidates.iter().find(|shown| shown["move"]["text"] == name.as_str());
        assert_eq!(shown.unwrap()["margin"], json!(f64::from(exact.value)), "{name}");
        assert_eq!(shown.unwrap()["plies"], exact.plies, "{name}");
    }
    // Another analyst's opinion has the same values beside it.
    let by_search = server.events("/api/analyse", &json!({ "game": game, "by": "alphabeta@2" }));
    let beside = by_search.last().unwrap();
    assert_eq!(beside["exact"]["candidates"], json!(candidates));
    assert_eq!(beside["by"], "alphabeta@2");
    // It lacks positions with fewer pieces, which others analyse.
    let fewer = json!({ "variant": "tiny", "start": "1a/2/2/AB w 0", "moves": [] });
    let by_search = server.events("/api/analyse", &json!({ "game": fewer, "by": "alphabeta@2" }));
    assert_eq!(by_search.last().unwrap()["exact"], Value::Null);
    let by_default = server.events("/api/analyse", &json!({ "game": fewer, "by": null }));
    assert_eq!(by_default.last().unwrap()["by"], "alphabeta@2");
    server.told("/api/hint", &json!({ "game": fewer }));
    server.refuses("/api/hint", &json!({ "game": fewer, "by": "perfect" }), "all pieces");
    let ask = json!({ "game": game, "opponent": "perfect", "seed": 1 });
    let reply = server.told("/api/reply", &ask);
    let mv = variant.parse_move(reply["move"].as_str().unwrap()).unwrap();
    assert!(table.best(&variant.start()).unwrap().contains(&mv), "{reply}");
    let moves = [reply["move"].as_str().unwrap()];
    let game = json!({ "variant": "tiny", "moves": moves });
    let points = server.events("/api/review", &json!({ "game": game }));
    assert_eq!(points[1]["lost"], 0.0, "{points:?}");
    // Other variants have no table.
    let asked = json!({ "game": { "variant": "walker", "moves": [] }, "by": "perfect" });
    server.refuses("/api/hint", &asked, "");
    let asked = json!({ "game": asked["game"], "opponent": "perfect", "seed": 1 });
    server.refuses("/api/reply", &asked, "");
}

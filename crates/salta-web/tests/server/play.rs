//! Playing: positions, replies, hints.

use serde_json::json;

use crate::http::{Running, game};

#[test]
fn a_game_is_told_with_all_that_a_page_draws() {
    let server = Running::plain();
    let view = server.told("/api/game", &json!({ "game": game(&["e3-f4", "f8e7"]) }));
    assert_eq!(view["positions"].as_array().unwrap().len(), 3);
    assert_eq!(view["moves"][0]["numbers"], "33-43");
    assert_eq!(view["to_move"], "white");
    assert_eq!(view["goals"][0][0], "b8");
    assert_eq!(view["distances"][0], json!([105, 105]));
    assert!(view["legal"].as_array().unwrap().len() > 5 && view["over"].is_null());
    let start = server.told("/api/game", &json!({ "game": game(&["e3-f4"]), "at": 0 }));
    assert_eq!((&start["at"], &start["legal"].as_array().unwrap().len()), (&json!(0), &9));
}

#[test]
fn a_compulsory_jump_is_said() {
    let server = Running::plain();
    let line = "eOc1a/Fdhbf/j1Mg1/o1m2/3l1/1Li2/Kn1NJ/2G2/BCHI1/A1kDE w 40";
    let game = json!({ "variant": "buettgenbach-1899", "start": line });
    let view = server.told("/api/game", &json!({ "game": game }));
    assert_eq!((&view["must_jump"], &view["legal"][0]["jump"]), (&json!(true), &json!(true)));
    let hint = server.told("/api/hint", &json!({ "game": game }));
    let words = hint["words"].to_string();
    assert!(words.contains("move.forced") && words.contains("move.jump"), "{words}");
}

#[test]
fn a_refused_move_is_explained() {
    let server = Running::plain();
    let ask = |from: &str, to: Option<&str>| {
        server.post("/api/why", &json!({ "game": game(&[]), "from": from, "to": to }))
    };
    let (status, why) = ask("e3", Some("e5"));
    let sentence = json!({ "key": "refused.apart", "with": { "from": "e3", "to": "e5" } });
    assert_eq!((status, &why["sentence"]), (200, &sentence));
    assert_eq!(ask("e3", Some("f4")), (200, json!(null)));
    assert_eq!(ask("e3", Some("z9")).0, 400);
}

#[test]
fn a_finished_game_has_its_points() {
    let server = Running::plain();
    let game = json!({ "variant": "meyers-1908", "start": "5/5/A4/5/5/5/5/5/4a/5 b 41" });
    let view = server.told("/api/game", &json!({ "game": game }));
    let over = &view["over"];
    assert_eq!(over["ending"], "finished", "{view}");
    assert!(over["lo"].as_i64().unwrap() > 0 && over["lo"] == over["hi"], "{over}");
    server.refuses("/api/reply", &json!({ "game": game, "opponent": "greedy" }), "over");
    server.refuses("/api/analyse", &json!({ "game": game }), "over");
}

#[test]
fn every_kind_of_opponent_replies_legally_and_repeatably() {
    let server = Running::plain();
    for opponent in [
        "random",
        "greedy",
        "alphabeta:depth=2",
        "alphabeta@2:nodes=2000",
        "uct:sims=200",
        "checkpoint:quickstart:sims=8",
    ] {
        for variant in ["buettgenbach-1899", "walker"] {
            let game = json!({ "variant": variant, "moves": [] });
            let ask = json!({ "game": game, "opponent": opponent, "seed": 5 });
            let first = server.told("/api/reply", &ask);
            assert_eq!(server.told("/api/reply", &ask), first, "{opponent}");
            let game = json!({ "variant": variant, "moves": [first["move"]] });
            server.told("/api/game", &json!({ "game": game }));
        }
    }
}

#[test]
fn the_server_says_what_it_offers() {
    let server = Running::plain();
    let (status, text) = server.get("/api/about");
    let about: serde_json::Value = serde_json::from_str(&text).unwrap();
    let names = |key: &str| about[key].as_array().unwrap().clone();
    assert_eq!(status, 200);
    assert!(names("networks").contains(&json!("quickstart")), "{about}");
    assert_eq!(
        names("analysts"),
        [
            names("networks"),
            ["alphabeta@2", "alphabeta@3"].map(Into::into).into(),
            ["meyers-1908", "checkerboard", "all-variants"]
                .map(|net| json!(format!("alphabeta@3:net={net}")))
                .into()
        ]
        .concat()
    );
    for (variant, analyst) in [
        ("buettgenbach-1899", "two-hours"),
        ("nestor", "half-hour-nestor"),
        ("walker", "half-hour-walker"),
        ("buettgenbach-1899-free", "half-hour-free"),
        ("walker-9i", "all-variants"),
        ("checkerboard", "alphabeta@3:net=checkerboard"),
    ] {
        let mut variants = about["variants"].as_array().unwrap().iter();
        let found = variants.find(|known| known["name"] == variant).unwrap();
        assert_eq!(found["analyst"], analyst, "{variant}");
    }
    assert_eq!(about["variants"].as_array().unwrap().len(), 8);
    let ladder = &about["ladders"][0];
    assert_eq!(ladder["variant"], "buettgenbach-1899");
    assert_eq!(ladder["levels"][0]["about"]["key"], "plays.random-games");
}

#[test]
fn what_makes_no_sense_is_refused_in_a_sentence() {
    let server = Running::plain();
    let start = |line: &str| json!({ "variant": "buettgenbach-1899", "start": line });
    for (game, part) in [
        (json!({ "variant": "chess" }), "no variant named `chess` here"),
        (game(&["e3-e4"]), "`e4` is a light square"),
        (game(&["e3-f4", "f8-g9"]), "Move 2 (f8-g9) cannot be played"),
        (start("nonsense"), "This is not a position"),
        (start("5/5/5/5/5/5/5/5/5/AA3 w 0"), "stands on"),
        (start("5/5/5/5/5/5/5/5/5/A4 b 0"), "White is to move, not Black"),
        (json!({ "variant": "walker", "moved": [] }), "unknown field"),
        (json!(7), "could not be understood"),
    ] {
        server.refuses("/api/game", &json!({ "game": game }), part);
    }
    for (opponent, part) in [
        ("checkpoint:/etc/passwd:sims=1", "no network named"),
        ("program:ls", "only if the server was started with them"),
        ("alphabeta:depth=9", "at most 5"),
        ("stockfish", "`stockfish` is not a player"),
    ] {
        let ask = json!({ "game": game(&[]), "opponent": opponent });
        server.refuses("/api/reply", &ask, part);
    }
}

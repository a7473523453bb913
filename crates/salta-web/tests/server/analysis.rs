//! Streams of opinions.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use salta_web::Options;
use serde_json::{Value, json};

use crate::http::{Running, events, game, post};

/// Reads a stream until it holds `count` events, then hangs up.
fn first_events(server: &Running, path: &str, body: &Value, count: usize) -> Vec<Value> {
    let mut stream = server.connect();
    stream.write_all(post(path, &body.to_string()).as_bytes()).unwrap();
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    while text.matches("\n\n").count() < count {
        let read = stream.read(&mut buffer).unwrap();
        assert!(read > 0, "the stream ended early: {text}");
        text += std::str::from_utf8(&buffer[..read]).unwrap();
    }
    let whole = text.rfind("\n\n").unwrap();
    events(&text[..whole])
}

#[test]
fn opinions_of_a_network_grow() {
    let server = Running::plain();
    let ask = json!({ "game": game(&["e3-f4"]), "by": "quickstart" });
    let heard = first_events(&server, "/api/analyse", &ask, 3);
    let opinion = &heard[2]["opinion"];
    assert_eq!(heard[0]["by"], "quickstart");
    assert!(opinion["effort"].as_u64() > heard[0]["opinion"]["effort"].as_u64());
    let candidates = opinion["candidates"].as_array().unwrap();
    let visits: u64 = candidates.iter().map(|c| c["visits"].as_u64().unwrap()).sum();
    assert_eq!(visits, opinion["effort"].as_u64().unwrap());
    let prior: f64 = candidates.iter().map(|c| c["prior"].as_f64().unwrap()).sum();
    assert!((prior - 1.0).abs() < 1e-3, "{prior}");
    assert!((0.0..=1.0).contains(&opinion["score"].as_f64().unwrap()));
    assert!(!candidates[0]["line"].as_array().unwrap().is_empty());
}

#[test]
fn alpha_beta_searches_every_turn() {
    let server = Running::plain();
    let ask = json!({ "game": game(&[]), "by": "alphabeta@2" });
    let heard = first_events(&server, "/api/analyse", &ask, 2);
    let opinion = &heard[1]["opinion"];
    assert_eq!(heard[1]["by"], "alphabeta@2");
    assert!(opinion["depth"].as_u64() > heard[0]["opinion"]["depth"].as_u64());
    assert_eq!(opinion["candidates"].as_array().unwrap().len(), 9);
}

#[test]
fn who_does_not_analyse_is_refused() {
    let server = Running::plain();
    for path in ["/api/analyse", "/api/review", "/api/hint"] {
        let ask = json!({ "game": game(&[]), "by": "/etc/passwd" });
        server.refuses(path, &ask, "no analysis engine named `/etc/passwd` here");
    }
}

#[test]
fn a_search_ends_when_its_reader_leaves() {
    let server = Running::with(Options { threads: 1, ..Options::default() });
    first_events(&server, "/api/analyse", &json!({ "game": game(&[]) }), 1);
    // The only thread is free again at once, or this analysis would wait in vain.
    let begun = Instant::now();
    first_events(&server, "/api/analyse", &json!({ "game": game(&[]) }), 1);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn analyses_beyond_the_threads_are_turned_away_and_leave_play_alone() {
    let server = Running::with(Options { threads: 1, ..Options::default() });
    let mut watching = server.connect();
    // Alpha-beta runs for minutes; a small network would finish before a request times out.
    let body = json!({ "game": game(&[]), "by": "alphabeta@2" }).to_string();
    watching.write_all(post("/api/analyse", &body).as_bytes()).unwrap();
    watching.read_exact(&mut [0; 64]).unwrap();
    let ask = json!({ "game": game(&[]), "opponent": "greedy" });
    server.told("/api/reply", &ask);
    let (status, answer) = server.post("/api/analyse", &json!({ "game": game(&[]) }));
    assert_eq!(status, 503);
    let part = "server is busy with other analyses; try again in about";
    assert!(answer["error"].as_str().unwrap().contains(part), "{answer}");
}

#[test]
fn a_parted_position_is_a_race_with_proven_counts() {
    let server = Running::plain();
    let start = "A1BCD/E4/5/5/5/5/5/5/4e/dcb1a w 60";
    let game = json!({ "variant": "buettgenbach-1899", "start": start });
    let heard = first_events(&server, "/api/analyse", &json!({ "game": game }), 1);
    assert_eq!(heard[0]["race"]["need"][0]["proven"], true, "{}", heard[0]);
}

#[test]
fn a_review_looks_at_every_position() {
    let server = Running::plain();
    let moves = ["e3-f4", "f8-e7", "c3-d4", "d8-c7"];
    let points = server.events("/api/review", &json!({ "game": game(&moves) }));
    assert_eq!(points.len(), 5);
    assert!(points[0]["lost"].is_null() && points[1]["lost"].as_f64().unwrap() >= 0.0);
    assert!(points.iter().all(|point| point["best"]["text"].is_string()), "{points:?}");
}

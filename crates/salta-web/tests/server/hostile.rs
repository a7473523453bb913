//! Hostile input: each is refused or disconnected, and the server keeps running.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::http::{Running, game, post, read_answer};

fn lives(server: &Running) {
    server.told("/api/game", &json!({ "game": game(&[]) }));
}

#[test]
fn huge_bodies_are_refused_unread() {
    let server = Running::plain();
    let (status, text) = server.post_text("/api/game", &"x".repeat(300 << 10));
    assert_eq!(status, 413, "{text}");
    let claimed =
        b"POST /api/game HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
        content-length: 99999999999\r\n\r\n{}";
    let (status, _) = server.raw(claimed);
    assert!([400, 413].contains(&status), "{status}");
    lives(&server);
}

#[test]
fn bad_json_is_refused_in_a_sentence() {
    let server = Running::plain();
    let deep = "[".repeat(100_000);
    for body in ["", "{", "null", "[1,2", "{\"game\":{}}", "\u{0}", &deep] {
        let (status, text) = server.post_text("/api/game", body);
        assert_eq!(status, 400, "{text}");
        assert!(text.contains("\"error\""), "{text}");
    }
    let moves: Vec<&str> = vec!["e3-f4"; 5000];
    server.refuses("/api/game", &json!({ "game": game(&moves) }), "at most 4000 moves");
    lives(&server);
}

#[test]
fn paths_lead_nowhere_but_to_the_pages() {
    let server = Running::plain();
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/js/../../Cargo.toml",
        "/etc/passwd",
        "//etc/passwd",
        "/help/../rules",
        "/help/%00",
        "/js/main.js/",
        "/api",
        "/api/nothing",
        "/.git/config",
    ] {
        let (status, text) = server.get(path);
        assert!([400, 404].contains(&status), "{path}: {status} {text}");
    }
    for (request, expected) in [
        ("DELETE / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n", 405),
        ("GET /api/game HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n", 405),
        ("GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n", 403),
        ("GET / HTTP/1.1\r\nconnection: close\r\n\r\n", 403),
        ("nonsense\r\n\r\n", 400),
    ] {
        assert_eq!(server.raw(request.as_bytes()).0, expected, "{request}");
    }
    let long = format!("GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n", "a".repeat(100_000));
    assert!([414, 431].contains(&server.raw(long.as_bytes()).0));
    lives(&server);
}

#[test]
fn another_site_cannot_send_requests() {
    let server = Running::plain();
    let body = json!({ "game": game(&[]) }).to_string();
    let plain = post("/api/game", &body).replace("application/json", "text/plain");
    assert_eq!(server.raw(plain.as_bytes()).0, 415);
}

#[test]
fn slow_clients_are_disconnected() {
    let server = Running::plain();
    let begun = Instant::now();
    let mut head = server.connect();
    head.write_all(b"GET / HTTP/1.1\r\nhost: loc").unwrap();
    let mut body = server.connect();
    let request = post("/api/game", &"x".repeat(1000));
    body.write_all(&request.as_bytes()[..request.len() - 500]).unwrap();
    assert_eq!(read_answer(&mut body).0, 408);
    let (status, _) = read_answer(&mut head);
    assert!([0, 408].contains(&status), "{status}");
    assert!(begun.elapsed() < Duration::from_secs(40));
    lives(&server);
}

#[test]
fn five_hundred_connections_do_no_harm() {
    let server = Running::plain();
    let silent: Vec<TcpStream> = (0..500).map(|_| server.connect()).collect();
    let begun = Instant::now();
    lives(&server);
    assert!(begun.elapsed() < Duration::from_secs(5), "the silent ones keep nobody out");
    let ended = |mut stream: &TcpStream| {
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        matches!(stream.read(&mut [0; 1]), Ok(0))
    };
    assert!(silent.iter().take(300).all(ended), "the oldest made room");
}

#[test]
fn slow_bodies_keep_nobody_out() {
    let server = Running::plain();
    let request = post("/api/game", &"x".repeat(1000));
    let slow: Vec<TcpStream> = (0..200)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(&request.as_bytes()[..request.len() - 500]).unwrap();
            stream
        })
        .collect();
    let begun = Instant::now();
    lives(&server);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    drop(slow);
}

#[test]
fn fifty_players_at_once_are_served() {
    let server = Running::plain();
    std::thread::scope(|scope| {
        for seed in 0..50 {
            let server = &server;
            scope.spawn(move || {
                let ask = json!({ "game": game(&["e3-f4"]), "opponent": "greedy", "seed": seed });
                server.told("/api/reply", &ask);
            });
        }
    });
}

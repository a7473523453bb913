//! Damaged requests to `salta serve`: each may be left unanswered, but the server must survive.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use rand::{RngExt, rngs::SmallRng};
use salta_tests::serving::Serving;

use crate::Outcome;
use crate::damage::damage;
use crate::good_files::GoodFiles;

/// Number of requests in a case.
const REQUESTS: u32 = 60;

const BODIES: [(&str, &str); 6] = [
    ("game", r#"{"game":{"variant":"buettgenbach-1899","moves":["e3-f4"]},"at":0}"#),
    ("reply", r#"{"game":{"variant":"walker","moves":["f8-e7"]},"opponent":"greedy","seed":1}"#),
    ("hint", r#"{"game":{"variant":"nestor","moves":[]}}"#),
    ("write", r#"{"game":{"variant":"walker","moves":[]},"white":"a","black":"b","date":"1901"}"#),
    ("read", r#"{"text":"[Variant \"nestor\"]\n\n1. e3-f4 f8-e7 *\n"}"#),
    ("analyse", r#"{"game":{"variant":"walker","moves":[]},"by":"alphabeta@2"}"#),
];

/// Sends damaged requests to a new server.
pub(crate) fn case(good: &GoodFiles, rng: &mut SmallRng) -> Outcome {
    let server = Serving::start(&good.copy(None), &[]);
    let sent = (0..REQUESTS).try_for_each(|_| {
        let request = request(&server.address, rng);
        let answer =
            send(&server.address, &request).map_err(|error| format!("{error}: {request:?}"))?;
        let text = String::from_utf8_lossy(&answer);
        let status = text.strip_prefix("HTTP/1.1 ").map(|rest| &rest[..1]);
        match status {
            None | Some("2" | "3" | "4") => Ok(()),
            _ => Err(format!("{text}, to {}", String::from_utf8_lossy(&request))),
        }
    });
    let lives = sent.and_then(|()| {
        let get =
            format!("GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
        let answer = send(&server.address, get.as_bytes())?;
        if answer.starts_with(b"HTTP/1.1 200") { Ok(()) } else { Err("the server is gone".into()) }
    });
    ("damaged: HTTP requests".into(), lives)
}

fn request(address: &str, rng: &mut SmallRng) -> Vec<u8> {
    let (name, body) = BODIES[rng.random_range(0..BODIES.len())];
    let mut body = body.as_bytes().to_vec();
    damage(&mut body, rng);
    let head = format!(
        "POST /api/{name} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
        Connection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let mut request = [head.into_bytes(), body].concat();
    if rng.random_range(0..4) == 0 {
        damage(&mut request, rng);
    }
    request
}

fn send(address: &str, request: &[u8]) -> Result<Vec<u8>, String> {
    let mut stream =
        TcpStream::connect(address).map_err(|error| format!("the server is gone: {error}"))?;
    stream.set_read_timeout(Some(Duration::from_secs(2))).expect("a duration that is not zero");
    let mut answer = Vec::new();
    // The server may close a connection before it has read everything.
    let _ = stream.write_all(request);
    let _ = stream.read_to_end(&mut answer);
    Ok(answer)
}

//! A server under a flood of five hundred clients that each send an incomplete request. Its memory
//! and threads stay bounded, every client is answered or disconnected, and the next one is served.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use salta_tests::binary::root;
use salta_tests::serving::Serving;

const CLIENTS: usize = 500;
/// Bytes of a body, close to the largest that the server accepts.
const BODY: usize = 255 << 10;
/// Connections that the server serves at a time.
const SERVED: usize = 200;
/// With that many connections the server takes about 210 MiB, of which 170 MiB are their bodies and
/// buffers; with all clients it would take more than 400.
const MOST_MEMORY_KIB: u64 = 300 << 10;

/// Reads a number from `/proc/PID/status`, such as the peak memory of the process in KiB.
fn status(serving: &Serving, key: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{}/status", serving.id())).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(key)).unwrap();
    line.trim_start_matches(':').split_whitespace().next().unwrap().parse().unwrap()
}

/// Connects a client and sends all but the last bytes of a request.
fn half_a_request(address: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_write_timeout(Some(Duration::from_secs(5))).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let head = format!(
        "POST /api/game HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
        content-length: {BODY}\r\n\r\n"
    );
    // Beyond its limit, the server may close a connection before everything is sent.
    let _ =
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&vec![b'x'; BODY - 9]));
    stream
}

/// Reads the status of an answer; 0 if the connection ends without one.
fn answer(stream: &mut TcpStream) -> u32 {
    let mut start = [0; 12];
    let read = stream.read_exact(&mut start);
    read.ok().and_then(|()| String::from_utf8_lossy(&start[9..]).parse().ok()).unwrap_or(0)
}

#[test]
fn memory_and_threads_stay_bounded() {
    let serving = Serving::start(root(), &[]);
    let mut clients: Vec<TcpStream> =
        (0..CLIENTS).map(|_| half_a_request(&serving.address)).collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    assert!(status(&serving, "Threads") <= 2 * cores + 8);
    let answers: Vec<u32> = clients.iter_mut().map(answer).collect();
    assert!(answers.iter().all(|status| [0, 408, 503].contains(status)), "{answers:?}");
    let waited = answers.iter().filter(|status| **status == 408).count();
    assert!((100..=SERVED).contains(&waited), "{answers:?}");
    drop(clients);
    let memory = status(&serving, "VmHWM");
    assert!(memory < MOST_MEMORY_KIB, "{memory} KiB");
    let mut next = TcpStream::connect(&serving.address).unwrap();
    next.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    assert_eq!(answer(&mut next), 200);
}

//! A server that runs, and a client that sends exactly what it is given.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use salta_web::{Options, Server};
use serde_json::{Value, json};

/// A server on a free port, stopped when this value is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn plain() -> Running {
        Running::with(Options::default())
    }

    pub(crate) fn with(options: Options) -> Running {
        let server = Server::bind(options).unwrap();
        let (address, stop) = (server.address(), Arc::new(AtomicBool::new(false)));
        let flag = Arc::clone(&stop);
        let thread = thread::spawn(move || server.run(&flag));
        Running { address, stop, thread: Some(thread) }
    }

    /// A connection whose reads time out after a while.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends these bytes and reads to the end: status and body.
    pub(crate) fn raw(&self, request: &[u8]) -> (u16, String) {
        let mut stream = self.connect();
        // A server that refuses may not read to the end.
        let _ = stream.write_all(request);
        read_answer(&mut stream)
    }

    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        let head = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        self.raw(head.as_bytes())
    }

    pub(crate) fn post_text(&self, path: &str, body: &str) -> (u16, String) {
        self.raw(post(path, body).as_bytes())
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, text) = self.post_text(path, &body.to_string());
        let value = serde_json::from_str(&text);
        (status, value.unwrap_or_else(|e| panic!("{path}: {e}: {text}")))
    }

    /// The answer to a request that is accepted.
    pub(crate) fn told(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.post(path, body);
        assert_eq!(status, 200, "{path} {body}: {answer}");
        answer
    }

    /// The events of a stream that ends.
    pub(crate) fn events(&self, path: &str, body: &Value) -> Vec<Value> {
        let (status, text) = self.post_text(path, &body.to_string());
        assert_eq!(status, 200, "{text}");
        events(&text)
    }

    /// Asserts that a request is refused in a sentence that contains `part`.
    #[track_caller]
    pub(crate) fn refuses(&self, path: &str, body: &Value, part: &str) {
        let (status, answer) = self.post(path, body);
        assert!((400..500).contains(&status), "{status}: {answer}");
        let sentence = answer["error"].as_str().unwrap();
        assert!(sentence.ends_with(['.', '…']) && sentence.contains(part), "{path}: {sentence}");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = self.thread.take().unwrap().join();
    }
}

/// A request with a JSON body, as it is sent.
pub(crate) fn post(path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
        content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Reads until the server closes; chunked bodies keep their chunk sizes, which do not look like the
/// start of an event.
pub(crate) fn read_answer(stream: &mut TcpStream) -> (u16, String) {
    let mut bytes = Vec::new();
    // A server that refuses may reset the connection after its answer.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split_whitespace().nth(1).and_then(|status| status.parse().ok());
    (status.unwrap_or(0), body.to_owned())
}

pub(crate) fn events(text: &str) -> Vec<Value> {
    let data = text.lines().filter_map(|line| line.strip_prefix("data:"));
    data.map(|data| serde_json::from_str(data.trim()).unwrap()).collect()
}

pub(crate) fn game(moves: &[&str]) -> Value {
    json!({ "variant": "buettgenbach-1899", "moves": moves })
}

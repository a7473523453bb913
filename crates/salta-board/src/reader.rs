//! The receiver of the answers to a request.

use serde::Serialize;

/// The receiver of the answers to a request; most requests have one answer.
pub trait Reader {
    /// Takes an answer.
    fn told(&mut self, json: String);

    /// Whether the reader has left.
    fn is_gone(&mut self) -> bool {
        false
    }
}

impl Reader for Vec<String> {
    fn told(&mut self, json: String) {
        self.push(json);
    }
}

pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is told is plain maps and numbers")
}

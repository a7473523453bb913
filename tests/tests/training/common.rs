//! What a run left.

use std::fs;
use std::path::Path;

pub(crate) use salta_tests::TINY;
pub(crate) use salta_tests::place::{Files, Place, files};
use serde_json::Value;

/// Short games, counted by distance.
pub(crate) const SHORT: &str = "base = \"buettgenbach-1899\"\nname = \"short\"\n\
    move_limit = 12\npoints = \"distance\"\n";

/// The metrics of a run without those that depend on the clock.
pub(crate) fn metrics(run: &Path) -> Vec<Value> {
    let text = fs::read_to_string(run.join("metrics.ndjson")).unwrap();
    let line = |line| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        assert!(value.as_object_mut().unwrap().remove("time").is_some());
        value
    };
    text.lines().map(line).collect()
}

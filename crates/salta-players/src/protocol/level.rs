//! How long an engine may think.

use std::str::FromStr;
use std::time::Duration;

use super::{Line, MessageError};

/// The longest time a move may be given.
pub const MAX_SECONDS: f64 = 86_400.0;

/// Limits of one search; it ends with whichever is reached first. None at all: `infinite`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Level {
    /// Positions visited, by the engine's own count.
    pub nodes: Option<u64>,
    /// Simulations (playouts, visits) of a tree search.
    pub simulations: Option<u32>,
    /// Turns looked ahead.
    pub depth: Option<u32>,
    /// Time for the move.
    pub move_time: Option<Duration>,
}

impl Level {
    /// Reads the arguments of `level`; those of other names are ignored.
    ///
    /// # Errors
    /// If a limit is no number of its kind, or there is neither a limit nor `infinite`.
    pub fn of_line(line: &Line) -> Result<Level, MessageError> {
        let level = Level {
            nodes: positive(line, "nodes")?,
            simulations: positive(line, "simulations")?,
            depth: positive(line, "depth")?,
            move_time: line.value("move-time").map(seconds).transpose()?,
        };
        if level == Level::default() && !line.has("infinite") {
            let (command, name) = (line.command().into(), "nodes, simulations, depth, move-time");
            return Err(MessageError::Missing { command, name });
        }
        Ok(level)
    }

    /// The line that sets it.
    pub fn to_line(&self) -> Line {
        let mut line = Line::new("level");
        if let Some(nodes) = self.nodes {
            line = line.with("nodes", nodes);
        }
        if let Some(simulations) = self.simulations {
            line = line.with("simulations", simulations);
        }
        if let Some(depth) = self.depth {
            line = line.with("depth", depth);
        }
        if let Some(time) = self.move_time {
            line = line.with("move-time", time.as_secs_f64());
        }
        if *self == Level::default() { line.with_flag("infinite") } else { line }
    }
}

/// A whole number above 0.
fn positive<N: FromStr + PartialOrd + Default>(
    line: &Line,
    name: &'static str,
) -> Result<Option<N>, MessageError> {
    let Some(value) = line.value(name) else { return Ok(None) };
    let digits = value.bytes().all(|b| b.is_ascii_digit());
    match value.parse().ok().filter(|n: &N| digits && *n > N::default()) {
        Some(number) => Ok(Some(number)),
        None => Err(MessageError::Value {
            name: name.into(),
            expected: "a whole number above 0".into(),
            value: value.into(),
        }),
    }
}

/// Seconds as a decimal number, to the millisecond.
pub(crate) fn seconds(value: &str) -> Result<Duration, MessageError> {
    let number = value.parse().ok().filter(|s: &f64| (0.001..=MAX_SECONDS).contains(s));
    let number = number.ok_or_else(|| MessageError::Value {
        name: "move-time".into(),
        expected: format!("seconds from 0.001 to {MAX_SECONDS}"),
        value: value.into(),
    })?;
    Ok(Duration::from_millis((number * 1000.0).round() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Result<Level, MessageError> {
        Level::of_line(&text.parse().unwrap())
    }

    #[test]
    fn limits_read_back() {
        for text in [
            "level nodes=1000",
            "level simulations=64 depth=3",
            "level depth=2 move-time=0.25",
            "level move-time=10",
            "level infinite",
        ] {
            assert_eq!(level(text).unwrap().to_line().to_string(), text);
        }
        assert_eq!(level("level depth=2 mood=good").unwrap().depth, Some(2));
    }

    #[test]
    fn what_is_no_limit_is_said() {
        for (text, part) in [
            ("level", "needs the argument"),
            ("level speed=3", "needs the argument"),
            ("level nodes=0", "above 0, not `0`"),
            ("level nodes", "above 0, not ``"),
            ("level depth=+3", "not `+3`"),
            ("level simulations=99999999999", "not `99999999999`"),
            ("level move-time=0", "seconds from 0.001"),
            ("level move-time=NaN", "not `NaN`"),
            ("level move-time=inf", "not `inf`"),
        ] {
            let error = level(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}

//! The limits of an engine's search.

use std::str::FromStr;
use std::time::Duration;

use salta_core::notation::number;

use super::{Line, MessageError};

/// The longest time a move may be given.
pub(crate) const MAX_SECONDS: f64 = 86_400.0;

/// Limits of one search; it ends with whichever is reached first. Without any limit: `infinite`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Level {
    /// Positions visited, by the engine's own count.
    pub nodes: Option<u64>,
    /// Simulations (playouts, visits) of a tree search.
    pub simulations: Option<u32>,
    /// Search depth in turns.
    pub depth: Option<u32>,
    /// Time for the move.
    pub move_time: Option<Duration>,
}

impl Level {
    /// Parses the arguments of `level`; unknown ones are ignored.
    ///
    /// # Errors
    /// If a limit is not a valid number, or there is neither a limit nor `infinite`.
    pub(crate) fn of_line(line: &Line) -> Result<Level, MessageError> {
        let level = Level {
            nodes: given(line, "nodes", positive)?,
            simulations: given(line, "simulations", positive)?,
            depth: given(line, "depth", positive)?,
            move_time: given(line, "move-time", seconds)?,
        };
        if level == Level::default() && !line.has("infinite") {
            let names = "nodes, simulations, depth, move-time, infinite";
            return Err(MessageError::missing(line.command(), names));
        }
        Ok(level)
    }

    /// The line that sets these limits.
    pub fn to_line(&self) -> Line {
        let line = Line::new("level")
            .with_some("nodes", self.nodes)
            .with_some("simulations", self.simulations)
            .with_some("depth", self.depth)
            .with_some("move-time", self.move_time.map(|time| time.as_secs_f64()));
        if *self == Level::default() { line.with_flag("infinite") } else { line }
    }
}

fn given<T>(
    line: &Line,
    name: &str,
    read: impl FnOnce(&str, &str) -> Result<T, MessageError>,
) -> Result<Option<T>, MessageError> {
    line.value(name).map(|value| read(name, value)).transpose()
}

/// Parses a whole number above 0.
pub(crate) fn positive<N>(name: &str, value: &str) -> Result<N, MessageError>
where
    N: FromStr + PartialOrd + Default,
{
    let number = number(value).filter(|n: &N| *n > N::default());
    number.ok_or_else(|| MessageError::value(name, "a whole number above 0", value))
}

/// Parses seconds as a decimal number, rounded to the millisecond.
pub(crate) fn seconds(name: &str, value: &str) -> Result<Duration, MessageError> {
    let number = value.parse().ok().filter(|s: &f64| (0.001..=MAX_SECONDS).contains(s));
    let expected = format_args!("seconds from 0.001 to {MAX_SECONDS}");
    let number = number.ok_or_else(|| MessageError::value(name, expected, value))?;
    Ok(Duration::from_millis((number * 1000.0).round() as u64))
}

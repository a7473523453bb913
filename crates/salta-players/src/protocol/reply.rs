//! Replies from an engine to a controller.

use std::str::FromStr;
use std::time::Duration;

use salta_core::Move;

use super::command::{needed, read_move, words};
use super::{Line, MessageError};
use crate::info::Info;

/// A line from the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The engine's identity.
    Id {
        /// Its name.
        name: String,
        /// Its version.
        version: String,
        /// Its author.
        author: String,
    },
    /// A parameter that it declares.
    Param {
        /// Its name.
        name: String,
        /// Its current value.
        value: String,
        /// `int`, `real`, `bool`, `string` or `enum`.
        kind: String,
        /// The least and the largest value, for an `int`.
        range: Option<(i64, i64)>,
    },
    /// It has introduced itself.
    Wait,
    /// It is ready for positions.
    Ready,
    /// Intermediate results of the search.
    Info(Info),
    /// The move that it plays, by the square names of the variant's board.
    Done(Move),
    /// The answer to `ping`.
    Pong,
    /// Something went wrong.
    Error(String),
}

impl Reply {
    /// Parses a line. Unknown arguments are ignored.
    ///
    /// # Errors
    /// If it is not a reply, or an argument is missing or invalid.
    pub fn parse(text: &str) -> Result<Reply, MessageError> {
        let line: Line = text.parse()?;
        let text = |name| line.value(name).unwrap_or_default().to_string();
        match line.command() {
            "id" => Ok(Reply::Id {
                name: needed(&line, "name")?.into(),
                version: text("version"),
                author: text("author"),
            }),
            "param" => Ok(Reply::Param {
                name: needed(&line, "name")?.into(),
                value: text("value"),
                kind: text("type"),
                range: match line.value("type") {
                    Some("int") => number(&line, "min")?.zip(number(&line, "max")?),
                    _ => None,
                },
            }),
            "wait" => Ok(Reply::Wait),
            "ready" => Ok(Reply::Ready),
            "info" => Ok(Reply::Info(Info::of_line(&line)?)),
            "done" => Ok(Reply::Done(read_move("move", needed(&line, "move")?)?)),
            "pong" => Ok(Reply::Pong),
            "error" => Ok(Reply::Error(text("message"))),
            other => Err(MessageError::unknown(other)),
        }
    }

    /// The line, without its line ending.
    pub fn to_line(&self) -> Line {
        match self {
            Reply::Id { name, version, author } => Line::new("id")
                .with("name", name)
                .with("version", version)
                .with("author", author)
                .with("protocol", super::PROTOCOL),
            Reply::Param { name, value, kind, range } => Line::new("param")
                .with("name", name)
                .with("value", value)
                .with("type", kind)
                .with_some("min", range.map(|(least, _)| least))
                .with_some("max", range.map(|(_, most)| most)),
            Reply::Wait => Line::new("wait"),
            Reply::Ready => Line::new("ready"),
            Reply::Info(info) => info.to_line(),
            Reply::Done(mv) => Line::new("done").with("move", mv),
            Reply::Pong => Line::new("pong"),
            Reply::Error(message) => Line::new("error").with("message", message),
        }
    }
}

impl Info {
    fn of_line(line: &Line) -> Result<Info, MessageError> {
        let pv = line.value("pv").unwrap_or_default().split_whitespace();
        let time: Option<f64> = number(line, "time")?;
        Ok(Info {
            depth: number(line, "depth")?,
            nodes: number(line, "nodes")?,
            simulations: number(line, "simulations")?,
            score: number(line, "score")?,
            time: time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            pv: pv.map(|text| read_move("pv", text)).collect::<Result<_, _>>()?,
        })
    }

    fn to_line(&self) -> Line {
        let line = Line::new("info")
            .with_some("depth", self.depth)
            .with_some("nodes", self.nodes)
            .with_some("simulations", self.simulations)
            .with_some("score", self.score.map(|points| format!("{points:.2}")))
            .with_some("time", self.time.map(|time| format!("{:.3}", time.as_secs_f64())));
        if self.pv.is_empty() { line } else { line.with("pv", words(&self.pv)) }
    }
}

fn number<N: FromStr>(line: &Line, name: &'static str) -> Result<Option<N>, MessageError> {
    let Some(value) = line.value(name) else { return Ok(None) };
    let number = value.parse().map_err(|_| MessageError::value(name, "a number", value))?;
    Ok(Some(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_read_back() {
        for text in [
            "id name=\"A b\" version=1.0 author=me protocol=1",
            "param name=hash value=16 type=int",
            "wait",
            "ready",
            "info depth=3 nodes=10 score=-1.50 time=0.250 pv=\"e3-f4 f8-e7\"",
            "info simulations=64",
            "done move=j4:h6",
            "pong",
            "error message=\"no position\"",
        ] {
            assert_eq!(Reply::parse(text).unwrap().to_line().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_reply_is_said() {
        for (text, part) in [
            ("done", "needs the argument `move`"),
            ("done move=up", "a move, as in"),
            ("info depth=deep", "`depth` is a number"),
            ("info pv=\"e3-f4 x\"", "not `x`"),
            ("bestmove e3f4", "unknown command"),
            ("id", "needs the argument `name`"),
        ] {
            let error = Reply::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn moves_are_read_leniently() {
        assert_eq!(Reply::parse("done move=33:43"), Reply::parse("done move=e3f4 extra=1"));
    }
}

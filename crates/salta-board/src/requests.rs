//! The requests, one file each: JSON in, one or several answers in JSON out.

mod about;
mod analyse;
mod files;
mod game;
mod hint;
mod query;
mod reply;
mod review;
mod why;

use salta_analysis::say;
use serde::de::DeserializeOwned;

use crate::desk::Desk;
use crate::reader::{Reader, json};
use crate::refused::Refused;

/// A request.
pub struct Request(Ask);

enum Ask {
    About,
    Game(game::Ask),
    Why(why::Ask),
    Reply(reply::Ask),
    Hint(query::Query),
    Analyse(query::Query),
    Review(query::Query),
    Write(files::WriteAsk),
    Read(files::ReadAsk),
}

/// The cost of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Milliseconds, or a second for the exact count at the end of a game.
    Short,
    /// A search of a bounded number of nodes.
    Search,
    /// A search as long as somebody watches; each answer replaces the one before.
    Watched,
    /// A search in every position of a game; all answers count.
    Review,
}

impl Request {
    /// The names of the requests that have a body.
    pub const NAMES: [&str; 8] =
        ["game", "why", "reply", "hint", "analyse", "review", "write", "read"];

    /// A request by its name and its body; `None` if none has this name. `about`, for what there is
    /// to play with, needs no body.
    ///
    /// # Errors
    /// If the body is not the JSON of such a request.
    pub fn read(name: &str, body: &[u8]) -> Result<Option<Request>, Refused> {
        Ok(Some(Request(match name {
            "about" => Ask::About,
            "game" => Ask::Game(parsed(body)?),
            "why" => Ask::Why(parsed(body)?),
            "reply" => Ask::Reply(parsed(body)?),
            "hint" => Ask::Hint(parsed(body)?),
            "analyse" => Ask::Analyse(parsed(body)?),
            "review" => Ask::Review(parsed(body)?),
            "write" => Ask::Write(parsed(body)?),
            "read" => Ask::Read(parsed(body)?),
            _ => return Ok(None),
        })))
    }

    /// The cost of its answer.
    pub fn cost(&self) -> Cost {
        match self.0 {
            Ask::Reply(_) | Ask::Hint(_) => Cost::Search,
            Ask::Analyse(_) => Cost::Watched,
            Ask::Review(_) => Cost::Review,
            _ => Cost::Short,
        }
    }
}

impl Desk {
    /// Answers a request; `reader` gets every answer.
    ///
    /// # Errors
    /// If the request is refused: before the first answer or, in an analysis or a review, after
    /// one.
    pub fn answer(&self, request: &Request, reader: &mut dyn Reader) -> Result<(), Refused> {
        let one = match &request.0 {
            Ask::Analyse(ask) => return analyse::answer(ask, self, reader),
            Ask::Review(ask) => return review::answer(ask, self, reader),
            Ask::About => json(&about::About::of(self)),
            Ask::Game(ask) => json(&ask.answer(self)?),
            Ask::Why(ask) => json(&ask.answer(self)?),
            Ask::Reply(ask) => json(&ask.answer(self)?),
            Ask::Hint(ask) => json(&hint::answer(ask, self)?),
            Ask::Write(ask) => json(&ask.answer(self)?),
            Ask::Read(ask) => json(&ask.answer(self)?),
        };
        reader.told(one);
        Ok(())
    }

    /// Answers a request and returns its only answer, or the last of several.
    ///
    /// # Errors
    /// As [`Desk::answer`].
    pub fn answer_once(&self, request: Request) -> Result<String, Refused> {
        let mut answers = Vec::new();
        self.answer(&request, &mut answers)?;
        Ok(answers.pop().unwrap_or_default())
    }
}

fn parsed<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refused> {
    serde_json::from_slice(body).map_err(|error: serde_json::Error| {
        Refused::Bad(say!("error.not-understood", why = error.to_string()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_said_in_the_readers_language() {
        let desk = Desk::new("");
        for (name, body, key) in [
            ("game", r#"{"game": {"variant": "nestor", "moves": ["zz"]}}"#, "unread.move"),
            ("why", r#"{"game": {"variant": "nestor"}, "from": "e3", "to": "b3"}"#, "unread.light"),
            ("reply", r#"{"game": {"variant": "nestor"}, "opponent": "foo"}"#, "error.no-player"),
            ("game", r#"{"game": {"variant": "nestor", "start": "x"}}"#, "game.no-position"),
            ("read", r#"{"text": "[Event x]"}"#, "error.no-game"),
        ] {
            let request = Request::read(name, body.as_bytes()).unwrap().unwrap();
            let sentence = desk.answer_once(request).unwrap_err().sentence();
            assert_eq!(serde_json::to_value(sentence).unwrap()["key"], key);
        }
    }
}

//! Networks as they arrive, requests and their answers.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use salta_board::{Desk, Network, Reader, Refused, Request, rank};
use salta_core::{Variant, rules};
use salta_net::{SavedNetwork, load_network_from};
use serde_json::Value;

use crate::solving;

/// The kind of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The JSON asked for, or one part of it.
    Answer = 0,
    /// A sentence as JSON: the request is invalid.
    Bad = 1,
    /// The same: the request is valid, but answering it failed. Exports other than `ask` report
    /// their errors with this status, as plain text.
    Failed = 2,
    /// The name of a network that has to be loaded first.
    NotLoaded = 3,
    /// The next part of the bytes that were asked for.
    Part = 4,
}

/// The desk, and the descriptions of networks that may be loaded.
pub struct Program {
    desk: Desk,
    /// The `checkpoint.json` of each network by its name.
    descriptions: BTreeMap<String, String>,
    /// The time since an arbitrary moment.
    clock: fn() -> Duration,
}

impl Program {
    /// A program without networks.
    pub fn new(clock: fn() -> Duration) -> Program {
        let mut desk = Desk::new(env!("CARGO_PKG_VERSION"));
        desk.solves = true;
        Program { desk, descriptions: BTreeMap::new(), clock }
    }

    /// Adds a variant by its file.
    ///
    /// # Errors
    /// A sentence, if the text is not a variant file.
    pub fn offer(&mut self, text: &str) -> Result<(), String> {
        let rules = rules::parse(text).map_err(|error| format!("A variant: {error}."))?;
        self.desk.variants.push(Variant::new(rules));
        Ok(())
    }

    /// Adds a network, not loaded yet, by its `checkpoint.json`.
    ///
    /// # Errors
    /// A sentence, if the text does not describe a network.
    pub fn describe(&mut self, name: &str, checkpoint: &str) -> Result<(), String> {
        let damaged = |error| format!("The network `{name}` is damaged: {error}.");
        let parsed: Value =
            serde_json::from_str(checkpoint).map_err(|error| damaged(error.to_string()))?;
        let network = Network::described(name, &parsed["metadata"]).map_err(damaged)?;
        self.desk.networks.push(network);
        rank(&mut self.desk.networks);
        self.descriptions.insert(name.into(), checkpoint.into());
        Ok(())
    }

    /// Loads a network that was described before, from its `ema.safetensors`.
    ///
    /// # Errors
    /// A sentence, if it was not described or the weights are not its own.
    pub fn load(&mut self, name: &str, weights: &[u8]) -> Result<(), String> {
        let place = self.desk.networks.iter().position(|network| network.name() == name);
        let unknown = || format!("No network named `{name}` was described.");
        let (place, checkpoint) = place.zip(self.descriptions.get(name)).ok_or_else(unknown)?;
        let files = [("checkpoint.json", checkpoint.as_bytes()), ("ema.safetensors", weights)];
        let SavedNetwork { network, .. } = load_network_from(Path::new(name), &files)
            .map_err(|error| format!("The network `{name}` cannot be loaded: {error}."))?;
        let described = self.desk.networks.remove(place);
        self.desk.networks.insert(place, described.with(network));
        Ok(())
    }

    /// Loads the table of a variant from the bytes that the request `table` gave before.
    ///
    /// # Errors
    /// A sentence, if there is no such variant, or the table is for other rules or of another
    /// version.
    pub fn load_table(&mut self, variant: &str, table: &[u8]) -> Result<(), String> {
        solving::read(&mut self.desk, variant, table).map_err(|refused| refused.to_string())
    }

    /// Answers the request of this name, passing every answer to `told`. Besides the board's
    /// requests there are `solve`, which keeps its table, and `table`, which gives the table's
    /// bytes.
    pub fn ask(&mut self, name: &str, body: &[u8], told: &mut dyn FnMut(Status, &[u8])) {
        let answered = match Request::read(name, body) {
            Ok(None) if name == "solve" => {
                solving::solve(&mut self.desk, body, &self.clock, &mut Page(told))
            }
            Ok(None) if name == "table" => {
                solving::write(&self.desk, body, &mut |part| told(Status::Part, part))
            }
            Ok(Some(request)) => self.desk.answer(&request, &mut Page(told)),
            Ok(None) => Err(Refused::Bad(format!("There is no request named `{name}`.").into())),
            Err(refused) => Err(refused),
        };
        let Err(refused) = answered else { return };
        let status = match refused {
            Refused::NotLoaded(network) => return told(Status::NotLoaded, network.as_bytes()),
            Refused::Bad(_) => Status::Bad,
            Refused::Failed(_) => Status::Failed,
        };
        let sentence = serde_json::to_vec(&refused.sentence()).expect("texts and numbers");
        told(status, &sentence);
    }
}

struct Page<'a>(&'a mut dyn FnMut(Status, &[u8]));

impl Reader for Page<'_> {
    fn told(&mut self, json: String) {
        (self.0)(Status::Answer, json.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(program: &mut Program, name: &str, body: &str) -> Vec<(Status, String)> {
        let mut answers = Vec::new();
        program.ask(name, body.as_bytes(), &mut |status, text| {
            answers.push((status, String::from_utf8(text.into()).unwrap()));
        });
        answers
    }

    /// A program with two small boards.
    fn small() -> Program {
        let mut program = Program::new(|| Duration::ZERO);
        program.offer(include_str!("../../../configs/small/4x4.toml")).unwrap();
        program.offer(include_str!("../../../configs/small/8x4.toml")).unwrap();
        program
    }

    #[test]
    fn a_network_is_described_then_asked_for_then_loaded() {
        let mut program = Program::new(|| Duration::ZERO);
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/checkpoints/quickstart/");
        let read = |file: &str| std::fs::read(format!("{folder}{file}")).unwrap();
        let checkpoint = String::from_utf8(read("checkpoint.json")).unwrap();
        program.describe("quickstart", &checkpoint).unwrap();
        let reply = r#"{ "game": { "variant": "buettgenbach-1899" }, "seed": 1,
            "opponent": "checkpoint:quickstart:sims=4" }"#;
        let not_loaded = (Status::NotLoaded, "quickstart".to_owned());
        assert_eq!(asked(&mut program, "reply", reply), [not_loaded]);
        assert!(program.load("quickstart", b"nonsense").unwrap_err().contains("cannot be loaded"));
        assert!(program.load("other", b"").unwrap_err().contains("was described"));
        program.load("quickstart", &read("ema.safetensors")).unwrap();
        let answers = asked(&mut program, "reply", reply);
        assert!(matches!(&answers[..], [(Status::Answer, json)] if json.contains("\"move\":")));
    }

    #[test]
    fn a_board_is_solved_then_analysed_and_played_exactly_and_a_large_one_refused() {
        let mut program = small();
        let analyse = r#"{ "game": { "variant": "4x4" }, "by": "perfect" }"#;
        let refused = asked(&mut program, "analyse", analyse);
        assert!(matches!(&refused[..], [(Status::Bad, why)] if why.contains("error.no-table")));
        let answers = asked(&mut program, "solve", r#"{ "variant": "4x4" }"#);
        let [first, .., last] = &answers[..] else { panic!("{answers:?}") };
        assert!(first.1.contains("\"ply\":1"), "{first:?}");
        assert!(last.1.contains("\"forced\":22,\"value\":-1"), "{last:?}");
        let exact = asked(&mut program, "analyse", analyse);
        assert!(exact[0].1.contains("\"margin\":-1.0"), "{exact:?}");
        let reply = r#"{ "game": { "variant": "4x4" }, "opponent": "perfect", "seed": 1 }"#;
        let replies = asked(&mut program, "reply", reply);
        assert!(matches!(&replies[..], [(Status::Answer, _)]), "{replies:?}");
        // With the table's bytes, nobody needs to solve the board again.
        let mut table = Vec::new();
        let named = r#"{ "variant": "4x4" }"#;
        program.ask("table", named.as_bytes(), &mut |status, part| {
            assert_eq!(status, Status::Part);
            table.extend_from_slice(part);
        });
        let mut other = small();
        assert!(other.load_table("4x4", &table[1..]).unwrap_err().contains("not a table of `4x4`"));
        assert!(
            other.load_table("6x4", &table).is_err() && other.load_table("8x4", &table).is_err()
        );
        other.load_table("4x4", &table).unwrap();
        assert_eq!(asked(&mut other, "solve", named), std::slice::from_ref(last));
        assert_eq!(asked(&mut other, "reply", reply), replies);
        let refused = asked(&mut program, "solve", r#"{ "variant": "8x4" }"#);
        let has = |part| matches!(&refused[..], [(Status::Bad, why)] if why.contains(part));
        assert!(has("solve.too-large") && has("518\u{202f}918\u{202f}400"), "{refused:?}");
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let mut program = Program::new(|| Duration::ZERO);
        for (name, body, part) in [
            ("chess", "{}", "no request named `chess`"),
            ("game", "{}", "error.not-understood"),
            ("game", r#"{ "game": { "variant": "chess" } }"#, "error.no-variant"),
        ] {
            let answers = asked(&mut program, name, body);
            assert!(
                matches!(&answers[..], [(Status::Bad, why)] if why.contains(part)),
                "{answers:?}"
            );
        }
    }
}

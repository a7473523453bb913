//! The perft tables of `data/perft/`, counted by the engine and, as deep as it can, by the twin.
//!
//! The tables go deeper than a test has time for; `salta perft --check data/perft/*.perft` checks
//! all of their counts.

mod random_rules;
mod twin;

use std::fs;
use std::path::{Path, PathBuf};

use random_rules::Record;
use salta_core::Position;
use salta_core::notation::PerftCase;
use salta_core::perft::{divide, perft};
use salta_core::rules::NAMED;
use twin::Twin;

/// Largest number of move sequences of one position and length that the engine counts here.
const ENGINE_NODES: u64 = 200_000;
/// The same for the twin; more for the rules page, whose numbers are not from this project's code.
const TWIN_NODES: u64 = 150;
const TWIN_NODES_OF_THE_PAGE: u64 = 10_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/perft")
}

/// The tables with their names, in order.
fn tables() -> Vec<(String, Vec<PerftCase>)> {
    let paths = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "perft")).collect();
    paths.sort();
    paths.into_iter().map(read).collect()
}

fn read(path: PathBuf) -> (String, Vec<PerftCase>) {
    let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
    let cases = PerftCase::parse_table(&fs::read_to_string(path).unwrap());
    let cases = cases.unwrap_or_else(|error| panic!("{name}: {error}"));
    (name, cases)
}

/// The case's rules for engine and twin: a named variant, a file in the tables' folder, or fields
/// in braces.
fn record(case: &PerftCase) -> Record {
    let name = case.variant.as_str();
    if name.starts_with('{') {
        let record = Record::of_fields(name);
        assert_eq!(case.inline_rules(), Some(Ok(record.engine.rules().clone())));
        return record;
    }
    if !name.ends_with(".toml") {
        return Record::named(name);
    }
    let record = Record::of_file(&fs::read_to_string(folder().join(name)).unwrap());
    assert_eq!(format!("{}.toml", record.engine.name()), name);
    record
}

/// Calls `check` with the table line, rules and position of every case.
fn each_case(mut check: impl FnMut(&str, &PerftCase, &Record, Position)) {
    for (name, cases) in tables() {
        for case in cases {
            let record = record(&case);
            let position = record.engine.position_or_start(case.position.as_deref()).unwrap();
            check(&format!("{name}, line {}", case.line), &case, &record, position);
        }
    }
}

/// The lengths whose counts are at most `most`, with these counts.
fn counts(case: &PerftCase, most: u64) -> impl Iterator<Item = (u32, u64)> {
    (1..).zip(case.nodes.clone()).filter(move |(_, nodes)| *nodes <= most)
}

#[test]
fn the_engine_agrees_with_the_tables() {
    each_case(|place, case, record, position| {
        for (depth, nodes) in counts(case, ENGINE_NODES) {
            assert_eq!(perft(&record.engine, &position, depth), nodes, "{place}, depth {depth}");
        }
        let (depth, nodes) = counts(case, ENGINE_NODES).last().unwrap();
        let split = divide(&record.engine, &position, depth);
        assert_eq!(split.iter().map(|(_, nodes)| nodes).sum::<u64>(), nodes, "{place}");
    });
}

#[test]
fn the_twin_agrees_with_the_tables() {
    let mut counted = 0;
    each_case(|place, case, record, position| {
        let twin = Twin::parse(&record.twin, &record.engine.position_line(&position));
        let of_the_page = place.starts_with("rules-page");
        let most = if of_the_page { TWIN_NODES_OF_THE_PAGE } else { TWIN_NODES };
        for (depth, nodes) in counts(case, most) {
            assert_eq!(twin::perft(&twin, &record.twin, depth), nodes, "{place}, depth {depth}");
            counted += 1;
        }
    });
    assert!(counted > 300, "{counted}");
}

/// Every variant has a table, and every position says what it is for.
#[test]
fn tables_are_complete() {
    let tables = tables();
    for name in NAMED {
        let (_, cases) = tables.iter().find(|(table, _)| table == name).expect(name);
        assert!(cases.iter().all(|case| case.variant == *name), "{name}");
    }
    for (name, cases) in tables.iter().filter(|(name, _)| name != "rules-page") {
        assert!(cases.len() >= 15, "{name}");
        assert!(cases.iter().all(|case| !case.purpose.is_empty()), "{name}");
    }
}

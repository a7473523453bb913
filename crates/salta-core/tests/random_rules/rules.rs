//! One rule record for both: the engine reads it as a variant file, the twin as its own struct.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use salta_core::Variant;
use salta_core::rules::parse;

use crate::twin::{Points, Side, Size, TwinRules, exchanged, opponent, shift, standard};

/// The same rules for the engine and for the twin.
#[derive(Clone)]
pub struct Record {
    pub engine: Variant,
    pub twin: TwinRules,
}

impl Record {
    pub fn named(name: &str) -> Record {
        Record { engine: Variant::named(name).unwrap(), twin: TwinRules::named(name) }
    }

    /// A named record with these fields of its file replaced.
    pub fn based_on(name: &str, lines: &str) -> Record {
        Record::of_file(&format!("base = \"{name}\"\n{lines}\n"))
    }

    /// Rules in braces, as in perft tables.
    pub fn of_fields(fields: &str) -> Record {
        let table: toml::Table = format!("rules = {fields}").parse().unwrap();
        Record::of_file(&toml::to_string(&table["rules"]).unwrap())
    }

    /// The record of a variant file with a base, which engine and twin parse independently.
    pub fn of_file(text: &str) -> Record {
        let rules = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert_eq!(parse(&rules.to_toml()).as_ref(), Ok(&rules), "{text}");
        Record { engine: Variant::new(rules), twin: twin_rules(text) }
    }
}

/// The twin's record of a variant file with a base.
fn twin_rules(text: &str) -> TwinRules {
    let file: toml::Table = text.parse().unwrap();
    let mut rules = TwinRules::named(file["base"].as_str().unwrap());
    let text = |field: &str| file.get(field).and_then(toml::Value::as_str);
    let number = |field: &str| file.get(field).map(|value| value.as_integer().unwrap());
    let is = |field: &str, value: &str, old: bool| text(field).map_or(old, |text| text == value);
    if let Some((rows, columns)) = text("board").and_then(|board| board.split_once('x')) {
        rules.size = Size { rows: rows.parse().unwrap(), columns: columns.parse().unwrap() };
    }
    let rows = |field: &str| {
        let rows = file.get(field)?.as_array()?.iter();
        Some(rows.map(|row| row.as_str().unwrap().to_string()).collect::<Vec<_>>())
    };
    let ranks = number("ranks").map_or(3, |ranks| ranks as usize);
    if ["board", "ranks", "start", "goal"].iter().any(|field| file.contains_key(*field)) {
        rules.start = rows("start").unwrap_or_else(|| match text("start") {
            None | Some("standard") => standard(rules.size, ranks),
            Some("exchanged") => exchanged(rules.size, ranks),
            other => panic!("start {other:?}"),
        });
        rules.goal = rows("goal").unwrap_or_else(|| match text("goal") {
            None | Some("shift") => shift(&rules.start),
            Some("opponent") => opponent(&rules.start),
            other => panic!("goal {other:?}"),
        });
    }
    let black_first = is("first_mover", "black", rules.first_mover == Side::Black);
    rules.first_mover = if black_first { Side::Black } else { Side::White };
    rules.jump_direction_any = is("jump_direction", "any", rules.jump_direction_any);
    rules.jump_over_either = is("jump_over", "either", rules.jump_over_either);
    rules.compulsory = is("jumping", "compulsory", rules.compulsory);
    rules.may_continue = is("chain", "may-continue", rules.may_continue);
    rules.blockade_forbidden = is("blockade", "forbidden", rules.blockade_forbidden);
    rules.move_limit = number("move_limit").map_or(rules.move_limit, |limit| limit as u32);
    rules.equalised = is("last_move", "equalised", rules.equalised);
    rules.points = match text("points") {
        Some("solo") => Points::Solo,
        Some("distance") => Points::Distance,
        Some("win") => Points::Win,
        _ => rules.points,
    };
    rules
}

/// A record with random fields, except that `number` enumerates all combinations of the five fields
/// that decide which moves are legal.
pub fn draw_record(random: &mut impl Rng, number: u64) -> Record {
    let (size, ranks) = draw_board(random);
    draw_record_on(random, number, size, ranks)
}

/// Like [`draw_record`], but on this board, with `ranks` rows of pieces per side.
pub fn draw_record_on(random: &mut impl Rng, number: u64, size: Size, ranks: usize) -> Record {
    let either = |bit: u64, off: &'static str, on: &'static str| {
        if number >> bit & 1 == 1 { on } else { off }
    };
    let (start, rows) = draw_start(random, size, ranks);
    let goal = draw_goal(random, &rows);
    let fields = [
        ("base", "buettgenbach-1899"),
        ("name", "drawn"),
        ("points", ["solo", "distance", "win"].choose(random).unwrap()),
        ("first_mover", ["white", "black"].choose(random).unwrap()),
        ("jump_direction", either(0, "forward", "any")),
        ("jump_over", either(1, "enemy", "either")),
        ("jumping", either(2, "optional", "compulsory")),
        ("chain", either(3, "single", "may-continue")),
        ("blockade", either(4, "allowed", "forbidden")),
        ("last_move", ["equalised", "immediate"].choose(random).unwrap()),
    ];
    let fields = fields.map(|(field, value)| format!("{field} = \"{value}\"\n")).concat();
    let limit = [0, 3, 20, 120].choose(random).unwrap();
    // Omitted at their defaults, as in every file written before there were smaller boards.
    let board = match size {
        Size::FULL => String::new(),
        Size { rows, columns } => format!("board = \"{rows}x{columns}\"\n"),
    };
    let ranks = if ranks == 3 { String::new() } else { format!("ranks = {ranks}\n") };
    let text = format!("{fields}start = {start}\ngoal = {goal}\nmove_limit = {limit}\n");
    Record::of_file(&(text + &board + &ranks))
}

/// The full board and three ranks most of the time; otherwise any board with any number of ranks.
fn draw_board(random: &mut impl Rng) -> (Size, usize) {
    if random.random_bool(0.75) {
        return (Size::FULL, 3);
    }
    let (rows, columns) = *Size::BOARDS.choose(random).unwrap();
    let most = 3.min(rows as usize / 2);
    (Size { rows, columns }, random.random_range(1..=most))
}

/// The value of the field `start` and the rows that it stands for.
fn draw_start(random: &mut impl Rng, size: Size, ranks: usize) -> (String, Vec<String>) {
    match random.random_range(0..3) {
        0 => ("\"standard\"".into(), standard(size, ranks)),
        1 => ("\"exchanged\"".into(), exchanged(size, ranks)),
        _ => {
            let rows = draw_rows(random, &standard(size, ranks));
            (format!("{rows:?}"), rows)
        }
    }
}

fn draw_goal(random: &mut impl Rng, start: &[String]) -> String {
    match random.random_range(0..3) {
        0 => "\"shift\"".into(),
        1 => "\"opponent\"".into(),
        _ => format!("{:?}", draw_rows(random, start)),
    }
}

/// The pieces of these rows in random order.
fn draw_rows(random: &mut impl Rng, rows: &[String]) -> Vec<String> {
    let mut letters: Vec<char> = rows.concat().chars().collect();
    letters.shuffle(random);
    letters.chunks(rows[0].len()).map(|row| row.iter().collect()).collect()
}

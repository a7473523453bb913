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

    /// The record with fields of the file replaced by `lines`.
    pub fn based_on(name: &str, lines: &str, change: impl FnOnce(&mut TwinRules)) -> Record {
        Record::read(&format!("base = \"{name}\"\n{lines}\n"), name, change)
    }

    /// The record of a variant file with a base, which the twin reads too.
    pub fn of_file(text: &str) -> Record {
        Record { engine: Variant::new(parse(text).unwrap()), twin: twin_rules(text) }
    }

    /// The record of a variant file for the engine; for the twin, a named one changed.
    pub fn read(text: &str, base: &str, change: impl FnOnce(&mut TwinRules)) -> Record {
        let mut twin = TwinRules::named(base);
        change(&mut twin);
        Record { engine: Variant::new(parse(text).unwrap()), twin }
    }
}

/// The twin's record of a variant file with a base.
fn twin_rules(text: &str) -> TwinRules {
    let file: toml::Table = text.parse().unwrap();
    let mut rules = TwinRules::named(file["base"].as_str().unwrap());
    let text = |field: &str| file.get(field).map(|value| value.as_str().unwrap());
    let number = |field: &str| file.get(field).map(|value| value.as_integer().unwrap());
    let is = |field: &str, value: &str, old: bool| text(field).map_or(old, |text| text == value);
    if let Some((rows, columns)) = text("board").and_then(|board| board.split_once('x')) {
        rules.size = Size { rows: rows.parse().unwrap(), columns: columns.parse().unwrap() };
    }
    let ranks = number("ranks").map_or(3, |ranks| ranks as usize);
    if ["board", "ranks", "start", "goal"].iter().any(|field| file.contains_key(*field)) {
        rules.start = match text("start") {
            None | Some("standard") => standard(rules.size, ranks),
            Some("exchanged") => exchanged(rules.size, ranks),
            other => panic!("start {other:?}"),
        };
        rules.goal = match text("goal") {
            None | Some("shift") => shift(&rules.start),
            Some("opponent") => opponent(&rules.start),
            other => panic!("goal {other:?}"),
        };
    }
    if is("first_mover", "black", rules.first_mover == Side::Black) {
        rules.first_mover = Side::Black;
    }
    rules.jump_direction_any = is("jump_direction", "any", rules.jump_direction_any);
    rules.jump_over_either = is("jump_over", "either", rules.jump_over_either);
    rules.compulsory = is("jumping", "compulsory", rules.compulsory);
    rules.may_continue = is("chain", "may-continue", rules.may_continue);
    rules.blockade_forbidden = is("blockade", "forbidden", rules.blockade_forbidden);
    rules.move_limit = number("move_limit").map_or(rules.move_limit, |limit| limit as u32);
    rules.equalised = is("last_move", "equalised", rules.equalised);
    rules
}

/// Every field is random. `number` enumerates all combinations of the five that decide which moves
/// are legal.
pub fn draw_record(random: &mut impl Rng, number: u64) -> Record {
    let (size, ranks) = draw_board(random);
    draw_record_on(random, number, size, ranks)
}

/// The same on this board, with `ranks` rows of pieces per side.
pub fn draw_record_on(random: &mut impl Rng, number: u64, size: Size, ranks: usize) -> Record {
    let field = |bit: u64| number >> bit & 1 == 1;
    let (start_line, start) = draw_start(random, size, ranks);
    let (goal_line, goal) = draw_goal(random, &start);
    let points = *[Points::Solo, Points::Distance, Points::Win].choose(random).unwrap();
    let twin = TwinRules {
        size,
        start,
        goal,
        first_mover: *[Side::White, Side::Black].choose(random).unwrap(),
        jump_direction_any: field(0),
        jump_over_either: field(1),
        compulsory: field(2),
        may_continue: field(3),
        blockade_forbidden: field(4),
        move_limit: *[0, 3, 20, 120].choose(random).unwrap(),
        equalised: random.random(),
        points,
    };
    let text = format!("{start_line}\n{goal_line}\n{}", other_lines(&twin));
    Record { engine: Variant::new(parse(&text).unwrap_or_else(|e| panic!("{text}\n{e}"))), twin }
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

fn draw_start(random: &mut impl Rng, size: Size, ranks: usize) -> (String, Vec<String>) {
    let standard = standard(size, ranks);
    match random.random_range(0..3) {
        0 => ("start = \"standard\"".into(), standard),
        1 => ("start = \"exchanged\"".into(), exchanged(size, ranks)),
        _ => {
            let rows = draw_rows(random, &standard);
            (format!("start = {rows:?}"), rows)
        }
    }
}

fn draw_goal(random: &mut impl Rng, start: &[String]) -> (String, Vec<String>) {
    match random.random_range(0..3) {
        0 => ("goal = \"shift\"".into(), shift(start)),
        1 => ("goal = \"opponent\"".into(), opponent(start)),
        _ => {
            let rows = draw_rows(random, start);
            (format!("goal = {rows:?}"), rows)
        }
    }
}

/// The pieces of these rows in random order.
fn draw_rows(random: &mut impl Rng, rows: &[String]) -> Vec<String> {
    let mut letters: Vec<char> = rows.concat().chars().collect();
    letters.shuffle(random);
    letters.chunks(rows[0].len()).map(|row| row.iter().collect()).collect()
}

fn other_lines(rules: &TwinRules) -> String {
    let either = |yes: bool, one: &str, other: &str| if yes { one } else { other }.to_string();
    let points = match rules.points {
        Points::Solo => "solo",
        Points::Distance => "distance",
        Points::Win => "win",
    };
    let fields = [
        ("name", "drawn".into()),
        ("first_mover", either(rules.first_mover == Side::White, "white", "black")),
        ("jump_direction", either(rules.jump_direction_any, "any", "forward")),
        ("jump_over", either(rules.jump_over_either, "either", "enemy")),
        ("jumping", either(rules.compulsory, "compulsory", "optional")),
        ("chain", either(rules.may_continue, "may-continue", "single")),
        ("blockade", either(rules.blockade_forbidden, "forbidden", "allowed")),
        ("last_move", either(rules.equalised, "equalised", "immediate")),
        ("points", points.into()),
    ];
    let lines = fields.map(|(key, value)| format!("{key} = \"{value}\"\n")).concat();
    let (size, ranks) = (rules.size, rules.ranks());
    // Omitted at their defaults, as in every file from before smaller boards.
    let board = match size {
        Size::FULL => String::new(),
        Size { rows, columns } => format!("board = \"{rows}x{columns}\"\n"),
    };
    let ranks = if ranks == 3 { String::new() } else { format!("ranks = {ranks}\n") };
    format!("{lines}move_limit = {}\n{board}{ranks}", rules.move_limit)
}

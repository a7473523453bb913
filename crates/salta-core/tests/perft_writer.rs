//! Writes the perft tables of smaller boards in every kind of rules, counted by the twin alone:
//!
//! ```text
//! cargo test -p salta-core --test perft_writer -- --ignored
//! ```
//!
//! `perft.rs` checks that the engine counts the same.

mod random_rules;
mod twin;

use std::fmt::Write;
use std::path::Path;

use rand::Rng;
use rand::seq::IndexedRandom;
use random_rules::{Record, draw_late, draw_position, draw_tight, generator};
use twin::{Twin, TwinRules, perft};

/// Largest number of sequences of one length that is written.
const MOST: u64 = 12_000;
/// Largest number of turns of a sequence.
const DEPTH: u32 = 10;
/// Rows, columns and ranks of the boards.
const BOARDS: [(i32, i32, usize); 4] = [(6, 6, 1), (8, 4, 2), (4, 8, 1), (8, 8, 2)];

/// The rules with this number, as fields in braces for the table: the five low bits decide which
/// moves are legal; start, goal and end depend on the number modulo 7, 3 and 5.
fn fields(number: u64, (rows, columns, ranks): (i32, i32, usize)) -> String {
    let field = |bit: u64| number >> bit & 1 == 1;
    let mut fields =
        format!("{{ base = \"buettgenbach-1899\", board = \"{rows}x{columns}\", ranks = {ranks}");
    for (given, text) in [
        (number % 7 == 3, "start = \"exchanged\""),
        (number % 3 == 1, "goal = \"opponent\""),
        (field(0), "jump_direction = \"any\""),
        (field(1), "jump_over = \"either\""),
        (field(2), "jumping = \"optional\""),
        (field(3), "chain = \"may-continue\""),
        (field(4), "blockade = \"allowed\""),
        (number % 5 >= 2, "last_move = \"immediate\""),
    ] {
        if given {
            let _ = write!(fields, ", {text}");
        }
    }
    fields + ", move_limit = 20 }"
}

/// Positions, each with its purpose; `None` is the start.
fn positions(random: &mut impl Rng, rules: &TwinRules) -> Vec<(&'static str, Option<Twin>)> {
    let middle = play(random, rules, 9);
    vec![
        ("the opening", None),
        ("mid-game, after nine random plies", Some(middle)),
        ("any arrangement", Some(lively(random, rules, draw_position))),
        ("a side nearly shut in", Some(lively(random, rules, draw_tight))),
        ("near the end", Some(lively(random, rules, draw_late))),
    ]
}

/// The position after `plies` random turns, or the last one before the game ends.
fn play(random: &mut impl Rng, rules: &TwinRules, plies: u32) -> Twin {
    let mut twin = Twin::start(rules);
    for _ in 0..plies {
        match twin.successors(rules).choose(random) {
            Some(next) if !next.over(rules) => twin = next.clone(),
            _ => break,
        }
    }
    twin
}

/// A random position that has a legal turn.
fn lively<R: Rng>(
    random: &mut R,
    rules: &TwinRules,
    draw: impl Fn(&mut R, &TwinRules) -> Twin,
) -> Twin {
    loop {
        let twin = draw(random, rules);
        if !twin.over(rules) {
            return twin;
        }
    }
}

/// Numbers of sequences of 1, 2, 3, … turns, while they are at most [`MOST`]; always the first.
fn counts(twin: &Twin, rules: &TwinRules) -> String {
    let mut text = String::new();
    for depth in 1..=DEPTH {
        let nodes = perft(twin, rules, depth);
        if depth > 1 && nodes > MOST {
            break;
        }
        let _ = write!(text, " {nodes}");
        if nodes == 0 {
            break;
        }
    }
    text
}

fn table(board: (i32, i32, usize)) -> String {
    let (rows, columns, ranks) = board;
    let mut text = format!(
        "# The {rows}x{columns} board with {ranks} rank(s) a side in every kind of rules: number of \
         sequences of 1, 2, 3, …\n# turns, counted by the slow twin (crates/salta-core/tests/perft_writer.rs). \
         variant; position (or start); counts.\n"
    );
    let mut random = generator(31);
    for number in 0..32 {
        let fields = fields(number, board);
        let rules = Record::of_fields(&fields).twin;
        for (purpose, twin) in positions(&mut random, &rules) {
            let line = twin.as_ref().map_or("start".to_string(), Twin::line);
            let counts = counts(&twin.unwrap_or_else(|| Twin::start(&rules)), &rules);
            let _ = write!(text, "\n# {purpose}\n{fields}; {line};{counts}\n");
        }
    }
    text
}

#[test]
#[ignore = "writes data/perft"]
fn write_tables_of_smaller_boards() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/perft");
    for board in BOARDS {
        let (rows, columns, ranks) = board;
        let path = folder.join(format!("board-{rows}x{columns}-ranks-{ranks}.perft"));
        std::fs::write(path, table(board)).unwrap();
    }
}

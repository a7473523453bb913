//! Writes the perft tables of smaller boards in every kind of rules, counted by the twin alone:
//!
//! ```text
//! cargo test -p salta-core --test perft_writer -- --ignored
//! ```
//!
//! `perft.rs` checks that the engine counts the same.

mod drawn;
mod twin;

use std::fmt::Write;
use std::path::Path;

use drawn::{draw_late, draw_position, draw_tight, generator};
use rand::Rng;
use rand::seq::IndexedRandom;
use twin::{Size, Twin, TwinRules, exchanged, opponent, perft, shift, standard};

/// Sequences of one length that are counted.
const MOST: u64 = 12_000;
/// Turns of the longest sequences.
const DEPTH: u32 = 10;
/// Rows, columns and ranks of the boards.
const BOARDS: [(i32, i32, usize); 4] = [(6, 6, 1), (8, 4, 2), (4, 8, 1), (8, 8, 2)];

/// A kind of rules: the five low bits decide which moves are legal, others start, goal and end.
struct Kind {
    number: u64,
    rules: TwinRules,
}

impl Kind {
    fn new(number: u64, (rows, columns, ranks): (i32, i32, usize)) -> Kind {
        let field = |bit: u64| number >> bit & 1 == 1;
        let size = Size { rows, columns };
        let exchanged_start = number % 7 == 3;
        let start = if exchanged_start { exchanged(size, ranks) } else { standard(size, ranks) };
        let rules = TwinRules {
            size,
            goal: if number % 3 == 1 { opponent(&start) } else { shift(&start) },
            start,
            jump_direction_any: field(0),
            jump_over_either: field(1),
            compulsory: !field(2),
            may_continue: field(3),
            blockade_forbidden: !field(4),
            move_limit: 20,
            equalised: number % 5 < 2,
            ..TwinRules::named("buettgenbach-1899")
        };
        Kind { number, rules }
    }

    /// The fields in braces, as the table has them.
    fn fields(&self) -> String {
        let rules = &self.rules;
        let mut fields = String::from("{ base = \"buettgenbach-1899\"");
        let Size { rows, columns } = rules.size;
        let _ = write!(fields, ", board = \"{rows}x{columns}\", ranks = {}", rules.ranks());
        let mut text = |given: bool, field: &str, value: &str| {
            if given {
                let _ = write!(fields, ", {field} = \"{value}\"");
            }
        };
        text(self.number % 7 == 3, "start", "exchanged");
        text(self.number % 3 == 1, "goal", "opponent");
        text(rules.jump_direction_any, "jump_direction", "any");
        text(rules.jump_over_either, "jump_over", "either");
        text(!rules.compulsory, "jumping", "optional");
        text(rules.may_continue, "chain", "may-continue");
        text(!rules.blockade_forbidden, "blockade", "allowed");
        text(!rules.equalised, "last_move", "immediate");
        fields + &format!(", move_limit = {} }}", rules.move_limit)
    }

    /// Positions with the purpose of each.
    fn positions(&self, random: &mut impl Rng) -> Vec<(&'static str, Option<Twin>)> {
        let rules = &self.rules;
        let middle = play(random, rules, 9);
        vec![
            ("the opening", None),
            ("mid-game, after nine random plies", Some(middle)),
            ("any arrangement", Some(lively(random, rules, draw_position))),
            ("a side nearly shut in", Some(lively(random, rules, draw_tight))),
            ("near the end", Some(lively(random, rules, draw_late))),
        ]
    }
}

/// The position after `plies` random turns, or fewer if the game ends.
fn play(random: &mut impl Rng, rules: &TwinRules, plies: u32) -> Twin {
    let mut twin = Twin::start(rules);
    for _ in 0..plies {
        let legal = twin.legal(rules);
        let Some(text) = legal.choose(random) else { break };
        let mut next = twin.clone();
        next.play(rules, text);
        if next.over(rules) {
            break;
        }
        twin = next;
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

/// Counts of 1, 2, 3, … turns until there are too many; always the first.
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
        let kind = Kind::new(number, board);
        for (purpose, twin) in kind.positions(&mut random) {
            let line = twin.as_ref().map_or("start".to_string(), Twin::line);
            let twin = twin.unwrap_or_else(|| Twin::start(&kind.rules));
            let (fields, counts) = (kind.fields(), counts(&twin, &kind.rules));
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

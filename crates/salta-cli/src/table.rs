//! Results of matches as a table.

use comfy_table::{Table, presets};
use salta_arena::MatchSummary;
use salta_arena::report::{HEADINGS, rows};

/// The table, with a line below for matches in which games repeat.
pub(crate) fn results(matches: &[MatchSummary]) -> String {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED).set_header(HEADINGS);
    for row in rows(matches) {
        table.add_row(row);
    }
    let mut text = table.to_string();
    for of in matches {
        let games = 2 * (of.statistics.pairs + of.statistics.undecided);
        if of.distinct_games < games {
            let (a, b) = (&of.a, &of.b);
            let distinct = of.distinct_games;
            text += &format!("\nonly {distinct} of {games} games differ: {a} – {b}");
        }
    }
    text
}

//! Results of matches and tournaments as tables.

use comfy_table::{Table, presets};
use salta_arena::report::{
    HEADINGS, STANDING_HEADINGS, cross_table, match_notes, rows, standing_rows, tournament_notes,
};
use salta_arena::{MatchSummary, TournamentSummary};

/// The matches, with lines below on games that repeat, tests, times and failures.
pub(crate) fn results(matches: &[MatchSummary]) -> String {
    let mut text = table(HEADINGS, rows(matches));
    matches.iter().flat_map(match_notes).for_each(|note| text += &format!("\n{note}"));
    text
}

/// Standings, cross table and matches, with what is to be known about them below.
pub(crate) fn tournament(of: &TournamentSummary) -> String {
    let (headings, cells) = cross_table(of);
    let parts = [
        table(STANDING_HEADINGS, standing_rows(of)),
        table(headings, cells),
        table(HEADINGS, rows(&of.matches)),
        tournament_notes(of).join("\n"),
    ];
    parts.join("\n")
}

fn table<H, R, C>(headings: H, rows: R) -> String
where
    H: IntoIterator<Item: Into<String>>,
    R: IntoIterator<Item = C>,
    C: IntoIterator<Item = String>,
{
    let mut table = Table::new();
    let headings = headings.into_iter().map(|heading| heading.into());
    table.load_style(presets::UTF8_FULL_CONDENSED).set_header(headings.collect::<Vec<String>>());
    rows.into_iter().for_each(|row| {
        table.add_row(row.into_iter().collect::<Vec<String>>());
    });
    table.to_string()
}

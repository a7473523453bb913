//! Results of matches and tournaments on the terminal.

use salta_arena::report::{
    cross_table, match_notes, matches_table, standings_table, tournament_notes,
};
use salta_arena::{MatchSummary, TournamentSummary};

/// The matches, followed by notes on repeated and truncated games, sequential tests, times and
/// failures.
pub(crate) fn results(matches: &[MatchSummary]) -> String {
    let table = matches_table(matches).terminal();
    [table].into_iter().chain(matches.iter().flat_map(match_notes)).collect::<Vec<_>>().join("\n")
}

/// Standings, cross table and matches, followed by notes.
pub(crate) fn tournament(of: &TournamentSummary) -> String {
    let tables = [standings_table(of), cross_table(of), matches_table(&of.matches)];
    let notes = tournament_notes(of);
    tables.iter().map(salta_report::Table::terminal).chain(notes).collect::<Vec<_>>().join("\n")
}

//! Everyone against everyone else. Columns are numbered like rows.

use salta_report::{Cell, Column, Table};

use super::standings::percent;
use crate::summary::{MatchSummary, TournamentSummary};

/// The mean score of the row's player against the column's, with players in the order of the
/// standings; in percent when shown.
pub fn cross_table(of: &TournamentSummary) -> Table {
    square(of, |opponent| {
        let found = move |row: usize| of.between(name(of, row), name(of, opponent));
        Column::number(name(of, opponent), move |row: &usize| {
            found(*row).and_then(|(of, is_a)| score(of, is_a))
        })
        .shown((opponent + 1).to_string(), move |row| found(*row).map_or("–".into(), cell))
    })
}

/// The likelihood that the row's player is stronger than the column's.
pub(crate) fn superiority_table(of: &TournamentSummary) -> Table {
    square(of, |opponent| {
        let found = move |row: usize| (row != opponent).then(|| of.superiority[row][opponent]);
        Column::number(name(of, opponent), move |row: &usize| found(*row)).shown(
            (opponent + 1).to_string(),
            move |row| Cell { shade: found(*row), ..found(*row).map(percent).into() },
        )
    })
}

/// Builds a table with a row and a column for each player, numbered in the order of the standings.
fn square<'a>(of: &'a TournamentSummary, column: impl Fn(usize) -> Column<'a, usize>) -> Table {
    let players: Vec<usize> = (0..of.standings.len()).collect();
    let names = [
        Column::figure("#", |row: &usize| (row + 1).to_string()),
        Column::text("player", |row: &usize| name(of, *row).into()).headed("player"),
    ];
    Table::new(&players, names.into_iter().chain(players.iter().map(|i| column(*i))).collect())
}

fn name(of: &TournamentSummary, rank: usize) -> &str {
    &of.standings[rank].player
}

/// The score, and below it wins, draws and losses.
fn cell((of, is_a): (&MatchSummary, bool)) -> Cell {
    let counts = &of.statistics;
    let (won, lost) =
        if is_a { (counts.wins, counts.losses) } else { (counts.losses, counts.wins) };
    let score = score(of, is_a);
    let below = format!("{won}/{}/{lost}", counts.draws + counts.truncated);
    Cell { below, shade: score, ..score.map(percent).into() }
}

/// The mean score, 0–1, of A if `is_a` is set, otherwise of B.
fn score(of: &MatchSummary, is_a: bool) -> Option<f64> {
    let of_a = of.statistics.score?.estimate;
    Some(if is_a { of_a } else { 1.0 - of_a })
}

//! A tournament's players, best first.

use salta_report::{Column, Table};
use salta_stats::{Interval, MeanPoints};

use crate::game_numbers::{GAME_NUMBERS, GameNumber};
use crate::summary::{Standing, TournamentSummary};

/// A player with its place and the likelihood that it is stronger than the next.
struct Row<'a> {
    rank: u32,
    found: &'a Standing,
    superiority: Option<f64>,
}

/// A row for each player.
pub fn standings_table(of: &TournamentSummary) -> Table {
    let rows = of.standings.iter().zip(&of.superiority).zip(1..);
    let rows = rows.map(|((found, superiority), rank)| Row {
        rank,
        found,
        superiority: superiority.get(rank as usize).copied(),
    });
    Table::new(&rows.collect::<Vec<_>>(), columns())
}

fn columns<'a>() -> Vec<Column<'a, Row<'a>>> {
    let numbers = GAME_NUMBERS.iter().map(|GameNumber { key, heading, digits, .. }| {
        let read = |of: &Row<'_>| of.found.numbers.get(*key).copied();
        Column::number(*key, read)
            .shown(*heading, move |of| read(of).map(|number| format!("{number:.*}", *digits)))
    });
    let own = vec![
        Column::count("rank", |of: &Row<'_>| of.rank).headed("#"),
        Column::text("player", |of: &Row<'_>| of.found.player.clone()).headed("player"),
        Column::interval("elo", |of: &Row<'_>| of.found.elo.map(Interval::ends))
            .shown("Elo [95 %]", |of| of.found.elo.map(|elo| elo.elo_text())),
        points(|of: &Row<'_>| of.found.points)
            .shown("points", |of| of.found.points.map(|points| points.to_string())),
        Column::number("score", |of: &Row<'_>| of.found.score)
            .shown("score %", |of| of.found.score.map(percent)),
        Column::count("pairs", |of: &Row<'_>| of.found.pairs).headed("pairs"),
        Column::number("superiority_over_next", |of: &Row<'_>| of.superiority)
            .shown("LOS %", |of| of.superiority.map(percent)),
    ];
    own.into_iter().chain(numbers).collect()
}

pub(super) fn points<'a, R: 'a>(
    read: impl Fn(&R) -> Option<MeanPoints> + Copy + 'a,
) -> Column<'a, R> {
    Column::number("points_lo", move |of| Some(read(of)?.lo))
        .and(Column::number("points_hi", move |of| Some(read(of)?.hi)))
        .and(Column::number("points_half_width", move |of| read(of)?.half_width))
}

/// A share, 0–1, in per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_share_is_shown_in_per_cent() {
        assert_eq!([0.0, 0.125, 1.0].map(super::percent), ["0.0", "12.5", "100.0"]);
    }
}

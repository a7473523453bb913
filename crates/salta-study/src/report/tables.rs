//! Findings as tables for files.

use salta_report::{Column, Table};
use salta_stats::Interval;

use crate::compare::Difference;
use crate::findings::{Doubling, Findings, Row};

pub(super) fn tables(of: &Findings) -> [(&'static str, Table); 3] {
    [("measures", measures(of)), ("differences", differences(of)), ("skill", skill(of))]
}

/// A row for each variant, player and measure.
fn measures(of: &Findings) -> Table {
    let end = |key, end: fn(Interval) -> f64| {
        Column::number(key, move |row: &Row| row.estimate.map(|e| end(e.interval)))
    };
    let columns = vec![
        Column::text("variant", |row: &Row| row.variant.clone()),
        Column::text("player", |row: &Row| row.player.clone()),
        Column::text("measure", |row: &Row| row.measure.into()),
        Column::count("games", |row: &Row| row.estimate.map_or(0, |e| e.games)),
        Column::count("pairs", |row: &Row| row.estimate.map_or(0, |e| e.pairs)),
        Column::count("distinct_games", |row: &Row| row.distinct),
        end("estimate", |i| i.estimate),
        end("lo", |i| i.lo),
        end("hi", |i| i.hi),
        Column::number("undecided", |row: &Row| row.estimate.map(|e| e.undecided)),
    ];
    Table::new(&of.rows, columns)
}

/// A row for each comparison with the baseline.
fn differences(of: &Findings) -> Table {
    let number = |key, read: fn(&Difference) -> f64| {
        Column::number(key, move |of: &Difference| Some(read(of)))
    };
    let columns = vec![
        Column::text("variant", |of: &Difference| of.variant.clone()),
        Column::text("baseline", |_: &Difference| of.baseline.clone()),
        Column::text("player", |of: &Difference| of.player.clone()),
        Column::text("measure", |of: &Difference| of.measure.into()),
        Column::count("pairs", |of: &Difference| of.pairs),
        number("difference", |of| of.difference),
        number("lo", |of| of.lo),
        number("hi", |of| of.hi),
        number("p", |of| of.p),
        number("p_holm", |of| of.p_holm),
        Column::count("shown", |of: &Difference| of.shown),
    ];
    Table::new(&of.differences, columns)
}

/// A row for each match of the ladder.
fn skill(of: &Findings) -> Table {
    type Row<'a> = (&'a str, &'a Doubling);
    let rows: Vec<Row<'_>> =
        of.skill.iter().flat_map(|w| w.matches.iter().map(|m| (&*w.variant, m))).collect();
    let columns = vec![
        Column::text("variant", |(variant, _): &Row<'_>| variant.to_string()),
        Column::text("player", |(_, of): &Row<'_>| of.player.clone()),
        Column::text("opponent", |(_, of): &Row<'_>| of.opponent.clone()),
        Column::count("pairs", |(_, of): &Row<'_>| of.result.pairs),
        Column::count("wins", |(_, of): &Row<'_>| of.result.wins),
        Column::count("draws", |(_, of): &Row<'_>| of.result.draws),
        Column::count("losses", |(_, of): &Row<'_>| of.result.losses),
        Column::count("truncated", |(_, of): &Row<'_>| of.result.truncated),
        Column::interval("score", |(_, of): &Row<'_>| of.result.score.map(Interval::ends)),
        Column::interval("elo", |(_, of): &Row<'_>| of.result.elo.map(Interval::ends)),
    ];
    Table::new(&rows, columns)
}

//! Findings as tables for files.

use salta_report::{Column, Table};
use salta_stats::Interval;

use crate::cell::Cell;
use crate::compare::Difference;
use crate::findings::{Doubling, Findings, Row};
use crate::trace::Trace;

pub(super) fn tables(of: &Findings, cells: &[Cell]) -> [(&'static str, Table); 4] {
    [
        ("measures", measures(of)),
        ("differences", differences(of)),
        ("skill", skill(of)),
        ("games", games(of, cells)),
    ]
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

/// A row for the end of each game, without those of the ladder.
fn games(of: &Findings, cells: &[Cell]) -> Table {
    type Game<'a> = (&'a Cell, usize, &'a Trace);
    let mut rows: Vec<Game<'_>> = Vec::new();
    for cell in cells {
        rows.extend(cell.traces.iter().enumerate().map(|(i, game)| (cell, i, game)));
    }
    let columns = vec![
        Column::text("variant", |(cell, ..): &Game<'_>| of.variants[cell.class].class.name.clone()),
        Column::text("player", |(cell, ..): &Game<'_>| cell.player.clone()),
        Column::count("opening", |(_, i, _): &Game<'_>| i / 2),
        Column::text("white", |(cell, i, _): &Game<'_>| cell.whites[i % 2].clone()),
        Column::text("ending", |(.., game): &Game<'_>| game.ending.to_string()),
        Column::count("plies", |(.., game): &Game<'_>| game.plies),
        Column::number("lo", |(.., game): &Game<'_>| game.margin.map(|(lo, _)| lo)),
        Column::number("hi", |(.., game): &Game<'_>| game.margin.map(|(_, hi)| hi)),
    ];
    Table::new(&rows, columns)
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
